import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Statement } from "../db.ts";
import { defineJob } from "./job.ts";

/** How many pending changes a statement adds up at once. */
const atOnce = 10_000;

/** Condition for the first pending changes of a table, which a statement deletes and adds up. It skips those that another run takes. */
export const firstPending = (table: string): RawBuilder<unknown> => sql`
  id = any(array(select id from ${sql.table(table)} order by id limit ${sql.lit(atOnce)} for update skip locked))`;

/**
 * A job that adds pending changes to the counters that they belong to. Each change is a row of its own, so that writers don't wait for each
 * other. A read of a counter adds its pending changes. Schedule it every minute.
 * @param job.batch deletes `firstPending` changes, adds them up, and returns how many it took
 */
export const defineCountingJob = (job: {
  readonly name: string;
  readonly batch: Statement<object, { readonly taken: number }>;
}): ReturnType<typeof defineJob<Record<string, never>>> =>
  defineJob({
    name: job.name,
    schema: z.object({}),
    maxAttempts: 3,
    run: async (ctx, _payload, { signal }) => {
      let taken = atOnce;
      while (taken === atOnce) {
        signal.throwIfAborted();
        ({ taken } = await ctx.transact((tx) => tx.db.one(job.batch, {})));
      }
    },
  });
