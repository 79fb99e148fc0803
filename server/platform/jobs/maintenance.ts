import { sql } from "kysely";
import { z } from "zod";
import { statement } from "../db.ts";
import type { Module } from "../module.ts";
import { deleteExpiredLimits } from "../rate-limit.ts";
import { defineJob } from "./job.ts";

/** How long news stays after everybody has heard it, in milliseconds. */
const retentionMs = 30 * 24 * 60 * 60_000;
const atOnce = 5_000;

// A reaction that still waits, or failed for good and may be tried again, needs its news.
const deleteOld = statement<{ before: Date }, { id: string }>(
  "platform.delete_old_events",
  (p) => sql`
    delete from platform.events where id in (
      select id from platform.events where occurred_at < ${p.before}::timestamptz
        and not exists (select from graphile_worker._private_jobs waiting where waiting.payload ->> 'eventId' = events.id::text)
      order by occurred_at limit ${sql.lit(atOnce)})
    returning id`,
);

/** Forgets news that everybody has heard a month ago: it names people, and grows without end. */
export const forgetEventsJob = defineJob({
  name: "platform.forget_events",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    const before = new Date(ctx.clock.now().getTime() - retentionMs);
    let gone = atOnce;
    while (gone === atOnce) {
      signal.throwIfAborted();
      gone = (await ctx.db.many(deleteOld, { before })).length;
    }
  },
});

/** Deletes rate limit counters whose window has ended. */
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
  jobs: [forgetEventsJob, deleteExpiredLimitsJob],
  schedules: [
    { job: forgetEventsJob, pattern: "17 * * * *", backfill: "1h" },
    { job: deleteExpiredLimitsJob, pattern: "27 * * * *", backfill: "1h" },
  ],
};
