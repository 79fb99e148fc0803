import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Tx, Viewer } from "../ctx.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/index.ts";
import { dbOver, sqlState } from "./db.ts";
import type { StatementCounter } from "./db.ts";
import type { Reaction } from "./events.ts";
import { enqueueAllOver, enqueueOver, publishOver } from "./jobs/outbox.ts";
import type { Live } from "./live/live.ts";

export interface TransactionContext {
  readonly clock: Clock;
  readonly viewer: Viewer | null;
  readonly requestId: string;
  readonly reactions: readonly Reaction[];
  readonly live: Pick<Live, "signal">;
  readonly config: Config;
  readonly studio: Tx["studio"];
  readonly counter?: StatementCounter;
}

/** serialization_failure and deadlock_detected: PostgreSQL recommends to retry the transaction for both. */
const worthAnotherTry = new Set(["40001", "40P01"]);
const attempts = 4;

/**
 * Runs `work` in one transaction. Conflicts rerun it, so it must have no side effects that a rollback can't undo. `Tx` has no
 * ports for that reason.
 */
export async function transact<Result>(
  pool: pg.Pool,
  context: TransactionContext,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, context, work);
    } catch (error) {
      if (attempt === attempts || !worthAnotherTry.has(sqlState(error) ?? "")) throw error;
      await sleep(5 * 2 ** attempt * Math.random());
    }
  }
}

async function once<Result>(
  pool: pg.Pool,
  context: TransactionContext,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (context.counter) context.counter.wrote = true;
  const client = await pool.connect();
  let broken = false;
  try {
    const signals = new Set<string>();
    await client.query("begin");
    const db = dbOver(client, context.counter);
    const result = await work({
      db,
      clock: context.clock,
      config: context.config,
      studio: context.studio,
      viewer: context.viewer,
      requestId: context.requestId,
      publish: publishOver(db, context.reactions, {
        actorId: context.viewer?.personId ?? null,
        requestId: context.requestId,
        occurredAt: () => context.clock.now(),
      }),
      enqueue: enqueueOver(db),
      enqueueAll: enqueueAllOver(db),
      signal: (...topics) => {
        for (const topic of topics) signals.add(topic);
      },
    });
    await client.query("commit");
    // After the transaction: PostgreSQL serializes the commits of transactions that notify.
    context.live.signal(signals);
    return result;
  } catch (error) {
    // The server may stay a replica while the address leads elsewhere.
    broken = sqlState(error) === "25006";
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
