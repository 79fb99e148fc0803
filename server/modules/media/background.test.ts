import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { encodersOf, stopEncoder } from "../../testing/encoders.ts";
import { createTestDatabase, startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { makeSample } from "../../testing/media-samples.ts";
import { startWorkerProcess } from "../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../testing/worker-processes.ts";
import { requestAv1 } from "./av1/job.ts";
import { requestTranscode } from "./index.ts";
import { listAssets } from "./store.ts";

let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let server: TestServer;
let folder: string;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "background-"));
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

const startWith = async (settings: Record<string, string>) => {
  const worker = await startWorkerProcess(database.connection, join(folder, "data"), {
    TRANSCODES_AT_ONCE: "1",
    SLOW_SOUNDS: "off",
    ...settings,
  });
  workers.push(worker);
  return worker;
};
/** Orders a class, and waits until it is published. */
const publish = async (path: string): Promise<{ assetId: string; version: string }> => {
  const assetId = randomUUID();
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId,
      angles: [{ key: "front", source: { kind: "file", path } }],
      captions: [],
      origin: "studio",
    }),
  );
  const found = async () => (await listAssets(server.ctx().db, [assetId]))[0];
  await expect.poll(async () => (await found())?.availability, { timeout: 120_000 }).toBe("available");
  return { assetId, version: (await found())!.version! };
};
const withAv1 = async (): Promise<string[]> =>
  (await server.pool.query("select id from media.assets where av1_version = version")).rows.map(
    ({ id }) => id,
  );
/** Background jobs that gave way look for other work again after a while; here at once. */
const runWaiting = () =>
  server.pool.query(
    `update graphile_worker._private_jobs set run_at = now() from graphile_worker._private_tasks as task
     where task.id = task_id and task.identifier = 'media.encode_av1' and locked_at is null and run_at > now()`,
  );

it("encodes AV1 on each worker at once, lets a class that is published pass, and does what an earlier release queued", async () => {
  const plain = await startWith({});
  const sources: string[] = [];
  // The first two take long enough to be stopped.
  for (const [name, size] of [
    ["first", "320x180"],
    ["second", "320x180"],
    ["third", "160x120"],
  ] as const)
    sources.push(await makeSample(folder, `${name}.mp4`, { size, seconds: 5 }));
  const published = await Promise.all(sources.map(publish));
  const [first, second, third] = published as [
    (typeof published)[0],
    (typeof published)[0],
    (typeof published)[0],
  ];
  await plain.end();
  await startWith({ MEDIA_AV1: "on" });
  await startWith({ MEDIA_AV1: "on" });

  // As the previous release queues it.
  await server.pool.query(
    "select graphile_worker.add_job('media.encode_av1', $1::json, queue_name => 'av1', job_key => $2, priority => 2000)",
    [JSON.stringify(first), `av1-${first.version}`],
  );
  await server.ctx().transact((tx) => requestAv1(tx, second.assetId, second.version));
  const stopped = await Promise.all([stopEncoder(sources[0]!), stopEncoder(sources[1]!)]);
  await server.ctx().transact((tx) => requestAv1(tx, third.assetId, third.version));

  // A class that comes now is published while both go on, and its own AV1 waits.
  const fourth = await publish(await makeSample(folder, "fourth.mp4", { size: "160x120", seconds: 5 }));
  expect(encodersOf(sources[2]!)).toEqual([]);
  expect(await withAv1()).toEqual([]);

  for (const pid of stopped) process.kill(pid, "SIGCONT");
  const ids = [first, second, third, fourth].map(({ assetId }) => assetId);
  await expect
    .poll(
      async () => {
        await runWaiting();
        return (await withAv1()).toSorted();
      },
      { timeout: 200_000, interval: 1_000 },
    )
    .toEqual(ids.toSorted());
}, 400_000);
