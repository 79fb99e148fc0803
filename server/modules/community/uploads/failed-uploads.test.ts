import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestPerson, TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { failAsset } from "../../media/transcodes/failures.ts";
import { purgeAbandoned } from "../../media/uploads/uploads.ts";
import { open, read, send } from "./testing.ts";

let server: TestServer;
let folder: string;
let now = Date.now();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-failed-uploads-"));
  server = await startTestServer({
    roles: "api,worker",
    dataDir: join(folder, "data"),
    clock: { now: () => new Date(now) },
  });
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a video whose transcode fails when it publishes. */
async function sendSample(author: TestPerson): Promise<{ id: string; file: string }> {
  const content = await readFile(await makeSample(folder, "short.mp4", { size: "320x180", seconds: 1 }));
  const { ticket } = await open(server, author, content.length);
  const { id } = ticket!.videoUpload;
  await mkdir(join(folder, "data/media/assets"), { recursive: true });
  await writeFile(join(folder, "data/media/assets", id), "");
  await send(ticket!, author, content);
  return { id, file: join(folder, "data/uploads", id) };
}

test("keeps a video through failures of ours, says so to its author, and processes it when staff retry it", async () => {
  const author = await server.member();
  const admin = await server.member({ role: "admin" });
  const { id, file } = await sendSample(author);
  // A file where the folder of its published versions has to be: each attempt fails at its end.
  const blocked = join(folder, "data/media/assets", id);
  const attempt = async (number: number) => {
    const job = await server.pool.query<{ id: string; isLate: boolean; isFailed: boolean }>(
      `select id::text, run_at > now() + interval '40 seconds' as "isLate", attempts = max_attempts as "isFailed"
       from graphile_worker._private_jobs where key = $1 and locked_at is null
         and (select tries from media.assets where id = $2) = $3`,
      [`transcode-${id}`, id, number],
    );
    return job.rows[0] ?? null;
  };
  await expect.poll(() => attempt(1), { timeout: 60_000 }).toMatchObject({ isLate: true, isFailed: false });
  expect(await read(server, id, author)).toMatchObject({ availability: "uploaded", errorReason: null });

  await server.pool.query("update media.assets set tries = 4 where id = $1", [id]);
  await server.pool.query("update graphile_worker._private_jobs set run_at = now() where key = $1", [
    `transcode-${id}`,
  ]);
  await expect.poll(() => attempt(5), { timeout: 60_000 }).toMatchObject({ isFailed: true });
  expect(await read(server, id, author)).toMatchObject({ availability: "error", errorReason: "internal" });
  expect(existsSync(file)).toBe(true);
  const inbox = () =>
    server.pool.query("select facts from notifications.items where person_id = $1", [author.id]);
  await expect
    .poll(async () => (await inbox()).rows, { timeout: 60_000 })
    .toMatchObject([{ facts: { outcome: "delayed" } }]);

  await rm(blocked);
  const failed = await server.graphql<{ failedJobs: { items: { id: string }[] } }>(
    "{ failedJobs { items { id } } }",
    {},
    { as: admin },
  );
  const jobId = failed.data!.failedJobs.items[0]!.id;
  await server.graphql("mutation ($id: ID!) { retryFailedJob(id: $id) }", { id: jobId }, { as: admin });
  await expect
    .poll(() => read(server, id, author), { timeout: 60_000 })
    .toMatchObject({ availability: "available", errorReason: null });
  await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(false);
}, 200_000);

test("deletes a video that we couldn't process after two weeks, and asks its author to upload it again", async () => {
  const author = await server.member();
  const { id, file } = await sendSample(author);
  await expect
    .poll(
      async () =>
        (await server.pool.query("select tries as attempts from media.assets where id = $1", [id])).rows,
      {
        timeout: 60_000,
      },
    )
    .toEqual([{ attempts: 1 }]);
  await server.ctx().transact((tx) => failAsset(tx, id, "encoder_failed"));
  now += 13 * 24 * 60 * 60 * 1000;
  await purgeAbandoned(server.ctx());
  expect(await read(server, id, author)).toMatchObject({ errorReason: "encoder_failed" });
  expect(existsSync(file)).toBe(true);
  now += 2 * 24 * 60 * 60 * 1000;
  await purgeAbandoned(server.ctx());
  expect(await read(server, id, author)).toMatchObject({ errorReason: "source_expired" });
  await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(false);
}, 200_000);
