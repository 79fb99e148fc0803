import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { playlistsOf } from "../../../../contract/av1.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { ffmpeg, ffprobe, parseMasterPlaylist, parseMediaPlaylist } from "../../../testing/media-samples.ts";
import { startRoles } from "../../../app/start.ts";
import { readConfig } from "../../../platform/config/index.ts";
import { explainStart } from "../../../platform/startup.ts";
import { createLog } from "../../../platform/log.ts";
import { transcodeClass, untilAvailable } from "../delivery/testing.ts";
import { deleteAsset, playbackOf } from "../index.ts";
import { requestAv1 } from "./job.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "av1-"));
  database = await createTestDatabase();
  server = await startTestServer({ env: { MEDIA_AV1: "on" }, database: database.connection });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const linksTo = async (assetId: string) =>
  (await playbackOf(server.ctx(), { assetId, personId: randomUUID(), scope: "full" }))!;
/** Runs the jobs that wait for another attempt, or gave way to other work. */
const tryAgain = () =>
  server.pool.query(
    `update graphile_worker._private_jobs set run_at = now() from graphile_worker._private_tasks as task
     where task.id = task_id and task.identifier = 'media.encode_av1' and locked_at is null and run_at > now()`,
  );
/** Waits until a class was looked at for AV1. */
const untilEncoded = (assetId: string) =>
  expect
    .poll(
      async () => {
        await tryAgain();
        const { rows } = await server.pool.query(
          "select av1_version = version as done from media.assets where id = $1",
          [assetId],
        );
        return rows[0].done;
      },
      { timeout: 170_000 },
    )
    .toBe(true);
const textOf = async (url: string) => (await fetch(url)).text();
/** The joined segments of a media playlist, as a file. */
const joined = async (url: string, name: string): Promise<string> => {
  const { map, segments } = parseMediaPlaylist(await textOf(url));
  const parts = await Promise.all(
    [map, ...segments.map(({ uri }) => uri)].map(async (uri) =>
      Buffer.from(await (await fetch(new URL(uri, url))).arrayBuffer()),
    ),
  );
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(parts));
  return path;
};
interface Track {
  streams: { codec_name: string; width: number; height: number }[];
  packets: { pts_time: string; flags: string; size: string }[];
}
const probe = (path: string) =>
  ffprobe<Track>(
    path,
    "-show_streams",
    "-show_packets",
    "-show_entries",
    "packet=pts_time,flags,size:stream",
  );

/** A published class. */
let id: string;
const source = () => join(folder, "class.mp4");
const keysOf = async () => {
  const found: string[] = [];
  for await (const { key } of server.ctx().ports.storage.list(`assets/${id}/`)) found.push(key);
  return found;
};
const versionOf = async (): Promise<string> =>
  (await server.pool.query("select version from media.assets where id = $1", [id])).rows[0].version;
const store = (key: string) => server.ctx().ports.storage.put(key, Buffer.from("x"), "video/mp4");

it("adds AV1 renditions to a published class, as long and divided as those in H.264, but smaller", async () => {
  await ffmpeg(
    // Square and with few frames: the least that has two renditions. Each of these tests encodes it again.
    ..."-f lavfi -i testsrc2=s=360x360:r=10:d=5,noise=alls=6:allf=t -f lavfi -i sine=f=440:d=5".split(" "),
    ..."-c:v libx264 -preset ultrafast -crf 14 -pix_fmt yuv420p -c:a aac -shortest".split(" "),
    source(),
  );
  id = await transcodeClass(server, source(), ["front"]);
  await untilAvailable(server, [id]);
  await untilEncoded(id);
  const { hlsUrl } = await linksTo(id);
  const { h264, av1 } = playlistsOf(hlsUrl);
  const master = await textOf(av1!);
  expect(master).toMatch(/CODECS="av01\.[^"]*,mp4a[^"]*",RESOLUTION=360x360/);
  const { variants, sounds } = parseMasterPlaylist(master);
  // The highest and the lowest of those in H.264.
  expect(variants.toSorted()).toEqual(["a240/index.m3u8", "a360/index.m3u8"]);
  expect((await fetch(new URL(sounds[0]!, av1!))).status).toBe(200);
  const of360 = (list: readonly string[]) => list.find((uri) => uri.includes("360"))!;
  const first = new URL(of360(parseMasterPlaylist(await textOf(h264)).variants), h264).href;
  const second = new URL(of360(variants), av1!).href;
  const [before, after] = [
    await probe(await joined(first, "h264.mp4")),
    await probe(await joined(second, "av1.mp4")),
  ];
  expect(after.streams[0]).toMatchObject({ codec_name: "av1", width: 360, height: 360 });
  const times = ({ packets }: Track) =>
    packets.map(({ pts_time: at }) => Number(at)).toSorted((a, b) => a - b);
  expect(times(after)).toEqual(times(before));
  const keys = ({ packets }: Track) =>
    packets.filter(({ flags }) => flags.startsWith("K")).map(({ pts_time: at }) => at);
  expect(keys(after)).toEqual(keys(before));
  const bytes = ({ packets }: Track) => packets.reduce((sum, { size }) => sum + Number(size), 0);
  expect(bytes(after)).toBeLessThan(bytes(before) * 0.9);
});

const parts = async () => (await keysOf()).filter((key) => key.includes("/av1/"));

it("deletes the encoded parts once the renditions are saved, also after an interruption", async () => {
  await expect.poll(parts, { timeout: 30_000 }).toEqual([]);
  const version = await versionOf();
  await store(`assets/${id}/${version}/av1/front-0/a360.mp4`);
  await server.ctx().transact((tx) => requestAv1(tx, id, version));
  await expect.poll(parts, { timeout: 30_000 }).toEqual([]);
  expect(playlistsOf((await linksTo(id)).hlsUrl).av1).not.toBeNull();
});

const av1Bytes = async (version: string): Promise<number> => {
  let bytes = 0;
  for await (const { size } of server.ctx().ports.storage.list(`assets/${id}/${version}/front/a360/`))
    bytes += size;
  return bytes;
};

it("waits while a newer order is to be carried out, loses nothing that was encoded, and follows the rate factors of H.264", async () => {
  const version = await versionOf();
  const before = await av1Bytes(version);
  // As if measuring had given the published H.264 fewer bytes: AV1 follows its similarity.
  const factors = JSON.stringify({ front: { v360: 31, v240: 31 } });
  const { storage } = server.ctx().ports;
  await storage.put(`assets/${id}/${version}/rate-factors.json`, Buffer.from(factors), "application/json");
  const encoded = `assets/${id}/${version}/av1/front-0/a360.mp4`;
  await server.pool.query(
    "update media.assets set is_pending = true, av1_version = null, av1_views = '{}' where id = $1",
    [id],
  );
  await store(encoded);
  await server.ctx().transact((tx) => requestAv1(tx, id, version));
  const hasGivenWay = async () => {
    const { rows } = await server.pool.query(
      "select run_at > now() as later from graphile_worker.jobs where key = $1",
      [`av1-${version}`],
    );
    return rows[0]?.later ?? "done";
  };
  await expect.poll(hasGivenWay, { timeout: 60_000 }).toBe(true);
  expect(await keysOf()).toContain(encoded);
  // The order was withdrawn.
  await server.pool.query("update media.assets set is_pending = false where id = $1", [id]);
  await untilEncoded(id);
  expect(playlistsOf((await linksTo(id)).hlsUrl).av1).not.toBeNull();
  expect(await av1Bytes(version)).toBeLessThan(before * 0.8);
}, 200_000);

it("offers no stretches any more after its last attempt failed", async () => {
  const version = await versionOf();
  await server.pool.query("update media.assets set av1_version = null, av1_views = '{}' where id = $1", [id]);
  await server.pool.query(
    `insert into media.stretches (asset_id, version, ordered_at, view, plan, release, name, first_frame, frames, is_stored)
     values ($1, $2, now(), 'front', '{}', 'test', 'front-0', 0, 100, false)`,
    [id, version],
  );
  const offered = async () =>
    (await server.pool.query("select from media.stretches where asset_id = $1", [id])).rowCount;
  // It can't be parsed.
  const ladder = `assets/${id}/${version}/av1/front.json`;
  await store(ladder);
  await server.ctx().transact((tx) => requestAv1(tx, id, version));
  const attempts = async () => {
    await tryAgain();
    const { rows } = await server.pool.query("select attempts from graphile_worker.jobs where key = $1", [
      `av1-${version}`,
    ]);
    return rows[0].attempts;
  };
  await expect.poll(attempts, { timeout: 60_000 }).toBe(3);
  await expect.poll(offered, { timeout: 60_000 }).toBe(0);
  expect(await keysOf()).toContain(ladder);
  await server.ctx().ports.storage.delete(ladder);
  await server.ctx().transact((tx) => requestAv1(tx, id, version));
  await untilEncoded(id);
}, 200_000);

it("deletes what a replaced version has of AV1, and nothing else", async () => {
  const old = randomUUID();
  const stored = ["front/v360/1.m4s", "front/a360/1.m4s", "front/av1.m3u8", "av1/front-0/a360.mp4"];
  for (const name of stored) await store(`assets/${id}/${old}/${name}`);
  const others = (await keysOf()).filter((key) => !key.includes(old));
  await server.ctx().transact((tx) => requestAv1(tx, id, old));
  const left = [...others, `assets/${id}/${old}/front/v360/1.m4s`].toSorted();
  await expect.poll(async () => (await keysOf()).toSorted(), { timeout: 30_000 }).toEqual(left);
});

it("leaves a class whose source is gone in H.264, and deletes all files with it", async () => {
  const version = await versionOf();
  await rename(source(), join(folder, "elsewhere.mp4"));
  await server.pool.query("update media.assets set av1_version = null, av1_views = '{}' where id = $1", [id]);
  await server.ctx().transact((tx) => requestAv1(tx, id, version));
  await untilEncoded(id);
  expect(playlistsOf((await linksTo(id)).hlsUrl).av1).toBeNull();
  await server.ctx().transact((tx) => deleteAsset(tx, id));
  await expect.poll(keysOf, { timeout: 30_000 }).toEqual([]);
});

it("refuses to start a worker whose ffmpeg can't encode AV1, and says why", async () => {
  const config = readConfig(
    { NODE_ENV: "test", DATA_DIR: join(folder, "other"), LOG_LEVEL: "silent", MEDIA_AV1: "on" },
    ["--role=worker"],
  );
  const bin = join(folder, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "ffmpeg"), "#!/bin/sh\necho ' V....D libx264'\n", { mode: 0o755 });
  const path = process.env["PATH"];
  process.env["PATH"] = `${bin}:${path}`;
  try {
    const starting = startRoles(config, database.connection, createLog("silent"));
    const error = await starting.then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(explainStart(error, config)).toMatch(/MEDIA_AV1=on needs an ffmpeg with SVT-AV1/);
  } finally {
    process.env["PATH"] = path;
  }
});
