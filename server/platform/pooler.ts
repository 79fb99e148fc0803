import type pg from "pg";
import type { Log } from "./log.ts";

/** The pooler can't be used as it is set. The message says what to change. */
export class PoolerFault extends Error {}

/** Any key that nothing else locks. */
const lockKey = 724_518_330_019;

/**
 * Checks that a pooler leads to the database of the direct connections, and that it ends statements that take too long.
 * @throws PoolerFault if it leads to another database
 */
export async function checkPooler(pools: { pooler: pg.Pool; direct: pg.Pool }, log: Log): Promise<void> {
  const holder = await pools.direct.connect();
  try {
    await holder.query("select pg_advisory_lock($1)", [lockKey]);
    // Advisory locks are per database: only there it is taken.
    const { rows } = await pools.pooler.query<{ isElsewhere: boolean; timeout: string }>(
      `select pg_try_advisory_xact_lock($1) as "isElsewhere", current_setting('statement_timeout') as timeout`,
      [lockKey],
    );
    if (rows[0]!.isElsewhere)
      throw new PoolerFault("DATABASE_POOLED_URL must lead to the same database as DATABASE_URL.");
    if (rows[0]!.timeout === "0")
      log.warn("The pooler sets no statement_timeout, see connect_query in ops/postgres/pgbouncer.ini");
  } finally {
    // With its session the lock is gone.
    holder.release(true);
  }
}
