import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Db, Statement } from "../db.ts";
import { defineJob } from "./job.ts";

/**
 * How long the rows of a table are kept. Each module declares its own in `retention.ts`, and a test fails for a table without a
 * declaration.
 */
export type Retention =
  /** For good, because of a reason that says what limits their number. */
  | { readonly retained: string }
  /** As long as their row of another table, which takes them along when it is deleted. */
  | { readonly goesWith: string }
  /** For so many days, until a scheduled job of this name deletes or joins them. */
  | { readonly days: number | "EVENTS_KEPT_DAYS"; readonly from: string; readonly job: string };

/** The retention of each table of a module: `schema.table`. */
export type Tables = Readonly<Record<string, Retention>>;

/** How many rows a statement deletes at once: few enough that no one waits for it. */
const atOnce = 5_000;

/**
 * Condition for the oldest rows of a table, at most `atOnce`. It skips rows that another transaction has locked: the next run
 * takes them.
 * @param at the column that they are old by
 * @param before rows from before this moment
 */
export const oldest = (
  table: string,
  at: string,
  before: unknown,
  only: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  ctid = any(array(
    select ctid from ${sql.table(table)} where ${sql.ref(at)} < ${before}::timestamptz and ${only}
    order by ${sql.ref(at)} limit ${sql.lit(atOnce)} for update skip locked))`;

/**
 * Repeats a statement that deletes `oldest` rows until it found fewer than it could have. Each batch commits alone.
 * @throws the signal's reason when it aborts between two batches
 */
export async function deleteInBatches<Params extends object>(
  db: Db,
  batch: Statement<Params, never>,
  params: Params,
  signal?: AbortSignal,
): Promise<void> {
  let deleted = atOnce;
  while (deleted >= atOnce) {
    signal?.throwIfAborted();
    deleted = await db.change(batch, params);
  }
}

/** A job that deletes rows older than a number of days. @param job.batch deletes `oldest` rows from before a moment */
export const defineRetentionJob = (job: {
  readonly name: string;
  readonly days: number;
  readonly batch: Statement<{ before: Date }, never>;
}) =>
  defineJob({
    name: job.name,
    schema: z.object({}),
    maxAttempts: 3,
    run: async (ctx, _payload, { signal }) => {
      const before = new Date(ctx.clock.now().getTime() - job.days * 24 * 60 * 60_000);
      await deleteInBatches(ctx.db, job.batch, { before }, signal);
    },
  });
