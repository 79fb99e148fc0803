import { randomUUID } from "node:crypto";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stopEncoder } from "../../../testing/encoders.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { sourceExpired } from "../../../../contract/video-refusals.ts";
import { transcodeOrder } from "../order.ts";
import { failAsset } from "./failures.ts";
import { rescueStranded, transcodeJob, transcodeUploadJob } from "./job.ts";
import {
  server,
  folder,
  startWorkerHere,
  assetOf,
  attemptsOf,
  eventsOf,
  until,
  order,
  forgetJob,
  storedOf,
  startTranscoding,
} from "./testing.ts";

startTranscoding();

const orderOf = (assetId: string, path: string) => ({
  assetId,
  angles: [{ key: "front", source: { kind: "file", path } }],
  captions: [],
  origin: "upload",
});
const failedJobOf = async (id: string) =>
  (
    await server.pool.query<{ error: string }>(
      "select last_error as error from graphile_worker._private_jobs where key = $1 and attempts = max_attempts",
      [`transcode-${id}`],
    )
  ).rows;

/**
 * Lets an order fail because its source has been missing for a day.
 * @returns the id of the failed job
 */
async function failForGood(id: string): Promise<string> {
  await server.pool.query(
    "update media.assets set requested_at = requested_at - interval '25 hours' where id = $1",
    [id],
  );
  const { rows } = await server.pool.query<{ id: string }>(
    "select id::text from graphile_worker._private_jobs where key = $1",
    [`transcode-${id}`],
  );
  const worker = await startWorkerHere();
  await until(id, ({ availability }) => availability === "error");
  await worker.end();
  return rows[0]!.id;
}

it("fails an order whose worker was killed at every attempt", async () => {
  const ctx = server.ctx();
  const id = await order(join(folder, "never.mp4"));
  // Simulates five workers that took it and died.
  await server.pool.query(
    "update media.assets set tries = 5, requested_at = now() - interval '1 hour' where id = $1",
    [id],
  );
  const version = randomUUID();
  await server.pool.query(
    "insert into media.attempts (version, asset_id, state, started_at) values ($1, $2, 'running', now())",
    [version, id],
  );
  await ctx.ports.storage.put(`assets/${id}/${version}/front/master.m3u8`, new Uint8Array(1), "text/plain");
  await server.pool.query("update graphile_worker._private_jobs set attempts = max_attempts where key = $1", [
    `transcode-${id}`,
  ]);
  await rescueStranded(ctx);
  expect(await assetOf(id)).toMatchObject({ availability: "error", errorReason: "worker_lost" });
  expect(await storedOf(id)).toEqual([]);
  expect(await eventsOf(id)).toEqual(["media.processing_failed"]);
  expect(await failedJobOf(id)).toEqual([{ error: "The worker that processed the video was lost" }]);

  // An order that lost its job to shutdowns is enqueued again.
  const other = await order(join(folder, "never.mp4"));
  await server.pool.query("update media.assets set requested_at = now() - interval '1 hour' where id = $1", [
    other,
  ]);
  await server.pool.query("update graphile_worker._private_jobs set attempts = max_attempts where key = $1", [
    `transcode-${other}`,
  ]);
  await rescueStranded(ctx);
  const { rows } = await server.pool.query("select attempts from graphile_worker.jobs where key = $1", [
    `transcode-${other}`,
  ]);
  expect(rows).toEqual([{ attempts: 0 }]);
  await forgetJob(other);
});

it("transcodes again when an admin retries the failed job", async () => {
  const admin = await server.member({ role: "admin" });
  const source = join(folder, "late.mp4");
  const id = await order(source, { origin: "studio" });
  const failedJobId = await failForGood(id);
  await makeSample(folder, "late.mp4", { seconds: 1 });
  const { data } = await server.graphql(
    "mutation ($id: ID!) { retryFailedJob(id: $id) }",
    { id: failedJobId },
    { as: admin },
  );
  expect(data).toEqual({ retryFailedJob: failedJobId });
  const worker = await startWorkerHere();
  expect(await until(id, ({ availability }) => availability === "available")).toMatchObject({
    errorReason: null,
  });
  await worker.end();
});

it("waits for a missing source, and after a second lost worker, without failing the order", async () => {
  const id = await order(join(folder, "soon.mp4"));
  const attempt = () =>
    transcodeUploadJob.run(server.ctx(), transcodeOrder.parse(orderOf(id, join(folder, "soon.mp4"))), {
      signal: new AbortController().signal,
      attempt: 1,
      isLastAttempt: true,
    });
  await expect(attempt()).rejects.toMatchObject({ name: "JobPostponed", waitMs: 5 * 60_000 });
  await server.pool.query("update media.assets set tries = 2 where id = $1", [id]);
  await server.pool.query(
    "insert into media.attempts (version, asset_id, state, started_at) values ($1, $2, 'running', now())",
    [randomUUID(), id],
  );
  await expect(attempt()).rejects.toMatchObject({ name: "JobPostponed", waitMs: 5 * 60_000 });
  expect(await assetOf(id)).toMatchObject({ availability: "uploaded", errorReason: null });
  expect(await eventsOf(id)).toEqual([]);
  await forgetJob(id);
});

it("refuses to retry the failed job of an upload once its source is deleted", async () => {
  const admin = await server.member({ role: "admin" });
  const id = await order(join(folder, "nowhere.mp4"));
  const failedJobId = await failForGood(id);
  await server.ctx().transact((tx) => failAsset(tx, id, sourceExpired));
  await server.graphql("mutation ($id: ID!) { retryFailedJob(id: $id) }", { id: failedJobId }, { as: admin });
  const before = await eventsOf(id);
  const worker = await startWorkerHere();
  await expect
    .poll(
      async () =>
        (
          await server.pool.query("select last_error from graphile_worker._private_jobs where id = $1", [
            failedJobId,
          ])
        ).rows[0]?.last_error,
      { timeout: 150_000 },
    )
    .toMatch(/must upload it again/);
  await worker.end();
  expect(await eventsOf(id)).toEqual(before);
  await forgetJob(id);
});

it("carries out a newer order although the older one, which was running, is refused", async () => {
  const damaged = await makeSample(folder, "half.mp4", { seconds: 6, options: ["-movflags", "+faststart"] });
  await truncate(damaged, 200_000);
  const good = await makeSample(folder, "whole.mp4", { size: "320x180", seconds: 1 });
  const assetId = await order(damaged);
  const older = transcodeOrder.parse(orderOf(assetId, damaged));
  const ended = transcodeJob.run(server.ctx(), older, {
    signal: new AbortController().signal,
    attempt: 1,
    isLastAttempt: false,
  });
  const encoder = await stopEncoder(damaged);
  await order(good, { assetId });
  // The clock of the server that took the newer order is behind that of the worker.
  await server.pool.query(
    "update media.assets set requested_at = requested_at - interval '1 minute' where id = $1",
    [assetId],
  );
  process.kill(encoder, "SIGCONT");
  await ended;
  expect(await assetOf(assetId)).toMatchObject({ availability: "uploaded", errorReason: null });
  expect(await eventsOf(assetId)).toEqual([]);
  const worker = await startWorkerHere();
  await until(assetId, ({ availability }) => availability === "available");
  await worker.end();
});

it("leaves a newer order alone when the job of the older one runs again", async () => {
  const assetId = await order(join(folder, "older.mp4"));
  const older = transcodeOrder.parse(orderOf(assetId, join(folder, "older.mp4")));
  const good = await makeSample(folder, "newer.mp4", { size: "320x180", seconds: 1 });
  await order(good, { assetId });
  await transcodeUploadJob.run(server.ctx(), older, {
    signal: new AbortController().signal,
    attempt: 1,
    isLastAttempt: true,
  });
  expect(await attemptsOf(assetId)).toEqual([]);
  const worker = await startWorkerHere();
  await until(assetId, ({ availability }) => availability === "available");
  await worker.end();
  expect(await attemptsOf(assetId)).toMatchObject([{ state: "published" }]);
});

it("carries out an order that only its job has, as those of early releases", async () => {
  const source = await makeSample(folder, "early.mp4", { size: "320x180", seconds: 1 });
  const assetId = await order(source);
  await server.pool.query("update media.assets set transcode_order = null where id = $1", [assetId]);
  const worker = await startWorkerHere();
  await until(assetId, ({ availability }) => availability === "available");
  await worker.end();
});
