import { sql } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiterRes } from "rate-limiter-flexible";
import type { Message } from "./i18n/messages.ts";
import type { Ctx } from "../ctx.ts";
import type { RateLimitKey } from "./ip-address.ts";
import { statement } from "./db.ts";
import type { Statement } from "./db.ts";
import { RateLimited } from "./errors.ts";
import { inTime } from "./redis/redis.ts";
import { keyedHash } from "./signature.ts";

/** Points that each key may use within a window, which begins with its first use. */
export interface RateLimit {
  /** Unique; each limit has its own counters. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Set by `withoutDatabase`: Redis counts for all servers, or else each process. Otherwise PostgreSQL counts for all servers. */
  readonly memory?: RateLimiterMemory;
}

/** Slowdown of attempts on one secret: `free` of them at once, then one per delay, which doubles. */
export interface AttemptLimit {
  readonly name: string;
  readonly free: number;
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
  /** Attempts count this long from the first one. */
  readonly windowSeconds: number;
}

/** Without ports, as in a transaction, Redis isn't asked. */
type LimitCtx = Pick<Ctx, "db" | "clock" | "config"> & { readonly ports?: Ctx["ports"] };
type Key = string | RateLimitKey;

/**
 * A limit for routes that are too busy for one row per request. Create it once, where the routes are registered. With Redis it holds for
 * all servers together; without it, and while Redis is away, for each process.
 */
export const withoutDatabase = (limit: Omit<RateLimit, "memory">): RateLimit => ({
  ...limit,
  memory: new RateLimiterMemory({ points: limit.points, duration: limit.seconds, keyPrefix: "" }),
});

/**
 * Consumes points for each key in turn, and stops at the first key past its limit. A use that begins within the limit may exceed
 * it, so that no number of `points` is refused forever.
 * @throws RateLimited with the seconds until the window ends
 */
export async function consume(
  ctx: LimitCtx,
  limit: RateLimit,
  keys: Key | readonly Key[],
  options: { points?: number; message?: Message } = {},
): Promise<void> {
  const wait = await tryConsume(ctx, limit, keys, options.points);
  if (wait !== null) throw new RateLimited(wait, options.message);
}

/** Like `consume`. @returns null within the limit, else the seconds until the next use */
export async function tryConsume(
  ctx: LimitCtx,
  limit: RateLimit,
  keys: Key | readonly Key[],
  points = 1,
): Promise<number | null> {
  for (const key of Array.isArray(keys) ? (keys as readonly Key[]) : [keys as Key]) {
    const { name, factor } = typeof key === "string" ? { name: key, factor: 1 } : key;
    const used = await limiterOf(ctx, limit).penalty(storedKey(ctx, limit, name), points);
    if (used.consumedPoints - points >= limit.points * factor) return secondsUntil(used);
  }
  return null;
}

/**
 * Refuses a key whose limit is used up, and consumes nothing: for uses that count only by their result.
 * @throws RateLimited with the seconds until the window ends
 */
export async function requireWithin(ctx: LimitCtx, limit: RateLimit, keys: readonly Key[]): Promise<void> {
  for (const key of keys) {
    const { name, factor } = typeof key === "string" ? { name: key, factor: 1 } : key;
    const used = await limiterOf(ctx, limit).get(storedKey(ctx, limit, name));
    if (used && used.consumedPoints >= limit.points * factor) throw new RateLimited(secondsUntil(used));
  }
}

/** Resets a counter, for example after a correct password. */
export async function resetLimit(ctx: LimitCtx, limit: RateLimit, key: string): Promise<void> {
  await limiterOf(ctx, limit).delete(storedKey(ctx, limit, key));
}

/**
 * Counts an attempt on a secret before it is checked. Past the free attempts one passes per delay, of any number of concurrent
 * ones. Refused attempts don't count.
 * @returns null when the attempt is allowed, else the seconds until the next one
 */
export async function tryAttempt(ctx: LimitCtx, limit: AttemptLimit, key: string): Promise<number | null> {
  const { attempts, turns } = countersOf(limit);
  const takeTurn = async (count: number): Promise<number | null> => {
    if (count < limit.free) return null;
    const turn = await limiterOf(ctx, turns).penalty(storedKey(ctx, turns, key), 1, {
      customDuration: delayAfter(limit, count),
    });
    return turn.consumedPoints > 1 ? secondsUntil(turn) : null;
  };
  const counter = limiterOf(ctx, attempts);
  const known = (await counter.get(storedKey(ctx, attempts, key)))?.consumedPoints ?? 0;
  const wait = await takeTurn(known + 1);
  if (wait !== null) return wait;
  const count = (await counter.penalty(storedKey(ctx, attempts, key))).consumedPoints;
  // Concurrent attempts read the same count: those past the free ones still need a slot.
  if (known + 1 >= limit.free || count < limit.free) return null;
  const late = await takeTurn(limit.free);
  if (late !== null) await counter.reward(storedKey(ctx, attempts, key));
  return late;
}

/** Resets the attempts on a secret, after a correct one. */
export async function resetAttempts(ctx: LimitCtx, limit: AttemptLimit, key: string): Promise<void> {
  const { attempts, turns } = countersOf(limit);
  await resetLimit(ctx, attempts, key);
  await resetLimit(ctx, turns, key);
}

/** Seconds from the attempt number `count` to the next one. */
export const delayAfter = (limit: AttemptLimit, count: number): number =>
  Math.min(limit.maxDelaySeconds, limit.firstDelaySeconds * 2 ** Math.min(30, count - limit.free));

const countersOf = (limit: AttemptLimit): { attempts: RateLimit; turns: RateLimit } => ({
  attempts: { name: limit.name, points: limit.free, seconds: limit.windowSeconds },
  turns: { name: `${limit.name}, delayed`, points: 1, seconds: limit.firstDelaySeconds },
});

const deleteExpiredRows = statement<{ now: number; limit: number }, { key: string }>(
  "platform.delete_expired_rate_limits",
  (p) => sql`
    delete from platform.rate_limits where key in (
      select key from platform.rate_limits where expire <= ${p.now}::bigint limit ${p.limit}::int for update skip locked)
    returning key`,
);

/** Deletes up to `limit` expired counters. @returns how many */
export const deleteExpiredLimits = async (ctx: LimitCtx, limit: number): Promise<number> =>
  (await ctx.db.many(deleteExpiredRows, { now: ctx.clock.now().getTime(), limit })).length;

/** IP and email addresses are stored only as keyed hashes. */
const storedKey = (ctx: LimitCtx, limit: RateLimit, key: string): string =>
  limit.memory && !ctx.ports?.redis
    ? key
    : keyedHash(ctx.config.authSecret, JSON.stringify(["rate limit", limit.name, key]));

const secondsUntil = (result: RateLimiterRes): number => Math.max(1, Math.ceil(result.msBeforeNext / 1000));

/** The library's limiter over this request's database, or over Redis. It has no connection, timer or table of its own. */
function limiterOf(
  ctx: LimitCtx,
  limit: RateLimit,
): RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis {
  const { points, seconds: duration, memory } = limit;
  const redis = ctx.ports?.redis;
  if (memory && !redis) return memory;
  if (memory && redis)
    return new RateLimiterRedis({
      storeClient: {
        isReady: redis.channels.isReady,
        eval: (...given: Parameters<typeof redis.commands.eval>) => inTime(redis.commands.eval(...given)),
      },
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
      keyPrefix: "eightcount:limit",
      points,
      duration,
    });
  return new RateLimiterPostgres({
    storeClient: clientOver(ctx),
    storeType: "client",
    schemaName: "platform",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: "",
    points,
    duration,
  });
}

interface LibraryQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}
interface CounterRow {
  readonly points: number;
  readonly expire: number | null;
}

/**
 * Adapter for the library's PostgreSQL client. The library reads the system clock, but tests move ours. So each time is shifted by
 * the difference: the upsert's window end and current time, and the read's current time.
 */
const clientOver = (ctx: LimitCtx) => ({
  async query({ name, text, values }: LibraryQuery): Promise<{ rows: CounterRow[]; rowCount: number }> {
    const at = { "rate_limits:rlflx-upsert": 3, "rate_limits:rlflx-get": 1 }[name];
    const now = ctx.clock.now().getTime();
    const shift = at === undefined ? 0 : now - Number(values[at]);
    const moved = values.map((value, index) =>
      at !== undefined && index >= at - 1 && typeof value === "number" ? value + shift : value,
    );
    const query: Statement<object, CounterRow> = {
      name,
      text,
      keys: values.map((_value, index) => String(index)),
    };
    const rows = await ctx.db.many(query, { ...moved });
    // The library subtracts the system's current time.
    return {
      rows: rows.map(({ points, expire }) => ({
        points,
        expire: expire === null ? null : expire - now + Date.now(),
      })),
      rowCount: rows.length,
    };
  },
});
