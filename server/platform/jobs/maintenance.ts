import { sql } from "kysely";
import { z } from "zod";
import { statement } from "../db.ts";
import type { Module } from "../module.ts";
import { createBackfillJob, migrationsDir } from "../migrations/backfill.ts";
import { deleteExpiredLimits } from "../rate-limit.ts";
import { defineJob } from "./job.ts";
import { defineRetentionJob } from "./retention.ts";

/** How long an event is kept after all its reactions have run, in milliseconds. */
const retentionMs = 30 * 24 * 60 * 60_000;
const atOnce = 5_000;

// A reaction that is pending, or failed and may be retried, needs its event.
const deleteOld = statement<{ before: Date }, { id: string }>(
  "platform.delete_old_events",
  (p) => sql`
    delete from platform.events where id in (
      select id from platform.events where occurred_at < ${p.before}::timestamptz
        and not exists (select from graphile_worker._private_jobs waiting where waiting.payload ->> 'eventId' = events.id::text)
      order by occurred_at limit ${sql.lit(atOnce)})
    returning id`,
);

/** Deletes events a month after all their reactions have run: they contain personal data and grow without bound. */
export const forgetEventsJob = defineRetentionJob({
  name: "platform.forget_events",
  retentionMs,
  batchSize: atOnce,
  deleteBatch: deleteOld,
});

/** Deletes expired rate limit counters. */
const deleteExpiredLimitsJob = defineJob({
  name: "platform.delete_expired_limits",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    let deleted = atOnce;
    while (deleted === atOnce) {
      signal.throwIfAborted();
      deleted = await deleteExpiredLimits(ctx, atOnce);
    }
  },
});

/** Maintenance of the platform's own tables. */
export const outbox: Module = {
  name: "platform",
  jobs: [forgetEventsJob, deleteExpiredLimitsJob, createBackfillJob(migrationsDir)],
  schedules: [
    { job: forgetEventsJob, pattern: "17 * * * *", backfill: "1h" },
    { job: deleteExpiredLimitsJob, pattern: "27 * * * *", backfill: "1h" },
  ],
};
