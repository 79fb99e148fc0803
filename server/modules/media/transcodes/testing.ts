import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll } from "vitest";
import type pg from "pg";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { startWorkerProcess } from "../../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../../testing/worker-processes.ts";
import { requestTranscode } from "../index.ts";
import { listAssets } from "../store.ts";
import type { AssetRow } from "../store.ts";

export let database: { connection: pg.PoolConfig; drop(): Promise<void> };
export let server: TestServer;
export let folder: string;
export let dataDir: string;
const ends: (() => Promise<void>)[] = [];
/** A video whose transcode takes long enough to be interrupted. */
export let long: string;
/** A worker in a process of its own, for tests that kill it or read its log. @param connection another way to the database */
export async function startWorker(connection = database.connection): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(connection, dataDir);
  ends.push(worker.kill);
  return worker;
}
/** A worker in this process, for all other tests: one of its own takes seconds of processor time to load. */
export async function startWorkerHere(): Promise<{ end(): Promise<void> }> {
  const worker = await startTestServer({ roles: "worker", database: database.connection, dataDir });
  let ended: Promise<void> | null = null;
  const end = () => (ended ??= worker.stop());
  ends.push(end);
  return { end };
}
export const assetOf = async (id: string): Promise<AssetRow> => (await listAssets(server.ctx().db, [id]))[0]!;
export const attemptsOf = async (id: string) =>
  (
    await server.pool.query<{ state: string; reason: string | null; detail: string | null }>(
      "select state, reason, detail from media.attempts where asset_id = $1 order by started_at",
      [id],
    )
  ).rows;
export const eventsOf = async (id: string) =>
  (
    await server.pool.query<{ name: string }>(
      "select name from platform.events where payload->>'assetId' = $1",
      [id],
    )
  ).rows.map(({ name }) => name);
/** Waits as long as the test may take: a machine under load is slow, not wrong. */
export const until = async (id: string, holds: (asset: AssetRow) => boolean): Promise<AssetRow> => {
  for (const end = Date.now() + 150_000; ; await sleep(100)) {
    const asset = await assetOf(id);
    if (holds(asset)) return asset;
    if (Date.now() > end) throw new Error(`${JSON.stringify(asset)} ${JSON.stringify(await attemptsOf(id))}`);
  }
};
export const order = async (
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
export const forgetJob = (id: string) =>
  server.pool.query("delete from graphile_worker._private_jobs where key = $1", [`transcode-${id}`]);
export const storedOf = async (assetId: string) => {
  const versions = new Set<string>();
  for await (const { key } of server.ctx().ports.storage.list(`assets/${assetId}/`))
    versions.add(key.split("/")[2]!);
  return [...versions];
};
/** Prepares a database, a folder and a long sample, and stops the workers of each test. */
export function startTranscoding(): void {
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
    for (const end of ends.splice(0)) await end();
    await rm(join(dataDir, "work"), { recursive: true, force: true });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
}
