import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StorageUnavailable } from "../../../platform/storage.ts";
import { createClass, createLibrary } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { analyzeSoundJob } from "../../media/sound/job.ts";

let server: TestServer;
let editor: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ roles: "api" });
  await createLibrary(server.pool);
  editor = await server.member({ role: "editor" });
});
afterAll(() => server?.stop());

test("says that the sound of a class couldn’t be analyzed, and tries again", async () => {
  const { id } = await createClass(server.pool, { isPlayable: true, publishedAt: null, durationMs: 60_000 });
  const { rows } = await server.pool.query<{ version: string }>(
    "select version from media.assets where id = $1",
    [id],
  );
  const { version } = rows[0]!;
  // A segment without the header of its sound.
  await server
    .ctx()
    .ports.storage.put(`assets/${id}/${version}/front/sound/0001.m4s`, Buffer.from("sound"), "video/mp4");
  const analyze = (isLastAttempt: boolean, signal = new AbortController().signal) =>
    analyzeSoundJob.run(server.ctx(), { assetId: id, version }, { signal, attempt: 1, isLastAttempt });
  const call = async (text: string) => {
    const { data } = await server.graphql<Record<string, { sound: { hasFailed: boolean } | null }>>(
      `${text} { sound { hasFailed } } }`,
      { id },
      { as: editor },
    );
    return Object.values(data!)[0]!.sound;
  };
  const read = () => call("query ($id: ID!) { editedClass(classId: $id)");

  await expect(analyze(false)).rejects.toThrow("Missing sound");
  await expect(analyze(true, AbortSignal.abort())).rejects.toThrow();
  expect(await read()).toBeNull();
  // The storage is away: that says nothing of the video, and the job runs again.
  const away = new StorageUnavailable(new Error("The storage is away."));
  const storage = vi.spyOn(server.ctx().ports.storage, "get").mockRejectedValue(away);
  await expect(analyze(true)).rejects.toBe(away);
  storage.mockRestore();
  expect(await read()).toBeNull();
  await expect(analyze(true)).rejects.toThrow("Missing sound");
  expect(await read()).toEqual({ hasFailed: true });
  const waveform = await server.fetch(`/studio/classes/${id}/waveform`, {
    headers: { "x-auth-token": `Bearer ${await editor.token()}` },
  });
  expect(waveform.status).toBe(404);

  expect(await call("mutation ($id: ID!) { requestClassSound(classId: $id)")).toBeNull();
  expect(await read()).toBeNull();
  const jobs = await server.pool.query("select from graphile_worker.jobs where key = $1", [
    `sound-${version}`,
  ]);
  expect(jobs.rowCount).toBe(1);
});
