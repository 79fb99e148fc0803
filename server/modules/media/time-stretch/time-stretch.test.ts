import { randomUUID } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { statement } from "../../../platform/db.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { ffmpeg, parseMediaPlaylist } from "../../../testing/media-samples.ts";
import { playbackOf, requestTranscode } from "../index.ts";
import type { PlaybackLinks, TranscodeOrder } from "../index.ts";
import { versionPrefix } from "../publish.ts";
import { listAssets } from "../store.ts";
import type { AssetRow } from "../store.ts";
import { isUrgentWorkDue } from "../background.ts";
import { orderMissingTimeStretch } from "./job.ts";
import { stretchPercents } from "./stretch.ts";

/** Length of the class (longer than a preview by at least a segment), of a source video, and of a clip. */
const [seconds, sourceSeconds, clipSeconds] = [34, 6, 2];
/**
 * A sound track begins with one AAC frame of encoder delay. Players trim it; ffmpeg, given the segments, does not.
 * Seconds.
 */
const encoderDelay = 1024 / 48_000;
const storedBytes = statement<{ id: string }, { bytes: number }>(
  "test.stored_bytes",
  (p) => sql`select stored_bytes::int as bytes from media.assets where id = ${p.id}::uuid`,
);
/** Restores the state before time-stretched sounds existed. */
const resetStretched = statement<{ id: string }, never>(
  "test.reset_stretched",
  (p) => sql`update media.assets set slow_version = null, slow_percents = '{}' where id = ${p.id}::uuid`,
);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let folder: string;
let asset: AssetRow;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slow-"));
  database = await createTestDatabase();
  server = await startTestServer({ env: { SLOW_SOUNDS: "on" }, database: database.connection });
  await makeClicks("clicks.wav");
  for (const [name, length] of [
    ["film.mp4", sourceSeconds],
    ["clip.mp4", clipSeconds],
  ] as const)
    await ffmpeg(
      ..."-f lavfi -i".split(" "),
      `testsrc2=s=96x54:r=10:d=${length}`,
      "-i",
      join(folder, "clicks.wav"),
      "-t",
      String(length),
      ..."-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac".split(" "),
      join(folder, name),
    );
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** A short high-pitched click every half second. */
const makeClicks = (name: string) =>
  ffmpeg(
    ..."-f lavfi -i".split(" "),
    `aevalsrc='0.5*sin(2*PI*1500*t)*lt(mod(t,0.5),0.03)*gte(t,0.1)':s=48000:d=${seconds}`,
    "-ac",
    "2",
    join(folder, name),
  );
const assetOf = async (id: string): Promise<AssetRow> => (await listAssets(server.ctx().db, [id]))[0]!;

async function publish(
  front: string | TranscodeOrder["angles"][number]["source"],
  origin: TranscodeOrder["origin"],
): Promise<AssetRow> {
  const id = randomUUID();
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId: id,
      angles: [{ key: "front", source: typeof front === "string" ? { kind: "file", path: front } : front }],
      captions: [],
      origin,
    }),
  );
  await expect.poll(async () => (await assetOf(id)).availability).toBe("available");
  return assetOf(id);
}

/** Waits for the stretched sounds of a class. Their job gives way to other work; here it tries again at once. */
const untilStretched = (id: string) =>
  expect
    .poll(async () => {
      await server.pool.query(
        `update graphile_worker._private_jobs set run_at = now() from graphile_worker._private_tasks as task
         where task.id = task_id and task.identifier = 'media.render_slow_sounds' and locked_at is null and run_at > now()`,
      );
      return (await assetOf(id)).stretchPercents;
    })
    .toEqual(stretchPercents);

const linksTo = async (id: string, scope: "full" | "preview" = "full"): Promise<PlaybackLinks> =>
  (await playbackOf(server.ctx(), { assetId: id, personId: randomUUID(), scope }))!;
const readSlow = async (url: string) => {
  const playlist = await (await fetch(url)).text();
  return parseMediaPlaylist(playlist);
};

/** Onsets of the clicks in a file, in seconds. */
function clicksOf(path: string): number[] {
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", "-i", path, "-ac", "1", "-ar", "48000", "-f", "f32le", "-"],
    { maxBuffer: 1024 ** 3 },
  );
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const found: number[] = [];
  let loudAt = -Infinity;
  samples.forEach((value, index) => {
    if (Math.abs(value) < peak * 0.3) return;
    if (index - loudAt > 4800) found.push(index / 48_000);
    loudAt = index;
  });
  return found;
}
/** Maximum deviation of clicks from their expected time, in seconds of the class. */
const worstOf = (clicks: readonly number[], rate: number) =>
  Math.max(...clicks.map((at) => Math.abs(at * rate - Math.round(at * rate * 2) / 2)));

/** Asserts that time-stretched sounds have a click every half second of the class, from half a second on. */
async function expectClicks(id: string, length: number): Promise<void> {
  const { slowSounds } = await linksTo(id);
  expect(slowSounds.map(({ percent }) => percent)).toEqual(stretchPercents);
  for (const { percent, url } of slowSounds) {
    const { map, segments } = await readSlow(url);
    const parts = [];
    for (const name of [map, ...segments.map(({ uri }) => uri)])
      parts.push(Buffer.from(await (await fetch(new URL(name, url))).arrayBuffer()));
    const file = join(folder, `${percent}.mp4`);
    await writeFile(file, Buffer.concat(parts));
    const clicks = clicksOf(file).map((at) => at - encoderDelay);
    expect(clicks, `${percent} percent`).toHaveLength(length * 2 - 1);
    expect(worstOf(clicks, percent / 100), `${percent} percent`).toBeLessThan(0.012);
  }
}

it("stretches the sound of a published class with every beat in place, also for repeated sound", async () => {
  const order = Array.from({ length: seconds / clipSeconds }, () => 0);
  const clips = [{ path: join(folder, "clip.mp4") }];
  asset = await publish({ kind: "cuts", clips, order, audio: join(folder, "clicks.wav") }, "studio");
  await untilStretched(asset.id);
  asset = await assetOf(asset.id);
  await expectClicks(asset.id, seconds);
});

it("counts stretched sounds in the stored bytes, and stores them under the version", async () => {
  const stored: string[] = [];
  let bytes = 0;
  for await (const { key, size } of server
    .ctx()
    .ports.storage.list(versionPrefix(asset.id, asset.version!))) {
    stored.push(key);
    bytes += size;
  }
  expect(stored.filter((key) => key.endsWith("index.m3u8") && key.includes("/slow/"))).toHaveLength(
    stretchPercents.length,
  );
  const { bytes: counted } = await server.ctx().db.one(storedBytes, { id: asset.id });
  expect(counted).toBe(bytes);
});

it("limits stretched sounds to the scope of the class", async () => {
  const { slowSounds } = await linksTo(asset.id, "preview");
  for (const { percent, url } of slowSounds) {
    const { segments } = await readSlow(url);
    const secondsOf = (some: typeof segments) =>
      (some.reduce((sum, one) => sum + one.seconds, 0) * percent) / 100;
    expect(secondsOf(segments)).toBeGreaterThanOrEqual(30);
    expect(secondsOf(segments.slice(0, -1))).toBeLessThan(30);
    const whole = await readSlow(
      (await linksTo(asset.id)).slowSounds.find((one) => one.percent === percent)!.url,
    );
    expect((await fetch(new URL(whole.segments.at(-1)!.uri, url))).status).toBe(403);
  }
  const other = slowSounds[0]!.url.replace(/\/[^/]+\/index/, "/01/index");
  expect((await fetch(other)).status).toBe(404);
});

it("stretches the sound of classes from source videos, and of ones published earlier", async () => {
  const source = await publish(join(folder, "film.mp4"), "studio");
  await untilStretched(source.id);
  await server.ctx().db.change(resetStretched, { id: source.id });
  expect((await linksTo(source.id)).slowSounds).toEqual([]);
  await orderMissingTimeStretch(server.ctx(), AbortSignal.timeout(60_000));
  await untilStretched(source.id);
  await expectClicks(source.id, sourceSeconds);
});

it("waits while a transcode is due", async () => {
  const [id, front] = [randomUUID(), { kind: "file" as const, path: join(folder, "film.mp4") }];
  const rollBack = new Error("rolled back so that the worker never sees the order");
  await expect(
    server.ctx().transact(async (tx) => {
      await requestTranscode(tx, {
        assetId: id,
        angles: [{ key: "front", source: front }],
        captions: [],
        origin: "studio",
      });
      expect(await isUrgentWorkDue(tx.db, 1000)).toBe(true);
      expect(await isUrgentWorkDue(tx.db, 0)).toBe(false);
      throw rollBack;
    }),
  ).rejects.toBe(rollBack);
});

it("stretches no sound of member uploads", async () => {
  const upload = await publish(join(folder, "film.mp4"), "upload");
  await orderMissingTimeStretch(server.ctx(), AbortSignal.timeout(60_000));
  expect((await assetOf(upload.id)).stretchPercents).toEqual([]);
});

it("makes none while disabled by configuration, and the missing ones once enabled", async () => {
  const source = await publish(join(folder, "film.mp4"), "studio");
  await untilStretched(source.id);
  await server.ctx().db.change(resetStretched, { id: source.id });
  const disabled = await startTestServer({
    roles: "api",
    database: database.connection,
    dataDir: server.dataDir,
  });
  try {
    await orderMissingTimeStretch(disabled.ctx(), AbortSignal.timeout(60_000));
    const { rows } = await server.pool.query(
      "select key from graphile_worker.jobs where task_identifier = 'media.render_slow_sounds'",
    );
    expect(rows).toEqual([]);
  } finally {
    await disabled.stop();
  }
  await orderMissingTimeStretch(server.ctx(), AbortSignal.timeout(60_000));
  await untilStretched(source.id);
});
