import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { startRedis } from "../../../testing/redis.ts";
import type { TestRedis } from "../../../testing/redis.ts";
import type { Redis } from "../../../platform/redis/redis.ts";
import { playbackOf } from "../index.ts";
import type { PlaybackLinks } from "../index.ts";
import { statusOf, transcodeClass, untilAvailable } from "./testing.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let server: TestServer;
let folder: string;
let personId: string;
let assetId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "screens-"));
  database = await createTestDatabase();
  server = await startTestServer({ database: database.connection });
  const path = await makeSample(folder, "class.mp4", { size: "320x180", rate: "10", seconds: 16 });
  assetId = await transcodeClass(server, path, ["front", "back"]);
  await untilAvailable(server, [assetId]);
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  personId = randomUUID();
});

const play = async (
  scope: "full" | "preview" | "clip",
  { person = personId, from = server } = {},
): Promise<PlaybackLinks> => {
  const links = await playbackOf(from.ctx(), { assetId, personId: person, scope });
  expect(links).not.toBeNull();
  return links!;
};

const segment = (links: PlaybackLinks, number = 1) =>
  new URL(`front/v180/0000${number}.m4s`, links.storyboardUrl).href;

describe("concurrent screens of one account", () => {
  it("allows three at once and answers 429 with a message for a fourth", async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => play("full")));
    for (const links of four.slice(0, 3)) expect(await statusOf(segment(links))).toBe(200);
    // Playlists don't count as playing.
    expect(await statusOf(four[3]!.hlsUrl)).toBe(200);
    const refused = await fetch(segment(four[3]!));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(((await refused.json()) as { error: { message: string } }).error.message).toMatch(/3 screens/);
    // Screens that already play continue; both angles are one stream; another person's screens are counted apart.
    expect(await statusOf(segment(four[0]!, 2))).toBe(200);
    expect(await statusOf(segment(four[0]!).replace("/front/", "/back/"))).toBe(200);
    expect(await statusOf(segment(await play("full", { person: randomUUID() })))).toBe(200);
  });

  it("takes no screen for clips of the feed", async () => {
    const clips = await Promise.all(Array.from({ length: 8 }, () => play("clip")));
    for (const links of clips) expect(await statusOf(segment(links))).toBe(200);
    const classes = await Promise.all([1, 2, 3].map(() => play("full")));
    for (const links of classes) expect(await statusOf(segment(links))).toBe(200);
    expect(await statusOf(segment(await play("full")))).toBe(429);
    expect(await statusOf(segment(clips[0]!, 2))).toBe(200);
  });

  it("frees a screen when its player closes, or a minute after its last segment", async () => {
    const [first, second, third, fourth, fifth] = (await Promise.all(
      [1, 2, 3, 4, 5].map(() => play("full")),
    )) as [PlaybackLinks, PlaybackLinks, PlaybackLinks, PlaybackLinks, PlaybackLinks];
    for (const links of [first, second, third]) expect(await statusOf(segment(links))).toBe(200);
    const left = await fetch(new URL("leave", first.storyboardUrl), { method: "POST", body: "" });
    expect(left.status).toBe(204);
    expect(await statusOf(segment(fourth))).toBe(200);
    expect(await statusOf(segment(fifth))).toBe(429);
    await server.pool.query(
      "update media.streams set seen_at = now() - interval '61 seconds' where person_id = $1 and split_part(stream_id, '.', 1) = $2",
      [personId, streamOf(second)],
    );
    expect(await statusOf(segment(fifth))).toBe(200);
    expect(
      (
        await fetch(new URL("leave", first.storyboardUrl).href.replace("/media/f.", "/media/p."), {
          method: "POST",
        })
      ).status,
    ).toBe(403);
  });

  it("counts correctly when four streams begin at once, and writes rarely", async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => play("full")));
    const statuses = await Promise.all(four.map((links) => statusOf(segment(links))));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const playing = four[statuses.indexOf(200)]!;
    const seenAt = async () =>
      (
        await server.pool.query<{ at: string }>(
          "select seen_at::text as at from media.streams where person_id = $1 and split_part(stream_id, '.', 1) = $2",
          [personId, streamOf(playing)],
        )
      ).rows[0]!.at;
    const before = await seenAt();
    for (const number of [2, 3, 4, 5]) expect(await statusOf(segment(playing, number))).toBe(200);
    expect(await seenAt()).toBe(before);
  });

  /** Fetches a segment as one client of a link. */
  const watch = async (links: PlaybackLinks, address: string, program = "Firefox", number = 1) => {
    const headers = { "x-forwarded-for": address, "user-agent": program };
    const response = await fetch(segment(links, number), { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const [home, away] = ["192.0.2.1", "2001:db8:7::1"];

  it("allows three for a shared link, however many clients use it", async () => {
    const links = await play("full");
    const statuses = [];
    for (let viewer = 0; viewer < 8; viewer += 1) statuses.push(await watch(links, `10.0.${viewer}.1`));
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    // Another program on the same network is another screen. Screens that already play continue.
    expect(await watch(links, "10.0.0.1", "Safari")).toBe(429);
    expect(await watch(links, "10.0.0.1", "Firefox", 2)).toBe(200);
  });

  it("keeps a stream when a carrier changes the IP address within its network", async () => {
    const others = await Promise.all([1, 2].map(() => play("full")));
    for (const links of others) expect(await watch(links, home)).toBe(200);
    const links = await play("full");
    for (const address of ["198.51.100.7", "198.51.100.200", "198.51.100.31"])
      expect(await watch(links, address)).toBe(200);
  });

  it("moves a stream to another network once a minute, even with all three in use", async () => {
    const [phone, ...others] = (await Promise.all([1, 2, 3].map(() => play("full")))) as [
      PlaybackLinks,
      ...PlaybackLinks[],
    ];
    for (const links of [phone, ...others]) expect(await watch(links, home)).toBe(200);
    // A link that has only just begun to play can't move.
    expect(await watch(phone, away)).toBe(429);
    const passMinute = () =>
      server.pool.query(
        "update media.streams set claimed_at = claimed_at - interval '61 seconds' where person_id = $1",
        [personId],
      );
    await passMinute();
    expect(await watch(phone, away)).toBe(200);
    expect(await watch(phone, "10.9.9.9")).toBe(429);
    const { rows } = await server.pool.query("select from media.streams where person_id = $1", [personId]);
    expect(rows).toHaveLength(3);
    await passMinute();
    expect(await watch(phone, "10.9.9.9")).toBe(200);
  });

  it("frees the screen of the client that leaves, but not again within a minute", async () => {
    const links = await play("full");
    const leave = (address: string) =>
      fetch(new URL("leave", links.storyboardUrl), {
        method: "POST",
        body: "",
        // A system's player fetches segments with another user agent than the page that sends the beacon.
        headers: { "x-forwarded-for": address, "user-agent": "Safari" },
      });
    const playing = async () =>
      (await server.pool.query("select from media.streams where person_id = $1", [personId])).rows.length;
    for (const address of [home, away]) expect(await watch(links, address, "AppleCoreMedia")).toBe(200);
    await leave(home);
    expect(await playing()).toBe(1);
    await leave(away);
    expect(await playing()).toBe(1);
  });

  const streamOf = (links: PlaybackLinks) => new URL(links.hlsUrl).pathname.split("/")[2]!.split(".")[3]!;
});

describe("concurrent screens of one account, counted in Redis", () => {
  let redis: TestRedis;
  let connected: Redis;
  let counting: TestServer;
  beforeAll(async () => {
    redis = await startRedis();
    counting = await startTestServer({
      roles: "api",
      database: database.connection,
      dataDir: server.dataDir,
      env: { REDIS_URL: redis.url },
    });
    connected = counting.ctx().ports.redis!;
    while (!connected.channels.isReady) await sleep(10);
  });
  afterAll(async () => {
    await counting?.stop();
    await redis?.kill();
  });

  const open = (count: number) =>
    Promise.all(Array.from({ length: count }, () => play("full", { from: counting })));
  const watch = async (links: PlaybackLinks, address = "192.0.2.1") => {
    const response = await fetch(segment(links), { headers: { "x-forwarded-for": address } });
    await response.arrayBuffer();
    return response.status;
  };
  /** Moves what Redis knows of the person's screens into the past. */
  const pass = async (what: "seen" | "claimed", seconds: number) => {
    const key = `eightcount:screens:{${personId}}:${what}`;
    for (const { value } of await connected.commands.zRangeWithScores(key, 0, -1))
      await connected.commands.zIncrBy(key, -seconds * 1000, value);
  };

  it("allows three of four that begin at once, without the database", async () => {
    const statuses = await Promise.all((await open(4)).map((links) => watch(links)));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
    const { rows } = await server.pool.query("select from media.streams where person_id = $1", [personId]);
    expect(rows).toHaveLength(0);
  });

  it("frees a screen when its player closes, or a minute after its last segment", async () => {
    const five = await open(5);
    for (const links of five.slice(0, 3)) expect(await watch(links)).toBe(200);
    await fetch(new URL("leave", five[0]!.storyboardUrl), {
      method: "POST",
      body: "",
      headers: { "x-forwarded-for": "192.0.2.1" },
    });
    expect(await watch(five[3]!)).toBe(200);
    expect(await watch(five[4]!)).toBe(429);
    await pass("seen", 61);
    expect(await watch(five[4]!)).toBe(200);
  });

  it("moves a stream to another network once a minute, even with all three in use", async () => {
    const [phone, ...others] = (await open(3)) as [PlaybackLinks, ...PlaybackLinks[]];
    for (const links of [phone, ...others]) expect(await watch(links)).toBe(200);
    expect(await watch(phone, "2001:db8:7::1")).toBe(429);
    await pass("claimed", 61);
    expect(await watch(phone, "2001:db8:7::1")).toBe(200);
    expect(await watch(phone, "10.9.9.9")).toBe(429);
  });

  it("counts in the database while Redis is away", async () => {
    await redis.kill();
    while (connected.channels.isReady) await sleep(10);
    const statuses = await Promise.all((await open(4)).map((links) => watch(links)));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
  });
});
