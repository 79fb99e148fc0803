import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { makeSample } from "../../testing/media-samples.ts";
import { createAsset, deleteAsset, requestTranscode } from "./index.ts";
import { listAssets } from "./store.ts";
import type { AssetRow } from "./store.ts";
import { transcodeOrder } from "./order.ts";
import { rescueStranded, transcodeJob } from "./transcode-job.ts";

let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let server: TestServer;
let folder: string;
let dataDir: string;
const children: ChildProcess[] = [];
/** A video whose transcode takes long enough to be interrupted. */
let long: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "transcode-job-"));
  dataDir = join(folder, "data");
  long = await makeSample(folder, "long.mp4", { size: "640x360", seconds: 12 });
  // Workers run in separate processes, so that they can be killed.
  server = await startTestServer({ roles: "api", database: database.connection, dataDir });
});
// A worker left by a failed test would take the next test's orders, and its folder would remain.
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await rm(join(dataDir, "work"), { recursive: true, force: true });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface WorkerProcess {
  readonly child: ChildProcess;
  /** Its log output. */
  logged(): string;
  /** Sends SIGTERM like an operator, and waits for the exit. */
  end(): Promise<void>;
}

async function startWorker(): Promise<WorkerProcess> {
  const script = fileURLToPath(new URL("../../testing/worker-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, CONNECTION: JSON.stringify(database.connection) },
  });
  children.push(child);
  let said = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => (said += text));
  while (!said.includes("working\n")) await once(child.stdout!, "data");
  return {
    child,
    logged: () => said,
    end: async () => {
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

const assetOf = async (id: string): Promise<AssetRow> => (await listAssets(server.ctx().db, [id]))[0]!;
const attemptsOf = async (id: string) =>
  (
    await server.pool.query<{ state: string; reason: string | null; detail: string | null }>(
      "select state, reason, detail from media.attempts where asset_id = $1 order by started_at",
      [id],
    )
  ).rows;
const eventsOf = async (id: string) =>
  (
    await server.pool.query<{ name: string }>(
      "select name from platform.events where payload->>'assetId' = $1",
      [id],
    )
  ).rows.map(({ name }) => name);
/** Waits as long as the test may take: a machine under load is slow, not wrong. */
const until = async (id: string, holds: (asset: AssetRow) => boolean): Promise<AssetRow> => {
  for (const end = Date.now() + 150_000; ; await sleep(100)) {
    const asset = await assetOf(id);
    if (holds(asset)) return asset;
    if (Date.now() > end) throw new Error(`${JSON.stringify(asset)} ${JSON.stringify(await attemptsOf(id))}`);
  }
};
const order = async (
  path: string,
  { assetId = randomUUID(), origin = "upload" }: { assetId?: string; origin?: "upload" | "studio" } = {},
) => {
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId,
      angles: [{ key: "front", source: { kind: "file", path } }],
      captions: [],
      origin,
    }),
  );
  return assetId;
};
/** Runs the job here, as a worker that has just taken it. */
const runOnce = (assetId: string, path: string, signal: AbortSignal) =>
  transcodeJob.run(
    server.ctx(),
    transcodeOrder.parse({
      assetId,
      // As the previous release enqueued it.
      front: { kind: "file", path },
      back: null,
      captions: [],
      origin: "upload",
    }),
    { signal, attempt: 1, isLastAttempt: false },
  );
const forgetJob = (id: string) =>
  server.pool.query("delete from graphile_worker._private_jobs where key = $1", [`transcode-${id}`]);
const storedOf = async (assetId: string) => {
  const versions = new Set<string>();
  for await (const { key } of server.ctx().ports.storage.list(`assets/${assetId}/`))
    versions.add(key.split("/")[2]!);
  return [...versions];
};
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
  const worker = await startWorker();
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
  const worker = await startWorker();
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
  const worker = await startWorker();
  const asset = await until(id, ({ availability }) => availability === "available");
  expect(await attemptsOf(id)).toMatchObject([{ state: "superseded" }, { state: "published" }]);
  expect(await storedOf(id)).toEqual([asset.version]);
  await worker.end();
  expect(await readdir(join(dataDir, "work"))).toEqual([]);
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

it("fails an order whose worker was killed at every attempt", async () => {
  const ctx = server.ctx();
  const id = await order(join(folder, "never.mp4"));
  // Simulates three workers that took it and died.
  await server.pool.query(
    "update media.assets set tries = 3, requested_at = now() - interval '1 hour' where id = $1",
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
  expect(await eventsOf(id)).toEqual(["media.asset_failed"]);

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

/**
 * An order that failed at its last attempt because of a missing source.
 * @returns the id of the failed job
 */
async function failForGood(id: string): Promise<string> {
  await server.pool.query("update media.assets set tries = 2 where id = $1", [id]);
  const { rows } = await server.pool.query<{ id: string }>(
    "update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = $1 returning id::text",
    [`transcode-${id}`],
  );
  const worker = await startWorker();
  await until(id, ({ availability }) => availability === "error");
  await worker.end();
  return rows[0]!.id;
}

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
  const worker = await startWorker();
  expect(await until(id, ({ availability }) => availability === "available")).toMatchObject({
    errorReason: null,
  });
  await worker.end();
});

it("refuses to retry the failed job of an upload, because its source is deleted", async () => {
  const admin = await server.member({ role: "admin" });
  const id = await order(join(folder, "nowhere.mp4"));
  const failedJobId = await failForGood(id);
  await server.graphql("mutation ($id: ID!) { retryFailedJob(id: $id) }", { id: failedJobId }, { as: admin });
  const before = await eventsOf(id);
  const worker = await startWorker();
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

it.runIf(process.getuid?.() === 0 && process.platform === "linux")(
  "fails on a full disk with a reason of its own, after three attempts",
  async () => {
    const disk = join(dataDir, "work");
    await mkdir(disk, { recursive: true });
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk]).status).toBe(0);
    try {
      const id = await order(long);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect((await assetOf(id)).availability).toBe("uploaded");
        await expect(runOnce(id, long, new AbortController().signal)).rejects.toThrow();
      }
      expect(await assetOf(id)).toMatchObject({ availability: "error", errorReason: "disk_full" });
      expect((await attemptsOf(id)).map(({ reason }) => reason)).toEqual([
        "disk_full",
        "disk_full",
        "disk_full",
      ]);
      expect(await readdir(disk)).toEqual([]);
      expect((await server.fetch("/healthz")).status).toBe(200);
    } finally {
      spawnSync("umount", [disk]);
    }
  },
);
