import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type pg from "pg";
import { startDatabaseSwitch } from "../../../testing/database-switch.ts";
import { encodersOf, stopEncoder } from "../../../testing/encoders.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { compare, ffmpeg, ffprobe } from "../../../testing/media-samples.ts";
import { startWorkerProcess } from "../../../testing/worker-processes.ts";
import type { WorkerProcess } from "../../../testing/worker-processes.ts";
import { deleteAsset, requestTranscode } from "../index.ts";
import { versionPrefix } from "../publish.ts";
import { listAssets } from "../store.ts";
import { requestAv1 } from "./job.ts";

let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let server: TestServer;
let folder: string;
/** A class of three stretches. */
let source: string;
let id: string;
let version: string;
const workers: WorkerProcess[] = [];
const start = async (
  settings: Record<string, string> = { MEDIA_AV1: "on" },
  connection = database.connection,
) => {
  const worker = await startWorkerProcess(connection, join(folder, "data"), {
    SLOW_SOUNDS: "off",
    ...settings,
  });
  workers.push(worker);
  return worker;
};
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "av1-workers-"));
  server = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: join(folder, "data"),
  });
  source = join(folder, "minutes.mp4");
  await ffmpeg(
    ..."-f lavfi -i testsrc2=s=320x180:r=10:d=181,noise=alls=6:allf=t".split(" "),
    ..."-c:v libx264 -preset ultrafast -crf 14 -pix_fmt yuv420p".split(" "),
    source,
  );
}, 200_000);
afterAll(async () => {
  for (const worker of workers) await worker.kill();
  await server?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes the class by a worker that encodes no AV1. */
const publish = async () => {
  id = randomUUID();
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId: id,
      angles: [{ key: "front", source: { kind: "file", path: source } }],
      captions: [],
      origin: "studio",
    }),
  );
  const publisher = await start({});
  const found = async () => (await listAssets(server.ctx().db, [id]))[0];
  await expect.poll(async () => (await found())?.availability, { timeout: 120_000 }).toBe("available");
  version = (await found())!.version!;
  await publisher.end();
};
const rows = async () =>
  (await server.pool.query("select * from media.stretches where asset_id = $1", [id])).rows;
const keysBelow = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of server.ctx().ports.storage.list(prefix)) keys.push(key.slice(prefix.length));
  return keys.toSorted();
};
const encodeAv1 = () => server.ctx().transact((tx) => requestAv1(tx, id, version));
/** Stops an encoder in its work on a stretch: before, the quality is measured in samples. */
const stopStretch = async (others: readonly number[] = []): Promise<number> => {
  const isBegun = async () =>
    (await rows()).filter((row) => row.is_begun && row.claimed_until > new Date()).length > others.length;
  await expect.poll(isBegun, { timeout: 120_000 }).toBe(true);
  return stopEncoder(source, others);
};
interface Track {
  streams: { codec_name: string }[];
  packets: { pts_time: string; flags: string }[];
}
/** The only rendition of a codec that has the source's size. */
const rendition = async (name: string): Promise<Track> => {
  const prefix = `${versionPrefix(id, version)}front/${name}/`;
  const segments = (await keysBelow(prefix)).filter((file) => file.endsWith(".m4s"));
  const parts: Buffer[] = [];
  for (const file of ["init.mp4", ...segments])
    parts.push(await buffer((await server.ctx().ports.storage.get(prefix + file))!.content));
  const path = join(folder, `${name}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return ffprobe<Track>(path, "-show_entries", "stream=codec_name:packet=pts_time,flags");
};

it("a long class is encoded in AV1 by idle workers too, with the same frames, and loses nothing when one of them is killed", async () => {
  await publish();
  await start();
  await encodeAv1();
  const own = await stopStretch();
  const owner = (await rows()).find((row) => row.is_begun).claimed_by;
  const killed = await start();
  await stopStretch([own]);
  await killed.kill();
  await expect.poll(() => encodersOf(source)).toEqual([own]);
  // Simulates half a minute without renewal of the one that was killed, which began last.
  await server.pool.query(
    "update media.stretches set claimed_until = now() where asset_id = $1 and is_begun and claimed_by <> $2",
    [id, owner],
  );
  const helper = await start();
  await expect
    .poll(async () => (await rows()).filter((row) => row.is_stored).length, { timeout: 120_000 })
    .toBe(2);
  expect(helper.logged()).toContain("Encoded a stretch for another worker");
  process.kill(own, "SIGCONT");
  const isSaved = async () =>
    (await server.pool.query("select av1_version = version as saved from media.assets where id = $1", [id]))
      .rows[0].saved;
  await expect.poll(isSaved, { timeout: 120_000 }).toBe(true);
  await expect.poll(rows).toEqual([]);
  await expect.poll(() => keysBelow(`${versionPrefix(id, version)}av1/`)).toEqual([]);

  const [h264, av1] = [await rendition("v180"), await rendition("a180")];
  expect(av1.streams).toEqual([{ codec_name: "av1" }]);
  const shown = ({ packets }: Track) =>
    packets.map(({ pts_time: at }) => Number(at)).toSorted((a, b) => a - b);
  expect(shown(av1)).toHaveLength(1810);
  expect(shown(av1)).toEqual(shown(h264));
  const keys = ({ packets }: Track) =>
    packets.filter(({ flags }) => flags.startsWith("K")).map(({ pts_time: at }) => at);
  expect(keys(av1)).toEqual(keys(h264));

  const fileOf = (name: string) => join(folder, `${name}.mp4`);
  // As similar to the source as what was published in H.264, not as what the ladder alone would give.
  const [before, after] = [await compare(fileOf("v180"), source), await compare(fileOf("a180"), source)];
  expect(Math.abs(after - before)).toBeLessThan(0.005);
  expect((await stat(fileOf("a180"))).size).toBeLessThan(0.7 * (await stat(fileOf("v180"))).size);
}, 400_000);

it("a database that is away while a class is measured doesn't count as an attempt", async () => {
  for (const worker of workers.splice(0)) await worker.kill();
  await server.pool.query("update media.assets set av1_version = null, av1_views = '{}' where id = $1", [id]);
  const toDatabase = await startDatabaseSwitch(database.connection);
  const worker = await start({ MEDIA_AV1: "on" }, toDatabase.connection);
  await encodeAv1();
  const encoder = await stopEncoder(source);
  toDatabase.setAway(true);
  process.kill(encoder, "SIGCONT");
  const lines = () =>
    worker
      .logged()
      .split("\n")
      .filter((line) => line.includes("media.encode_av1"));
  await expect.poll(() => lines().length, { timeout: 200_000 }).toBeGreaterThan(0);
  expect(lines()[0]).toContain("A job was postponed");
  toDatabase.setAway(false);
  const attempts = async () =>
    (
      await server.pool.query(
        "select attempts from graphile_worker.jobs where key = $1 and locked_at is null and run_at > now()",
        [`av1-${version}`],
      )
    ).rows;
  await expect.poll(attempts, { timeout: 60_000 }).toEqual([{ attempts: 0 }]);
  await worker.kill();
  await toDatabase.close();
  await start();
  await start();
}, 300_000);

it("one that is deleted stops all workers that encode it in AV1, and leaves nothing", async () => {
  await server.pool.query("update media.assets set av1_version = null, av1_views = '{}' where id = $1", [id]);
  await encodeAv1();
  const first = await stopStretch();
  await stopStretch([first]);
  await server.ctx().transact((tx) => deleteAsset(tx, id));
  await expect.poll(() => encodersOf(source), { timeout: 60_000 }).toEqual([]);
  const folders = async () =>
    (await readdir(join(folder, "data/work"))).filter(
      (name) => name.startsWith(id) || name.startsWith("av1-"),
    );
  await expect.poll(folders, { timeout: 60_000 }).toEqual([]);
  expect(await rows()).toEqual([]);
  await expect.poll(() => keysBelow(`assets/${id}/`), { timeout: 60_000 }).toEqual([]);
}, 500_000);
