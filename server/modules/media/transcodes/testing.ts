import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll } from "vitest";
import type pg from "pg";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { requestTranscode } from "../index.ts";
import { listAssets } from "../store.ts";
import type { AssetRow } from "../store.ts";

export let database: { connection: pg.PoolConfig; drop(): Promise<void> };
export let server: TestServer;
export let folder: string;
export let dataDir: string;
const children: ChildProcess[] = [];
/** A video whose transcode takes long enough to be interrupted. */
export let long: string;
interface WorkerProcess {
  readonly child: ChildProcess;
  /** Its log output. */
  logged(): string;
  /** Sends SIGTERM like an operator, and waits for the exit. */
  end(): Promise<void>;
}
/** @param connection another way to the database */
export async function startWorker(connection = database.connection): Promise<WorkerProcess> {
  const script = fileURLToPath(new URL("../../../testing/worker-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, CONNECTION: JSON.stringify(connection) },
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
}
