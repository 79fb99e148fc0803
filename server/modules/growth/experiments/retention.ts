import { sql } from "kysely";
import { z } from "zod";
import { statement } from "../../../platform/db.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { deleteInBatches } from "../../../platform/jobs/retention.ts";
import { beforeDeletion } from "../../identity/index.ts";
import { lockExperiment } from "./store-designs.ts";
import { countDeletedPeople, countExperiment } from "./store-results.ts";

/** Exposures are deleted this long after the end, and only counts are left. */
const retentionMs = 30 * 24 * 60 * 60_000;

// A deleted person stays in the count of an experiment that runs, whatever they did.
beforeDeletion((tx, personIds) => countDeletedPeople(tx.db, personIds));

const selectUncounted = statement<Record<string, never>, { id: string }>(
  "growth.list_uncounted_experiments",
  () => sql`
    select id from growth.experiments where not is_running and started_at is not null and counted_at is null
    order by id limit 100`,
);
const deleteBatch = statement<{ before: Date }, never>(
  "growth.delete_exposures",
  (p) => sql`
    delete from growth.exposures where ctid = any(array(
      select exposures.ctid from growth.exposures
      join growth.experiments on experiments.id = experiment_id
      where not is_running and counted_at < ${p.before}::timestamptz limit 5000 for update of exposures skip locked))`,
);

/** Counts what an older server ended, and deletes exposures of experiments that ended long ago. */
export const deleteExposuresJob = defineJob({
  name: "growth.delete_exposures",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    for (const { id } of await ctx.db.many(selectUncounted, {}))
      await ctx.transact(async (tx) => {
        const found = await lockExperiment(tx.db, id);
        if (found && !found.isRunning && !found.countedAt) await countExperiment(tx.db, id, tx.clock.now());
      });
    const before = new Date(ctx.clock.now().getTime() - retentionMs);
    await deleteInBatches(ctx.db, deleteBatch, { before }, signal);
  },
});
