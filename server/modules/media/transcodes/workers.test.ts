import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { stopEncoder } from "../../../testing/encoders.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { startWorkerProcess } from "../../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../../testing/worker-processes.ts";
import { requestTranscode } from "../index.ts";
import { listAssets } from "../store.ts";

let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let server: TestServer;
let folder: string;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "transcode-workers-"));
  server = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: join(folder, "data"),
  });
});
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await server?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const order = async (path: string, origin: "studio" | "upload"): Promise<string> => {
  const assetId = randomUUID();
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

it("transcodes a class on each worker at once, and members' videos beside them", async () => {
  for (let worker = 0; worker < 2; worker += 1)
    workers.push(await startWorkerProcess(database.connection, join(folder, "data")));
  const first = await makeSample(folder, "first.mp4", { size: "640x360", seconds: 12 });
  const second = await makeSample(folder, "second.mp4", { size: "640x360", seconds: 12 });
  const short = await makeSample(folder, "short.mp4", { size: "320x180", seconds: 1 });
  await order(first, "studio");
  await order(second, "studio");
  await Promise.all([stopEncoder(first), stopEncoder(second)]);
  const video = await order(short, "upload");
  await expect
    .poll(async () => (await listAssets(server.ctx().db, [video]))[0]?.availability, { timeout: 150_000 })
    .toBe("available");
}, 200_000);
