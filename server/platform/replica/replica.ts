import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { dbOver, isDatabaseUnavailable, sqlState } from "../db.ts";
import type { Db, StatementCounter } from "../db.ts";
import type { Log } from "../log.ts";
import { parsePosition } from "./position.ts";
import type { Position } from "./position.ts";

/** The replica can't be used as it is set. The message says what to change. */
export class ReplicaFault extends Error {}

/** Why reads that bear staleness go to the primary. */
export type PrimaryReason = "away" | "lagging" | "own_write";

/** A streaming replica of the database, watched by this process. */
export interface Replica {
  /** Why a read must go to the primary now; null: the replica has everything up to `after`. */
  reasonAgainst(after: Position): PrimaryReason | null;
  /**
   * Reads of one operation. A read that the replica fails runs again at the primary, and so does all that comes after a write.
   * @param onRetry hears of each read that runs again
   */
  db(primary: Db, counter: StatementCounter, onRetry: () => void): Db;
  /** The primary's position, which includes every committed change. */
  currentPosition(): Promise<Position>;
  /** For metrics. */
  state(): { readonly isUp: boolean; readonly lagSeconds: number };
  stop(): Promise<void>;
}

const lookEveryMs = 250;

/**
 * Watches a replica. It may be away at the start, and come and go.
 * @param pools.primary direct connections
 * @throws ReplicaFault if it is a replica of another database
 */
export async function watchReplica(
  pools: { readonly primary: pg.Pool; readonly replica: pg.Pool },
  { maxLagMs, log }: { readonly maxLagMs: number; readonly log: Log },
): Promise<Replica> {
  let isUp = false;
  /** What the replica has for certain. */
  let replayed: Position = -1n;
  /** Positions of the primary that the replica may lack, the oldest first, and when the primary was there. */
  let ahead: { readonly position: Position; readonly at: number }[] = [];
  const lagMs = () => (ahead[0] ? performance.now() - ahead[0].at : 0);

  const look = async () => {
    const at = performance.now();
    // Changes of transactions that don't wait for their commit are in the log shortly after.
    const primary = await readPosition(pools.primary, "pg_current_wal_flush_lsn()").catch(() => null);
    if (primary !== null) ahead.push({ position: primary, at });
    const found = await readPosition(pools.replica, "pg_last_wal_replay_lsn()");
    if (found === null) throw new ReplicaFault("DATABASE_READ_URL must lead to a replica.");
    replayed = found;
    // A replica behind the oldest known position lags at least as long as it is known.
    ahead = ahead.filter(({ position }) => position > found);
    if (!isUp) log.info({}, "Reads that bear staleness use the replica");
    isUp = true;
  };
  const lookOrLose = () =>
    look().catch((error: unknown) => {
      if (isUp) log.warn({ err: error }, "The replica is away: the primary answers its reads");
      isUp = false;
    });

  await refuseOther(pools, log);
  await lookOrLose();
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
      await lookOrLose();
    }
  })();

  return {
    reasonAgainst: (after) => {
      if (!isUp) return "away";
      if (lagMs() > maxLagMs) return "lagging";
      return after > replayed ? "own_write" : null;
    },
    db: (primary, counter, onRetry) => {
      const replica = dbOver(pools.replica, counter);
      const read = async <Result>(run: (db: Db) => Promise<Result>): Promise<Result> => {
        if (counter.wrote) return run(primary);
        try {
          return await run(replica);
        } catch (error) {
          // query_canceled: it took too long, and would at the primary.
          if (sqlState(error) === "57014" || counter.wrote) throw error;
          // 25006: a statement writes, which says nothing about the replica.
          if (isDatabaseUnavailable(error) && sqlState(error) !== "25006") isUp = false;
          onRetry();
          return run(primary);
        }
      };
      return {
        many: (statement, params) => read((db) => db.many(statement, params)),
        maybe: (statement, params) => read((db) => db.maybe(statement, params)),
        one: (statement, params) => read((db) => db.one(statement, params)),
        change: (statement, params) => primary.change(statement, params),
      };
    },
    currentPosition: async () => (await readPosition(pools.primary, "pg_current_wal_insert_lsn()"))!,
    state: () => ({ isUp, lagSeconds: lagMs() / 1000 }),
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}

async function readPosition(pool: pg.Pool, call: string): Promise<Position | null> {
  const { rows } = await pool.query<{ position: string | null }>(`select ${call}::text as position`);
  return rows[0]!.position === null ? null : parsePosition(rows[0]!.position);
}

/** A replica has its primary's identity. One that is away at the start can't be asked. */
async function refuseOther(pools: { primary: pg.Pool; replica: pg.Pool }, log: Log): Promise<void> {
  const identityOf = async (pool: pg.Pool) =>
    (
      await pool.query<{ identity: string }>(
        `select system_identifier || ' ' || current_database() as identity from pg_control_system()`,
      )
    ).rows[0]!.identity;
  const ours = await identityOf(pools.primary);
  const theirs = await identityOf(pools.replica).catch((error: unknown) => {
    log.warn({ err: error }, "The replica is away");
    return ours;
  });
  if (ours !== theirs) throw new ReplicaFault("DATABASE_READ_URL must lead to a replica of DATABASE_URL.");
}
