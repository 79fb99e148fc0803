import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isDatabaseUnavailable } from "../db.ts";
import type { Log } from "../log.ts";

const retryEveryMs = 1_000;

/** graphile-worker's statements that record how jobs ended. A second run of one changes nothing. */
const recordsOutcome = /^\s*(?:with j as \(\s*)?(?:delete from|update) \S+\._private_jobs as jobs\b/;

const isOutcome = (query: unknown): query is pg.QueryConfig =>
  typeof query === "object" && recordsOutcome.test(String((query as { text?: unknown } | null)?.text));

/**
 * The pool for graphile-worker. While the database is away, it holds back the statements that record how jobs ended, and runs them once it is
 * back. graphile-worker doesn't await those of succeeded jobs, so that a failure would end the process; and it stops for good after one
 * failure of the others.
 * @param options.stopping aborts when the worker stops: then a failed statement is given up, and its job runs again elsewhere
 */
export function holdOutcomes(
  pool: pg.Pool,
  { log, stopping }: { readonly log: Log; readonly stopping: AbortSignal },
): pg.Pool {
  const record = async (query: pg.QueryConfig, cause: unknown): Promise<Pick<pg.QueryResult, "rows">> => {
    log.warn({ err: cause }, "The outcome of a job waits for the database");
    for (;;) {
      const isLast = stopping.aborted;
      await sleep(isLast ? 0 : retryEveryMs, undefined, { signal: stopping }).catch(() => undefined);
      try {
        return await pool.query(query);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        if (!isLast) continue;
        log.warn({ err: error }, "The outcome of a job could not be recorded. The job runs again");
        return { rows: [] };
      }
    }
  };
  const connect = async (): Promise<Pick<pg.PoolClient, "query" | "release">> => {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const query = (given: unknown) => (isOutcome(given) ? record(given, error) : Promise.reject(error));
      return { query: query as pg.PoolClient["query"], release: () => undefined };
    }
    const query = async (given: pg.QueryConfig, ...more: never[]) => {
      try {
        return await client.query(given, ...more);
      } catch (error) {
        if (!isOutcome(given) || !isDatabaseUnavailable(error)) throw error;
        return record(given, error);
      }
    };
    return replacing(client, { query });
  };
  // With a callback, it's the connection that listens, which graphile-worker opens again by itself.
  const connectAny = (callback?: Parameters<pg.Pool["connect"]>[0]) =>
    callback ? pool.connect(callback) : connect();
  return replacing(pool, { connect: connectAny });
}

/** An object with some methods replaced. */
const replacing = <Target extends object>(
  target: Target,
  methods: Readonly<Record<string, unknown>>,
): Target =>
  new Proxy(target, {
    get: (_target, key) => {
      if (typeof key === "string" && Object.hasOwn(methods, key)) return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
