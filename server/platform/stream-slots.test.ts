import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx, Viewer } from "../ctx.ts";
import { startTestServer } from "../testing/harness.ts";
import type { TestServer } from "../testing/harness.ts";
import { startRedis } from "../testing/redis.ts";
import type { TestRedis } from "../testing/redis.ts";
import { RateLimited, Unavailable } from "./errors.ts";
import { StreamSlots, streamLimits } from "./stream-slots.ts";

const viewerOf = (accountId: string, isAnonymous: boolean): Viewer => ({
  personId: accountId,
  accountId,
  isChild: false,
  hidesExplicit: false,
  sessionId: accountId,
  role: "member",
  isAnonymous,
});
/** Processes of one studio have one. */
const secret = "of-the-tests-and-long-enough-for-keyed-hashes";
let redis: TestRedis;
/** Two processes that share Redis, and one without it. */
let shared: TestServer[];
let alone: TestServer;
beforeAll(async () => {
  redis = await startRedis();
  const start = (env: Record<string, string>) =>
    startTestServer({ roles: "api", env: { LOG_LEVEL: "silent", AUTH_SECRET: secret, ...env } });
  alone = await start({});
  shared = [await start({ REDIS_URL: redis.url }), await start({ REDIS_URL: redis.url })];
});
afterAll(async () => {
  for (const server of [...shared, alone]) await server.stop();
  await redis.kill();
});

const guest = (account: string | null, clientIp: string, server = alone) => ({
  ...server.ctx(),
  viewer: account === null ? null : viewerOf(account, true),
  clientIp,
});
const member = (account: string, clientIp: string, server = alone) => ({
  ...server.ctx(),
  viewer: viewerOf(account, false),
  clientIp,
});

/** Opens streams until one is refused. @returns the number of opened streams */
async function fill(slots: StreamSlots, who: (at: number) => Ctx): Promise<number> {
  for (let count = 0; ; count += 1)
    try {
      await slots.take(who(count));
    } catch (error) {
      if (!(error instanceof RateLimited || error instanceof Unavailable)) throw error;
      expect(error.details["retryAfterSeconds"]).toBe(30);
      return count;
    }
}

describe("live streams", () => {
  test("are limited to twelve per account across networks", async () => {
    const slots = new StreamSlots();
    expect(await fill(slots, (at) => member("ana", `10.${at}.0.1`))).toBe(12);
    expect(await fill(slots, (at) => guest("ben", `10.${at}.0.1`))).toBe(12);
  });

  test.each([
    ["an IPv4 address", "192.0.2.1", "192.0.3.1"],
    ["an IPv6 /64", "2001:db8:1:1::1", "2001:db8:1:2::1"],
  ])("of guests are limited for %s, across accounts", async (_network, address, other) => {
    const slots = new StreamSlots();
    expect(await fill(slots, (at) => guest(`guest ${at}`, address))).toBe(streamLimits.guestsPerNetwork);
    await slots.take(member("member of that network", address));
    await slots.take(guest("guest of another network", other));
  });

  test("of guests are limited for a whole IPv6 /48, too", async () => {
    const slots = new StreamSlots();
    const opened = await fill(slots, (at) => guest(`guest ${at}`, `2001:db8:1:${at.toString(16)}::1`));
    expect(opened).toBeGreaterThan(streamLimits.guestsPerNetwork);
    expect(opened).toBeLessThan(streamLimits.guests);
  });

  test("of guests never take the share reserved for members", async () => {
    const slots = new StreamSlots();
    const everywhere = (at: number) => `10.${at >> 8}.${at & 255}.1`;
    expect(await fill(slots, (at) => guest(`guest ${at}`, everywhere(at)))).toBe(streamLimits.guests);
    expect(await fill(slots, (at) => member(`member ${at}`, everywhere(at)))).toBe(
      streamLimits.total - streamLimits.guests,
    );
    expect(slots.size).toBe(streamLimits.total);
  });

  test("release their slot once, when they end", async () => {
    const slots = new StreamSlots();
    const release = await slots.take(guest(null, "192.0.2.1"));
    expect(await fill(slots, () => guest(null, "192.0.2.1"))).toBe(11);
    release();
    release();
    expect(await fill(slots, () => guest(null, "192.0.2.1"))).toBe(1);
  });

  test("of an account are counted over all processes with Redis", async () => {
    for (const { ctx } of shared) await expect.poll(() => ctx().ports.redis?.channels.isReady).toBe(true);
    const [one, other] = [new StreamSlots(), new StreamSlots()];
    const releases = await Promise.all(
      Array.from({ length: 9 }, () => one.take(member("cy", "192.0.2.1", shared[0]))),
    );
    expect(await fill(other, () => member("cy", "192.0.2.1", shared[1]))).toBe(3);
    expect(await fill(other, () => member("dee", "192.0.2.1", shared[1]))).toBe(12);
    releases[0]!();
    releases[0]!();
    await expect.poll(() => fill(other, () => member("cy", "192.0.2.1", shared[1]))).toBe(1);
  });

  test("of an account are counted by each process while Redis is away", async () => {
    await redis.kill();
    await expect.poll(() => shared[0]!.ctx().ports.redis?.channels.isReady).toBe(false);
    for (const slots of [new StreamSlots(), new StreamSlots()])
      expect(await fill(slots, () => member("eve", "192.0.2.1", shared[0]))).toBe(12);
  });
});
