import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { makeSample } from "../../../testing/media-samples.ts";
import { JobPostponed } from "../../../platform/jobs/job.ts";
import { createAsset, deleteAsset } from "../index.ts";
import { transcodeOrder } from "../order.ts";
import { transcodeJob } from "./job.ts";
import {
  server,
  folder,
  dataDir,
  long,
  startWorker,
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

const orderOf = (assetId: string, path: string) =>
  transcodeOrder.parse({
    assetId,
    // As the previous release enqueued it.
    front: { kind: "file", path },
    back: null,
    captions: [],
    origin: "upload",
  });
/** Runs the job here, as a worker that has just taken it. */
const runOnce = (assetId: string, path: string, signal: AbortSignal) =>
  transcodeJob.run(server.ctx(), orderOf(assetId, path), { signal, attempt: 1, isLastAttempt: false });

const processesOn = (text: string) =>
  spawnSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((line) => line.includes(text));

/** Stops the encoder process of a source, so that the transcode stays in progress for as long as a test needs. */
const freezeEncoder = async (source: string): Promise<void> => {
  for (;;) {
    const encoder = processesOn(source).find((line) => /\bffmpeg\b/.test(line));
    if (encoder) {
      process.kill(Number.parseInt(encoder, 10), "SIGSTOP");
      return;
    }
    await sleep(20);
  }
};

it("publishes atomically, replaces a version, and deletes all its files", async () => {
  const worker = await startWorkerHere();
  const source = await makeSample(folder, "a.mp4", { size: "320x180", seconds: 2 });
  const id = randomUUID();
  await server
    .ctx()
    .transact((tx) => createAsset(tx, { id, ownerKind: "video_upload", ownerId: randomUUID() }));
  expect(await assetOf(id)).toMatchObject({
    availability: "requested",
    ownerKind: "video_upload",
    percent: 0,
    version: null,
  });
  await order(source, { assetId: id });
  const first = await until(id, (asset) => asset.availability === "available");
  expect(first).toMatchObject({
    percent: 100,
    durationMs: 2000,
    width: 320,
    height: 180,
    angles: ["front"],
    errorReason: null,
    ownerKind: "video_upload",
  });
  expect(await storedOf(id)).toEqual([first.version]);
  for (const name of [first.poster, first.thumbnail]) {
    const picture = await server.fetch(`/pictures/${name}`);
    expect([
      picture.status,
      picture.headers.get("content-type"),
      picture.headers.get("cache-control"),
    ]).toEqual([200, "image/jpeg", "public, max-age=31536000, immutable"]);
  }
  expect(await eventsOf(id)).toEqual(["media.asset_available"]);

  await order(source, { assetId: id });
  const second = await until(id, (asset) => asset.version !== first.version);
  expect(second.availability).toBe("available");
  expect((await storedOf(id)).sort()).toEqual([first.version!, second.version!].sort());
  const { rows } = await server.pool.query(
    "select run_at > now() + interval '4 hours' as late from graphile_worker.jobs where task_identifier = 'media.delete_files'",
  );
  expect(rows).toEqual([{ late: true }]);

  await server.ctx().transact((tx) => deleteAsset(tx, id));
  await expect.poll(() => storedOf(id)).toEqual([]);
  await expect.poll(async () => (await server.fetch(`/pictures/${second.poster}`)).status).toBe(404);
  await worker.end();
  expect(await readdir(join(dataDir, "work"))).toEqual([]);
});

it("refuses a bad source once, with the reason, and doesn't retry", async () => {
  const worker = await startWorkerHere();
  const path = join(folder, "bad.mp4");
  await writeFile(path, "#EXTM3U\n");
  const id = await order(path);
  expect(await until(id, (asset) => asset.availability === "error")).toMatchObject({
    errorReason: "not_a_video",
    version: null,
  });
  expect(await attemptsOf(id)).toMatchObject([{ state: "failed", reason: "not_a_video" }]);
  expect(await eventsOf(id)).toEqual(["media.asset_failed"]);
  expect(await storedOf(id)).toEqual([]);
  await worker.end();
});

it("takes over from a killed worker without partial versions or orphaned files", async () => {
  const victim = await startWorker();
  const id = await order(long);
  await freezeEncoder(long);
  victim.child.kill("SIGKILL");
  await once(victim.child, "exit");
  await expect.poll(() => processesOn(long)).toEqual([]);
  expect(await assetOf(id)).toMatchObject({ availability: "uploaded", version: null });
  // Simulates half a minute without heartbeat.
  await server.pool.query("update platform.workers set seen_at = seen_at - interval '30 seconds'");
  await server.pool.query(
    "update graphile_worker._private_jobs set locked_at = locked_at - interval '30 seconds' where locked_at is not null",
  );
  await server.pool.query(
    "update graphile_worker._private_job_queues set locked_at = locked_at - interval '30 seconds' where locked_at is not null",
  );

  // Simulates a kill during publishing.
  const [left] = (
    await server.pool.query<{ version: string }>("select version from media.attempts where asset_id = $1", [
      id,
    ])
  ).rows;
  await server
    .ctx()
    .ports.storage.put(`assets/${id}/${left!.version}/front/master.m3u8`, new Uint8Array(1), "text/plain");
  const worker = await startWorkerHere();
  const asset = await until(id, ({ availability }) => availability === "available");
  expect(await attemptsOf(id)).toMatchObject([{ state: "superseded" }, { state: "published" }]);
  expect(await storedOf(id)).toEqual([asset.version]);
  await worker.end();
  expect(await readdir(join(dataDir, "work"))).toEqual([]);
});

it("goes on with a long video where an interrupted attempt stopped, and leaves nothing of it", async () => {
  const source = await makeSample(folder, "minutes.mp4", { size: "160x120", seconds: 155, rate: "10" });
  const id = await order(source);
  await forgetJob(id);
  /** Runs the job, and notes which stretches it stores. */
  const run = async (signal: AbortSignal, onStored: (key: string) => void) => {
    const ctx = server.ctx();
    const { storage } = ctx.ports;
    const put: typeof storage.put = async (key, ...rest) => {
      await storage.put(key, ...rest);
      if (key.startsWith("stretches/")) onStored(key);
    };
    const watched = { ...ctx, ports: { ...ctx.ports, storage: { ...storage, put } } };
    await transcodeJob.run(watched, orderOf(id, source), { signal, attempt: 1, isLastAttempt: false });
  };
  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of server.ctx().ports.storage.list(`stretches/${id}/`)) keys.push(key);
    return keys.toSorted();
  };
  const stopping = new AbortController();
  const first: string[] = [];
  const interrupted = run(stopping.signal, (key) => {
    first.push(key);
    // All of its renditions: the next stretch has begun.
    if (key.endsWith("v120.mp4")) stopping.abort();
  });
  await expect(interrupted).rejects.toThrow();
  expect(first.map((key) => key.split("/").at(-1))).toEqual(["factors.json", "v120.mp4"]);
  expect(await stored()).toEqual(first.toSorted());

  const second: string[] = [];
  await run(new AbortController().signal, (key) => second.push(key));
  // It isn't measured again.
  expect(second.map((key) => key.split("/").at(-1))).toEqual(["v120.mp4"]);
  expect(second.filter((key) => first.includes(key))).toEqual([]);
  expect(await assetOf(id)).toMatchObject({ availability: "available" });
  expect(await stored()).toEqual([]);
  expect(await storedOf(id)).toHaveLength(1);
});

it("returns work to the queue at a shutdown, which counts neither as an attempt nor as an error", async () => {
  const worker = await startWorker();
  const id = await order(long);
  await freezeEncoder(long);
  await worker.end();
  expect(await attemptsOf(id)).toMatchObject([{ state: "stopped", reason: "aborted" }]);
  const { rows } = await server.pool.query(
    "select tries as attempts, is_pending from media.assets where id = $1",
    [id],
  );
  expect(rows).toEqual([{ attempts: 0, is_pending: true }]);
  expect(processesOn(long)).toEqual([]);
  expect(await readdir(join(dataDir, "work"))).toEqual([]);
  const notified = worker
    .logged()
    .split("\n")
    .filter((line) => line.includes("media.transcode"))
    .map((line) => JSON.parse(line) as object);
  expect(notified).toMatchObject([
    { level: "info", msg: "A job was stopped by the shutdown and will be retried" },
  ]);
  expect(worker.logged()).not.toMatch(/"stack"|"level":"(warn|error)"/);
  const jobs = await server.pool.query(
    'select attempts, run_at <= now() as "isDue" from graphile_worker.jobs where key = $1',
    [`transcode-${id}`],
  );
  expect(jobs.rows).toEqual([{ attempts: 0, isDue: true }]);
  await forgetJob(id);
});

it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
  "waits for space on a full disk, without losing an attempt",
  async () => {
    const disk = join(dataDir, "work");
    await mkdir(disk, { recursive: true });
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]).status).toBe(0);
    const id = await order(long);
    try {
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await expect(runOnce(id, long, new AbortController().signal)).rejects.toBeInstanceOf(JobPostponed);
        expect((await assetOf(id)).availability).toBe("uploaded");
      }
      expect((await attemptsOf(id)).map(({ state, reason }) => `${state} ${reason}`)).toEqual(
        Array.from({ length: 4 }, () => "stopped disk_full"),
      );
      expect(await readdir(disk)).toEqual([]);
      expect((await server.fetch("/healthz")).status).toBe(200);
    } finally {
      spawnSync("umount", [disk]);
    }
    await runOnce(id, long, new AbortController().signal);
    expect((await assetOf(id)).availability).toBe("available");
    await forgetJob(id);
  },
);
