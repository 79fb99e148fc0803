/** nginx with ops/cdn/nginx.conf before two processes, a database and a store. */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { originKey, startCdnStudio } from "../../../testing/cdn-studio.ts";
import type { CdnStudio } from "../../../testing/cdn-studio.ts";
import { startDatabaseSwitch } from "../../../testing/database-switch.ts";
import { createTestDatabase } from "../../../testing/harness.ts";
import { revokeLinks } from "../index.ts";

const minuteMs = 60_000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let toDatabase: Awaited<ReturnType<typeof startDatabaseSwitch>>;
let studio: CdnStudio;
/** Each test plays segments that no other has. */
let fresh = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  toDatabase = await startDatabaseSwitch(database.connection);
  studio = await startCdnStudio(toDatabase.connection, 64);
});
afterAll(async () => {
  await studio?.end();
  await toDatabase?.close();
  await database?.drop();
});
/** How far the clock of the processes is ahead; milliseconds. */
let aheadMs = 0;
const passTo = (ms: number) => {
  studio.clock.pass(ms - aheadMs);
  aheadMs = ms;
};
beforeEach(() => passTo(0));

/** @returns path of a segment by a link; `number` counts from 1 */
const segment = (link: string, number: number) => `${link}front/v180/${String(number).padStart(5, "0")}.m4s`;
const nextSegment = () => (fresh += 1);

/** Asks a process, and follows its redirect to nginx. */
async function get(path: string, at: number, init: RequestInit = {}) {
  const answer = await fetch(studio.bases[at]! + path, init);
  const body = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    url: answer.url,
    cache: answer.headers.get("x-cache"),
    headers: answer.headers,
    body,
  };
}

/** Like `get`, as players do: again when a busy process says that it may be asked later. */
async function getPatiently(path: string, at: number): ReturnType<typeof get> {
  for (;;) {
    const answer = await get(path, at);
    const seconds = Number(answer.headers.get("retry-after") ?? 0);
    if (answer.status !== 503 || seconds === 0) return answer;
    await setTimeout(seconds * 1000);
  }
}

/** The signed URL at nginx to which a process redirects. */
async function signed(path: string, at: number): Promise<string> {
  const answer = await fetch(studio.bases[at]! + path, { redirect: "manual" });
  expect(answer.status).toBe(302);
  return answer.headers.get("location")!;
}

it("gives fifty viewers at once a class for one request of each segment, and writes once for each", async () => {
  const numbers = [nextSegment(), nextSegment(), nextSegment(), nextSegment()];
  const people = Array.from({ length: 50 }, () => randomUUID());
  const before = await studio.originRequests();
  const cache = new Map<string | null, number>();
  const contents = new Set<string>();
  await Promise.all(
    people.map(async (person, viewer) => {
      const link = await studio.link(person);
      for (const number of numbers) {
        const answer = await getPatiently(segment(link, number), (viewer + number) % 2);
        expect([answer.status, new URL(answer.url).origin]).toEqual([200, studio.cdnUrl]);
        cache.set(answer.cache, (cache.get(answer.cache) ?? 0) + 1);
        contents.add(`${number} ${createHash("sha256").update(answer.body).digest("hex")}`);
      }
    }),
  );
  expect(Object.fromEntries(cache)).toEqual({ MISS: 4, HIT: 196 });
  expect(await studio.originRequests()).toBe(before + 4);
  expect(contents.size).toBe(4);
  const { rows } = await studio.desk.pool.query<{ once: number }>(
    "select count(*) filter (where seen_at = claimed_at)::int as once from media.streams where person_id = any($1)",
    [people],
  );
  expect(rows).toEqual([{ once: 50 }]);
});

it("answers browsers of every page, whole segments and ranges", async () => {
  const path = segment(await studio.link(randomUUID()), nextSegment());
  const range = { headers: { range: "bytes=100-199" } };
  const first = await get(path, 0, range);
  expect([first.status, first.cache, first.body.length]).toEqual([206, "MISS", 100]);
  const whole = await get(path, 1);
  expect([whole.status, whole.cache]).toEqual([200, "HIT"]);
  expect(whole.body.subarray(100, 200)).toEqual(first.body);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "video/iso.segment",
    "content-length": String(whole.body.length),
    "accept-ranges": "bytes",
  });
  const again = await get(path, 0, range);
  expect([again.status, again.body]).toEqual([206, first.body]);
  const preflight = await fetch(await signed(path, 0), { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "range"]);
});

it("refuses anyone without a signature of the file, also for what is in the cache", async () => {
  const [number, other] = [nextSegment(), nextSegment()];
  const link = await studio.link(randomUUID());
  const url = await signed(segment(link, number), 0);
  expect((await fetch(url)).status).toBe(200);
  const { origin, pathname, searchParams } = new URL(url);
  const later = new URL(url);
  later.searchParams.set("expires", String(Number(searchParams.get("expires")) + 1));
  const name = (at: number) => `${String(at).padStart(5, "0")}.m4s`;
  for (const refused of [
    origin + pathname,
    later.href,
    url.replace(name(number), name(other)),
    `${origin}/media/origin${pathname}`,
  ])
    expect([refused, [403, 404]]).toEqual([refused, expect.arrayContaining([(await fetch(refused)).status])]);
});

it("accepts a signed URL for ten minutes at least and for twenty at most", async () => {
  const path = segment(await studio.link(randomUUID()), nextSegment());
  expect((await get(path, 0)).status).toBe(200);
  // The URL of a process whose clock is behind was signed that long ago for nginx.
  passTo(-10 * minuteMs + 5_000);
  for (const at of [0, 1]) {
    const { status, cache } = await get(path, at);
    expect([status, cache]).toEqual([200, "HIT"]);
  }
  passTo(-20 * minuteMs - 5_000);
  expect([(await get(path, 0)).status, (await get(path, 1)).status]).toEqual([410, 410]);
});

it("stops a person who lost access within a minute, on every process", async () => {
  const person = randomUUID();
  const path = segment(await studio.link(person), nextSegment());
  for (const at of [0, 1]) expect((await get(path, at)).status).toBe(200);
  const redirect = await fetch(studio.bases[0]! + path, { redirect: "manual" });
  await studio.desk.ctx().transact((tx) => revokeLinks(tx, [person]));
  const lookupMs = 30_000;
  passTo(lookupMs);
  for (const at of [0, 1]) expect((await get(path, at)).status).toBe(403);
  // A browser may follow the redirect that it has until then.
  const [, maxAge] = /max-age=(\d+)$/.exec(redirect.headers.get("cache-control")!)!;
  expect(lookupMs + Number(maxAge) * 1000).toBeLessThan(minuteMs);
});

it("gives files to nginx alone, and serves playlists itself", async () => {
  const link = await studio.link(randomUUID());
  const playlist = await get(`${link}front/master.m3u8`, 0);
  expect([playlist.status, new URL(playlist.url).origin]).toEqual([200, studio.bases[0]]);
  expect(playlist.body.toString()).toContain("#EXTM3U");
  const { pathname } = new URL(await signed(segment(link, nextSegment()), 0));
  const statusOf = async (path: string, key: string) =>
    (await fetch(`${studio.bases[0]}/media/origin${path}`, { headers: { "x-origin-key": key } })).status;
  expect(await statusOf(pathname, originKey)).toBe(200);
  expect(await statusOf(pathname, "another")).toBe(403);
  // Classes that are filmed upright have folders of their own.
  const upright = pathname.replace("/front/", "/front-upright/");
  await studio.desk.ctx().ports.storage.put(upright.slice(1), new Uint8Array(1), "video/iso.segment");
  expect(await statusOf(upright, originKey)).toBe(200);
  expect(await statusOf(pathname.replace(/\d{5}\.m4s$/, "index.m3u8"), originKey)).toBe(404);
  expect(await statusOf("/uploads/x/source", originKey)).toBe(404);
});

it("refuses a fourth screen on whichever process, while three play on", async () => {
  const [number, next] = [nextSegment(), nextSegment()];
  const person = randomUUID();
  const links = await Promise.all([1, 2, 3, 4].map(() => studio.link(person)));
  for (const [screen, link] of links.slice(0, 3).entries())
    expect((await get(segment(link, number), screen % 2)).status).toBe(200);
  for (const at of [0, 1]) expect((await get(segment(links[3]!, number), at)).status).toBe(429);
  for (const link of links.slice(0, 3))
    for (const at of [0, 1]) expect((await get(segment(link, next), at)).status).toBe(200);
});

it("doesn't store that a segment is missing or the store is away", async () => {
  const path = segment(await studio.link(randomUUID()), nextSegment());
  studio.store.setAway(true);
  const refused = await get(path, 0);
  expect([refused.status, refused.cache]).toEqual([503, "MISS"]);
  studio.store.setAway(false);
  const answer = await get(path, 0);
  expect([answer.status, answer.cache]).toEqual([200, "MISS"]);
  const missing = path.replace(/\d{5}\.m4s$/, "00099.m4s");
  for (const at of [0, 1]) {
    const { status, cache } = await get(missing, at);
    expect([status, cache]).toEqual([404, "MISS"]);
  }
});

it("plays on while the database is away: what is in the cache, and what only the store has", async () => {
  const [cached, stored] = [nextSegment(), nextSegment()];
  const people = await Promise.all([1, 2, 3].map(() => studio.link(randomUUID())));
  for (const [viewer, link] of people.entries())
    expect((await get(segment(link, cached), viewer % 2)).status).toBe(200);
  toDatabase.setAway(true);
  const seen: unknown[] = [];
  for (const number of [cached, stored])
    for (const link of people)
      for (const at of [0, 1]) {
        const { status, cache } = await get(segment(link, number), at);
        seen.push([number, status, cache]);
      }
  toDatabase.setAway(false);
  const expected = [cached, stored].flatMap((number) =>
    people.flatMap(() => [0, 1].map(() => [number, 200, "HIT"])),
  );
  expected[6] = [stored, 200, "MISS"];
  expect(seen).toEqual(expected);
});

it("fetches from the other process while one is away or restarts, and needs none for what is in the cache", async () => {
  const link = await studio.link(randomUUID());
  const [one, other] = studio.apis as [(typeof studio.apis)[0], (typeof studio.apis)[0]];
  const urls = [];
  for (let count = 0; count < 6; count += 1) urls.push(await signed(segment(link, nextSegment()), 0));
  const statusesOf = (some: string[]) =>
    Promise.all(
      some.map(async (url) => {
        const answer = await fetch(url);
        await answer.arrayBuffer();
        return [answer.status, answer.headers.get("x-cache")];
      }),
    );
  const fetched = (count: number, how: string) => Array.from({ length: count }, () => [200, how]);
  await one.end("SIGKILL");
  expect(await statusesOf(urls.slice(0, 3))).toEqual(fetched(3, "MISS"));
  await one.start();
  await other.end("SIGKILL");
  expect(await statusesOf(urls.slice(3))).toEqual(fetched(3, "MISS"));
  await one.end("SIGKILL");
  expect(await statusesOf(urls)).toEqual(fetched(6, "HIT"));
  // Failed attempts are no reason to name viewers.
  expect(studio.cdnErrorLog()).not.toContain("client:");
});
