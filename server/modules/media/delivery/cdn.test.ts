import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCdn } from "../../../testing/cdn.ts";
import { startDatabaseSwitch } from "../../../testing/database-switch.ts";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { playbackOf, revokeLinks } from "../index.ts";
import type { PlaybackLinks } from "../index.ts";
import { statusOf, transcodeClass, untilAvailable } from "./testing.ts";

const secret = "a secret of the app and its CDN alone";
const originKey = "by which the CDN identifies itself";
let assetId: string;
let folder: string;
let cdn: Awaited<ReturnType<typeof startCdn>>;
let database: { connection: pg.PoolConfig; drop(): Promise<void> };
let toDatabase: Awaited<ReturnType<typeof startDatabaseSwitch>>;
/** Two servers with one database and one storage. */
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "eightcount-cdn-"));
  cdn = await startCdn({ secret, originKey });
  database = await createTestDatabase();
  toDatabase = await startDatabaseSwitch(database.connection);
  const env = {
    MEDIA_SECRET: "of both servers, with at least 32 characters",
    AUTH_SECRET: "of both servers, with at least 32 characters",
    MEDIA_CDN_URL: cdn.url,
    MEDIA_CDN_SIGNING: "secure-link",
    MEDIA_CDN_SECRET: secret,
    MEDIA_CDN_ORIGIN_KEY: originKey,
  };
  const options = { database: toDatabase.connection, dataDir: join(folder, "data"), env };
  server = await startTestServer(options);
  other = await startTestServer({ ...options, roles: "api" });
  cdn.setOrigin(server.url);
  const path = await makeSample(folder, "class.mp4", { size: "320x180", rate: "10", seconds: 16 });
  assetId = await transcodeClass(server, path, ["front"]);
  await untilAvailable(server, [assetId]);
}, 180_000);
afterAll(async () => {
  await other?.stop();
  await server?.stop();
  await toDatabase?.close();
  await database?.drop();
  await cdn?.close();
  await rm(folder, { recursive: true, force: true });
});

const play = async (personId: string): Promise<PlaybackLinks> =>
  (await playbackOf(server.ctx(), { assetId, personId, scope: "full" }))!;
const segment = (links: PlaybackLinks, number: number, at = server) => {
  const url = new URL(`front/v180/0000${number}.m4s`, links.storyboardUrl);
  return at.url + url.pathname;
};

it("serves fifty viewers of a class from one fetch of each segment, and records each viewer once", async () => {
  const people = Array.from({ length: 50 }, () => randomUUID());
  const contents = new Set<string>();
  for (const person of people) {
    const links = await play(person);
    for (const [index, number] of [1, 2, 3, 4].entries()) {
      const answer = await fetch(segment(links, number, index % 2 === 0 ? server : other));
      expect(answer.status).toBe(200);
      expect(new URL(answer.url).origin).toBe(cdn.url);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      contents.add(`${number} ${Buffer.from(await answer.arrayBuffer()).toString("base64")}`);
    }
  }
  expect(contents.size).toBe(4);
  expect(cdn.counts).toEqual({ requested: 200, fetched: 4 });
  const { rows } = await server.pool.query<{ written: number }>(
    "select count(*) filter (where seen_at = claimed_at)::int as written from media.streams where person_id = any($1)",
    [people],
  );
  expect(rows).toEqual([{ written: 50 }]);
});

it("redirects no one without a right, and serves playlists itself", async () => {
  const person = randomUUID();
  const four = await Promise.all([1, 2, 3, 4].map(() => play(person)));
  const answer = await fetch(four[0]!.hlsUrl, { redirect: "manual" });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("#EXTM3U")]);
  for (const links of four.slice(0, 3)) expect(await statusOf(segment(links, 1))).toBe(200);
  expect(await statusOf(segment(four[3]!, 1, other))).toBe(429);
  const revoked = randomUUID();
  await server.ctx().transact((tx) => revokeLinks(tx, [revoked]));
  expect(await statusOf(segment(await play(revoked), 1))).toBe(403);
});

it("gives files to the CDN alone, by their names", async () => {
  const found = await fetch(segment(await play(randomUUID()), 1), { redirect: "manual" });
  expect([found.status, found.headers.get("cache-control")]).toEqual([302, "private, max-age=20"]);
  const { pathname, href } = new URL(found.headers.get("location")!);
  // A signature is of one file, and needed also for what the CDN has stored.
  expect(await statusOf(href)).toBe(200);
  expect(await statusOf(href.replace("00001", "00002"))).toBe(403);
  const fetchOf = (path: string, key: string) =>
    fetch(`${server.url}/media/origin${path}`, { headers: { "x-origin-key": key } });
  const whole = await fetchOf(pathname, originKey);
  expect([whole.status, whole.headers.get("cache-control")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  const upright = pathname.replace("/front/", "/front-upright/");
  await server.ctx().ports.storage.put(upright.slice(1), new Uint8Array(1), "video/iso.segment");
  expect((await fetchOf(upright, originKey)).status).toBe(200);
  expect((await fetchOf(pathname, "another")).status).toBe(403);
  expect((await fetchOf(pathname.replace("00001.m4s", "index.m3u8"), originKey)).status).toBe(404);
  expect((await fetchOf("/uploads/x/source", originKey)).status).toBe(404);
});

it("plays on while the database is away", async () => {
  const links = await play(randomUUID());
  expect(await statusOf(segment(links, 1))).toBe(200);
  toDatabase.setAway(true);
  for (const at of [server, other])
    for (const number of [2, 3, 4]) expect(await statusOf(segment(links, number, at))).toBe(200);
  toDatabase.setAway(false);
  await expect
    .poll(() =>
      server.pool.query("select 1").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});
