import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type pg from "pg";
import { encodersOf, stopEncoder } from "../../../testing/encoders.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { factorsOf, makeSample } from "../../../testing/media-samples.ts";
import { startWorkerProcess } from "../../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../../testing/worker-processes.ts";
import { deleteAsset, requestTranscode } from "../index.ts";
import { encodingOf } from "../order.ts";
import { checkAngle, joinedOf, openWorkbench, worstLikeness } from "../pipeline/testing.ts";
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

const storedBelow = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.ctx().ports.storage.list(prefix)) keys.push(key.slice(prefix.length));
  return keys.toSorted();
};
/** Stops an encoder of a source in its work on the frames: before, the source is only inspected and its sound measured. */
const stopStretch = async (source: string, others: readonly number[] = []): Promise<number> => {
  const isClaimed = async () =>
    (await server.pool.query("select from media.stretches where is_begun and claimed_until > now()"))
      .rowCount! > others.length;
  await expect.poll(isClaimed, { timeout: 60_000 }).toBe(true);
  return stopEncoder(source, others);
};
const rowsOf = (assetId: string) =>
  server.pool.query("select from media.stretches where asset_id = $1", [assetId]);

describe("a long video", () => {
  let long: string;
  beforeAll(async () => {
    // Three stretches.
    long = await makeSample(folder, "minutes.mp4", {
      size: "160x120",
      seconds: 181,
      rate: "10",
      sound: false,
    });
    workers.push(await startWorkerProcess(database.connection, join(folder, "data")));
  }, 120_000);

  it("is encoded by idle workers too, with the same frames and rate factor, and loses nothing when one of them is killed", async () => {
    const id = await order(long, "upload");
    const own = await stopStretch(long);
    const killed = await startWorkerProcess(database.connection, join(folder, "data"));
    await stopStretch(long, [own]);
    await killed.kill();
    await expect.poll(() => encodersOf(long)).toEqual([own]);
    // Simulates half a minute without renewal.
    await server.pool.query(
      "update media.stretches set claimed_until = now() where claimed_by not in (select version from media.attempts)",
    );
    const helper = await startWorkerProcess(database.connection, join(folder, "data"));
    workers.push(helper);
    const isAllButOwnStored = async () =>
      (await server.pool.query("select from media.stretches where asset_id = $1 and is_stored", [id]))
        .rowCount === 2;
    await expect.poll(isAllButOwnStored, { timeout: 120_000 }).toBe(true);
    expect(helper.logged()).toContain("Encoded a stretch for another worker");
    process.kill(own, "SIGCONT");
    await expect
      .poll(async () => (await listAssets(server.ctx().db, [id]))[0]?.availability, { timeout: 120_000 })
      .toBe("available");
    const attempts = await server.pool.query(
      "select state, version from media.attempts where asset_id = $1",
      [id],
    );
    expect(attempts.rows).toMatchObject([{ state: "published" }]);
    await expect.poll(async () => (await rowsOf(id)).rowCount).toBe(0);
    await expect.poll(() => storedBelow(`stretches/${id}/`)).toEqual([]);

    const bench = await openWorkbench();
    try {
      const expected = await bench.work({
        front: { kind: "file", path: long },
        encoding: encodingOf("upload"),
      });
      const [top] = expected.rungs;
      const prefix = `assets/${id}/${attempts.rows[0].version}/front/${top!}/`;
      const segments = (await storedBelow(prefix)).filter((file) => file.endsWith(".m4s"));
      const pieces: Buffer[] = [];
      for (const file of ["init.mp4", ...segments])
        pieces.push(await buffer((await server.ctx().ports.storage.get(prefix + file))!.content));
      const published = join(folder, "published.mp4");
      await writeFile(published, Buffer.concat(pieces));
      const factors = await factorsOf(published);
      expect(factors).toHaveLength(3);
      expect(new Set(factors).size).toBe(1);
      expect(factors[0]).toBeGreaterThan(24);
      await checkAngle(expected, "front");
      expect(await worstLikeness(published, joinedOf(expected, "front", top!))).toBeGreaterThan(30);
    } finally {
      await bench.close();
    }
  }, 400_000);

  it("that is deleted stops all workers that encode it, and leaves nothing", async () => {
    const id = await order(long, "upload");
    const first = await stopStretch(long);
    await stopStretch(long, [first]);
    await server.ctx().transact((tx) => deleteAsset(tx, id));
    await expect.poll(() => encodersOf(long), { timeout: 60_000 }).toEqual([]);
    const folders = async () =>
      (await readdir(join(folder, "data/work"))).filter((name) => name.startsWith(id));
    await expect.poll(folders, { timeout: 60_000 }).toEqual([]);
    expect((await rowsOf(id)).rowCount).toBe(0);
    await expect.poll(() => storedBelow(`stretches/${id}/`), { timeout: 60_000 }).toEqual([]);
  }, 200_000);
});

it("transcodes a class on each worker at once, and members' videos beside them", async () => {
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
