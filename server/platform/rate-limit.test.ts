import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { startRedis } from "../testing/redis.ts";
import { networkKeys } from "./ip-address.ts";
import { createLog } from "./log.ts";
import {
  consume,
  delayAfter,
  deleteExpiredLimits,
  withoutDatabase,
  resetAttempts,
  resetLimit,
  tryAttempt,
  tryConsume,
} from "./rate-limit.ts";
import type { AttemptLimit } from "./rate-limit.ts";
import { connectRedis } from "./redis/redis.ts";

let server: TestServer;
let ctx: Ctx;
let now = Date.parse("2026-12-01T10:00:00Z");
const wait = (seconds: number) => {
  now += seconds * 1000;
};
beforeAll(async () => {
  server = await startTestServer({ roles: "api", clock: { now: () => new Date(now) } });
  ctx = server.ctx();
});
afterAll(() => server?.stop());

const limit = { name: "test", points: 3, seconds: 60 };

describe("rate limit shared by all servers", () => {
  test("refuses a use past its points and returns when the window ends", async () => {
    for (let n = 0; n < 3; n += 1) await consume(ctx, limit, "a");
    wait(20);
    await expect(consume(ctx, limit, "a")).rejects.toMatchObject({
      code: "RATE_LIMITED",
      status: 429,
      details: { retryAfterSeconds: 40 },
    });
    await consume(ctx, limit, "b");
    await consume(ctx, { ...limit, name: "another limit" }, "a");
    wait(40);
    await consume(ctx, limit, "a");
  });

  test("allows exactly its points of a hundred concurrent uses", async () => {
    const waits = await Promise.all(Array.from({ length: 100 }, () => tryConsume(ctx, limit, "parallel")));
    expect(waits.filter((seconds) => seconds === null)).toHaveLength(3);
  });

  test("starts over after a reset", async () => {
    for (let n = 0; n < 4; n += 1) await tryConsume(ctx, limit, "reset");
    await resetLimit(ctx, limit, "reset");
    expect(await tryConsume(ctx, limit, "reset")).toBeNull();
  });

  test("allows one use of any size, and none after it", async () => {
    expect(await tryConsume(ctx, limit, "large", 500)).toBeNull();
    expect(await tryConsume(ctx, limit, "large")).toBe(60);
  });

  test("stops an address that rotates through the /64s of a /56, and one that rotates through a /48", async () => {
    const passed = async (addressOf: (n: number) => string, attempts: number) => {
      let count = 0;
      for (let n = 0; n < attempts; n += 1)
        if ((await tryConsume(ctx, limit, networkKeys(addressOf(n)))) === null) count += 1;
      return count;
    };
    expect(await passed((n) => `2001:db8:a:${(0x100 + n).toString(16)}::1`, 20)).toBe(12);
    expect(await passed((n) => `2001:db8:b:${(n * 0x100).toString(16)}::1`, 60)).toBe(48);
    // A refused /64 doesn't use up its neighbors' points.
    expect(await passed(() => "2001:db8:c:1::1", 60)).toBe(3);
    expect(await passed(() => "2001:db8:c:2::1", 1)).toBe(1);
  });

  test("stores neither IP addresses nor email addresses", async () => {
    await consume(ctx, limit, ["dancer@example.test", ...networkKeys("203.0.113.99")]);
    const { rows } = await server.pool.query<{ key: string }>("select key from platform.rate_limits");
    expect(rows.every(({ key }) => /^[\w-]{43}$/.test(key))).toBe(true);
  });

  test("deletes counters of ended windows in batches", async () => {
    const count = async () =>
      (await server.pool.query("select count(*)::int as n from platform.rate_limits")).rows[0].n as number;
    wait(3600 * 25);
    await consume(ctx, limit, "still counted");
    const before = await count();
    expect(before).toBeGreaterThan(3);
    expect(await deleteExpiredLimits(ctx, 2)).toBe(2);
    await deleteExpiredLimits(ctx, 100_000);
    expect(await count()).toBe(1);
  });
});

describe("attempts on a secret", () => {
  const attempts: AttemptLimit = {
    name: "test attempts",
    free: 10,
    firstDelaySeconds: 60,
    maxDelaySeconds: 3600,
    windowSeconds: 86_400,
  };

  test("wait a minute after ten, then twice as long each time, up to an hour", async () => {
    for (let n = 0; n < 10; n += 1) expect(await tryAttempt(ctx, attempts, "a")).toBeNull();
    for (const seconds of [60, 120, 240, 480, 960, 1920, 3600, 3600]) {
      expect(await tryAttempt(ctx, attempts, "a")).toBe(seconds);
      wait(seconds - 1);
      expect(await tryAttempt(ctx, attempts, "a")).toBe(1);
      wait(1);
      expect(await tryAttempt(ctx, attempts, "a")).toBeNull();
    }
  });

  test("pass ten of a hundred concurrent ones, and one of a hundred after each delay", async () => {
    const many = async () =>
      (await Promise.all(Array.from({ length: 100 }, () => tryAttempt(ctx, attempts, "b")))).filter(
        (seconds) => seconds === null,
      ).length;
    expect(await many()).toBe(10);
    wait(60);
    expect(await many()).toBe(1);
  });

  test("are forgotten after a reset, and after a day", async () => {
    const use = async () => {
      for (let n = 0; n < 10; n += 1) expect(await tryAttempt(ctx, attempts, "c")).toBeNull();
      expect(await tryAttempt(ctx, attempts, "c")).not.toBeNull();
    };
    await use();
    await resetAttempts(ctx, attempts, "c");
    await use();
    wait(86_400);
    await use();
  });

  test("never wait longer than the maximum", () => {
    expect(delayAfter(attempts, 10_000)).toBe(3600);
  });
});

test("a limit in memory counts per process", async () => {
  const [one, other] = [withoutDatabase(limit), withoutDatabase(limit)];
  for (let n = 0; n < 3; n += 1) expect(await tryConsume(ctx, one, "a")).toBeNull();
  expect(await tryConsume(ctx, one, "a")).toBeGreaterThan(0);
  expect(await tryConsume(ctx, one, "b")).toBeNull();
  expect(await tryConsume(ctx, other, "a")).toBeNull();
});

test("a limit without the database holds for all servers with Redis, and for each while Redis is away", async () => {
  const redis = await startRedis();
  const connections = await Promise.all([1, 2].map(() => connectRedis(redis.url, createLog("silent"))));
  const isReady = async (expected: boolean) => {
    while (connections.some(({ channels }) => channels.isReady !== expected)) await sleep(10);
  };
  try {
    await isReady(true);
    const [one, other] = connections.map((connected) => ({
      ...ctx,
      ports: { ...ctx.ports, redis: connected },
    })) as [Ctx, Ctx];
    const [mine, theirs] = [withoutDatabase(limit), withoutDatabase(limit)];
    for (const server of [one, other, one]) expect(await tryConsume(server, mine, "192.0.2.7")).toBeNull();
    expect(await tryConsume(other, theirs, "192.0.2.7")).toBeGreaterThan(0);
    expect(await tryConsume(other, theirs, "192.0.2.8")).toBeNull();
    const keys = await connections[0]!.commands.keys("*");
    expect(keys).toHaveLength(2);
    // Redis learns no address.
    expect(keys.join()).not.toContain("192.0.2");
    await redis.kill();
    await isReady(false);
    for (let n = 0; n < 3; n += 1) expect(await tryConsume(other, theirs, "192.0.2.7")).toBeNull();
    expect(await tryConsume(other, theirs, "192.0.2.7")).toBeGreaterThan(0);
  } finally {
    for (const { stop } of connections) stop();
    await redis.kill();
  }
});
