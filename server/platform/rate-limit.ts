import { sql } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { RateLimiterRes } from "rate-limiter-flexible";
import type { Ctx } from "../ctx.ts";
import type { RateLimitKey } from "./ip-address.ts";
import { statement } from "./db.ts";
import type { Statement } from "./db.ts";
import { RateLimited } from "./errors.ts";
import { keyedHash } from "./signature.ts";

/** How much each key may use within a window, which begins with its first use. */
export interface RateLimit {
  /** Unique among limits: each counts for itself. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** Set by `inMemory`: counted in this process alone. Otherwise PostgreSQL counts for all servers. */
  readonly memory?: RateLimiterMemory;
}

/** How attempts on one secret slow down: `free` of them at once, then one per delay, which doubles. */
export interface AttemptLimit {
  readonly name: string;
  readonly free: number;
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
  /** Attempts count this long from the first one. */
  readonly windowSeconds: number;
}

type LimitCtx = Pick<Ctx, "db" | "clock" | "config">;
type Key = string | RateLimitKey;

/** A limit for routes that are too busy for a row per request. Make it once, where the routes are registered. */
export const inMemory = (limit: Omit<RateLimit, "memory">): RateLimit => ({
  ...limit,
  memory: new RateLimiterMemory({ points: limit.points, duration: limit.seconds, keyPrefix: "" }),
});

/**
 * Counts a use for each key in turn, and stops at the first key that is past its limit.
 * A use that begins within the limit may exceed it, so that no `points` are too many forever.
 * @throws RateLimited with the seconds until the window ends
 */
export async function consume(
  ctx: LimitCtx,
  limit: RateLimit,
  keys: Key | readonly Key[],
  options: { points?: number; message?: string } = {},
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

/** Starts counting over, for example after a correct password. */
export async function resetLimit(ctx: LimitCtx, limit: RateLimit, key: string): Promise<void> {
  await limiterOf(ctx, limit).delete(storedKey(ctx, limit, key));
}

/**
 * Counts an attempt on a secret before it is checked. Past the free attempts one passes per delay, of however many come at once;
 * refused attempts don't count.
 * @returns null when the attempt may be made, else the seconds until the next one
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
  // Attempts at the same moment read the same count: those past the free ones still need a turn.
  if (known + 1 >= limit.free || count < limit.free) return null;
  const late = await takeTurn(limit.free);
  if (late !== null) await counter.reward(storedKey(ctx, attempts, key));
  return late;
}

/** Forgets the attempts on a secret, after the right one. */
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

/** Deletes up to `limit` counters whose window has ended. @returns how many */
export const deleteExpiredLimits = async (ctx: LimitCtx, limit: number): Promise<number> =>
  (await ctx.db.many(deleteExpiredRows, { now: ctx.clock.now().getTime(), limit })).length;

/** Addresses and emails aren't stored, only hashes that need our secret. */
const storedKey = (ctx: LimitCtx, limit: RateLimit, key: string): string =>
  limit.memory ? key : keyedHash(ctx.config.authSecret, JSON.stringify(["rate limit", limit.name, key]));

const secondsUntil = (result: RateLimiterRes): number => Math.max(1, Math.ceil(result.msBeforeNext / 1000));

/** The library's limiter over this request's database. It owns no connection, timer or table of its own. */
const limiterOf = (ctx: LimitCtx, limit: RateLimit): RateLimiterMemory | RateLimiterPostgres =>
  limit.memory ??
  new RateLimiterPostgres({
    storeClient: clientOver(ctx),
    storeType: "client",
    schemaName: "platform",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: "",
    points: limit.points,
    duration: limit.seconds,
  });

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
 * What the library takes for a PostgreSQL client. The library reads the machine's clock and tests move ours, so that each time is moved
 * by the difference: of the upsert the window's end and the present, of the read the present.
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
    // The library subtracts the machine's present.
    return {
      rows: rows.map(({ points, expire }) => ({
        points,
        expire: expire === null ? null : expire - now + Date.now(),
      })),
      rowCount: rows.length,
    };
  },
});
