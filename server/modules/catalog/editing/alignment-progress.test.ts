import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeSourceVideo, soundOfClass } from "../../../testing/class-sounds.ts";
import { alignJob } from "../../media/alignment/job.ts";
import { call, draft, folder, server, startEditing, startUpload, upload } from "./testing.ts";

startEditing();

interface View {
  angle: string;
  hasAlignmentFailed: boolean;
  alignment: { offsetInMs: number } | null;
}
const backOf = async (classId: string) => {
  const { data } = await call<{ editedClass: { sourceVideos: View[] } }>(
    `query ($classId: ID!) { editedClass(classId: $classId) {
      sourceVideos { angle hasAlignmentFailed alignment { offsetInMs } } } }`,
    { classId },
  );
  return data.editedClass.sourceVideos.find(({ angle }) => angle === "back")!;
};
/** Sets when the back view starts; null: as its sound says. */
const align = (classId: string, offsetInMs: number | null) =>
  call(
    `mutation ($classId: ID!, $offsetInMs: Int) {
      alignClassSourceVideo(classId: $classId, angle: back, offsetInMs: $offsetInMs) { id } }`,
    { classId, offsetInMs },
  );

/** A draft with two views, whose comparison fails for the last time: the disk has no folder to work in. */
async function failed() {
  const { id } = await draft({ title: "Two cameras" });
  const ids: string[] = [];
  for (const angle of ["front", "back"])
    ids.push((await startUpload(id, angle, 1000)).data.startClassSourceVideo.sourceVideoId);
  await server.pool.query("update catalog.class_films set state = 'ready' where film_id = any($1)", [ids]);
  const [mainId = "", backId = ""] = ids;
  const ctx = server.ctx();
  const payload = { classId: id, mainId, sourceVideoIds: [backId] };
  const run = (isLastAttempt: boolean) =>
    alignJob.run({ ...ctx, config: { ...ctx.config, dataDir: "/dev/null" } }, payload, {
      signal: new AbortController().signal,
      attempt: isLastAttempt ? 5 : 4,
      isLastAttempt,
    });
  return { id, run };
}

test("shows that the sound of a view could not be compared, until an editor sets its start", async () => {
  const { id, run } = await failed();
  await expect(run(false)).rejects.toThrow("ENOTDIR");
  expect(await backOf(id)).toMatchObject({ alignment: null, hasAlignmentFailed: false });
  await expect(run(true)).rejects.toThrow("ENOTDIR");
  await expect.poll(async () => (await backOf(id)).hasAlignmentFailed, { timeout: 60_000 }).toBe(true);
  expect((await align(id, 1500)).errors).toEqual([]);
  expect(await backOf(id)).toMatchObject({ alignment: { offsetInMs: 1500 }, hasAlignmentFailed: false });
});

test("compares the sound again on request", async () => {
  const { id, run } = await failed();
  await expect(run(true)).rejects.toThrow("ENOTDIR");
  await expect.poll(async () => (await backOf(id)).hasAlignmentFailed, { timeout: 60_000 }).toBe(true);
  expect((await align(id, null)).errors).toEqual([]);
  expect(await backOf(id)).toMatchObject({ alignment: null, hasAlignmentFailed: false });
  const { rowCount } = await server.pool.query("select from graphile_worker.jobs where key = $1", [
    `align-${id}`,
  ]);
  expect(rowCount).toBe(1);
});

test("compares a view with the front one while another is still being uploaded", async () => {
  const sound = soundOfClass("house", 120, 40, 3);
  const { id } = await draft({ title: "Three cameras" });
  const sending: (() => Promise<void>)[] = [];
  for (const [angle, fromSeconds] of [
    ["front", 10],
    ["back", 13],
  ] as const) {
    const file = await readFile(await makeSourceVideo(folder, angle, sound, { fromSeconds, seconds: 20 }));
    const { data } = await startUpload(id, angle, file.length);
    sending.push(() => upload(data.startClassSourceVideo, file));
  }
  await startUpload(id, "feet", 1000);
  for (const send of sending) await send();
  await expect.poll(async () => (await backOf(id)).alignment, { timeout: 60_000 }).not.toBeNull();
  expect(Math.abs((await backOf(id)).alignment!.offsetInMs - 3000)).toBeLessThan(33);
  const { rowCount } = await server.pool.query("select from media.assets where id = $1", [id]);
  expect(rowCount).toBe(0);
  expect((await startUpload(id, "seventh", 1000)).codes).toEqual(["BAD_INPUT"]);
});
