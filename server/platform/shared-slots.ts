import { randomUUID } from "node:crypto";
import type { Ctx } from "../ctx.ts";
import { inTime } from "./redis/redis.ts";
import { keyedHash } from "./signature.ts";

/** A process that ends without a word gives its slots back after this time. */
const lifetimeMs = 90_000;
const refreshMs = 30_000;

/** A sorted set of the open streams of one account, by when each ends unless it is refreshed. Returns whether there is a slot. */
const take = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, limit, lifetime = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], id) and redis.call('ZCARD', KEYS[1]) >= limit then return 0 end
redis.call('ZADD', KEYS[1], now + lifetime, id)
redis.call('PEXPIRE', KEYS[1], lifetime)
return 1`;

/** What counting over all processes needs of a request. */
export type SlotCtx = Pick<Ctx, "config" | "log" | "ports">;

/**
 * Takes one of `limit` slots that all processes share by Redis. Without Redis, and while it is away, each process counts for itself.
 * @param name of what is counted, such as an account; only its keyed hash is stored
 * @returns a function that releases the slot; null if all are taken
 */
export async function takeSharedSlot(
  ctx: SlotCtx,
  name: string,
  limit: number,
): Promise<(() => void) | null> {
  const { redis } = ctx.ports;
  if (!redis) return () => {};
  const id = randomUUID();
  const key = `eightcount:slots:${keyedHash(ctx.config.authSecret, JSON.stringify(["slots", name]))}`;
  const count = async (most: number): Promise<boolean> => {
    if (!redis.channels.isReady) return true;
    try {
      const options = { keys: [key], arguments: [id, String(most), String(lifetimeMs)] };
      return (await inTime(redis.commands.eval(take, options))) === 1;
    } catch (error) {
      ctx.log.warn({ err: error }, "Redis didn't count a live stream. This process does");
      return true;
    }
  };
  if (!(await count(limit))) return null;
  // An open stream stays, also if others came while Redis was away.
  const refresh = setInterval(() => void count(Number.MAX_SAFE_INTEGER), refreshMs).unref();
  return () => {
    clearInterval(refresh);
    if (!redis.channels.isReady) return;
    inTime(redis.commands.zRem(key, id)).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "Redis didn't release the slot of a live stream. It ends by itself"),
    );
  };
}
