import { sql } from "kysely";
import { z } from "zod";
import { statement } from "../db.ts";
import type { Module } from "../module.ts";
import { createBackfillJob, migrationsDir } from "../migrations/backfill.ts";
import { deleteExpiredLimits } from "../rate-limit.ts";
import { defineJob } from "./job.ts";
import { defineRetentionJob, oldest } from "./retention.ts";
import type { Tables } from "./retention.ts";
import { deleteOldBuilds, deleteOldDocuments, deleteOldFiles } from "../web/store-builds.ts";

/** How long an event is kept after all its reactions have run. */
const eventDays = 30;
/** How long a failed job waits for staff to run it again. Its payload may name people. */
const failedJobDays = 180;
/** How long a web build is kept after a server last offered it, for the pages that are still open. */
const webBuildDays = 14;
const atOnce = 5_000;

// A reaction that is pending, or failed and may be retried, needs its event.
const deleteOld = statement<{ before: Date }, never>(
  "platform.delete_old_events",
  (p) => sql`
    delete from platform.events where ${oldest(
      "platform.events",
      "occurred_at",
      p.before,
      sql`not exists (select from graphile_worker._private_jobs waiting where waiting.payload ->> 'eventId' = events.id::text)`,
    )}`,
);
const deleteFailed = statement<{ before: Date }, never>(
  "platform.delete_old_failed_jobs",
  (p) => sql`
    delete from graphile_worker._private_jobs where ${oldest(
      "graphile_worker._private_jobs",
      "updated_at",
      p.before,
      sql`attempts >= max_attempts and locked_at is null`,
    )}`,
);

/** Deletes events a month after all their reactions have run: they contain personal data and grow without bound. */
export const forgetEventsJob = defineRetentionJob({
  name: "platform.forget_events",
  days: eventDays,
  batch: deleteOld,
});

/** Deletes failed jobs that no one ran again. */
const forgetFailedJobsJob = defineRetentionJob({
  name: "platform.forget_failed_jobs",
  days: failedJobDays,
  batch: deleteFailed,
});

/** Deletes documents of web builds that no server offers any more. */
export const forgetWebDocumentsJob = defineRetentionJob({
  name: "platform.forget_web_documents",
  days: webBuildDays,
  batch: deleteOldDocuments,
});
/** The same for builds. */
const forgetWebBuildsJob = defineRetentionJob({
  name: "platform.forget_web_builds",
  days: webBuildDays,
  batch: deleteOldBuilds,
});
/** The same for their files. */
export const forgetWebFilesJob = defineRetentionJob({
  name: "platform.forget_web_files",
  days: webBuildDays,
  batch: deleteOldFiles,
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

const tables: Tables = {
  "graphile_worker._private_job_queues": { retained: "a row per named queue, of which there are a few" },
  "graphile_worker._private_jobs": {
    days: failedJobDays,
    from: "the last attempt",
    job: forgetFailedJobsJob.name,
  },
  "graphile_worker._private_known_crontabs": { retained: "a row per schedule" },
  "graphile_worker._private_tasks": { retained: "a row per kind of job" },
  "graphile_worker.migrations": { retained: "a row per migration of graphile-worker" },
  "platform.backups": { retained: "a row per backup" },
  "platform.events": { days: eventDays, from: "the event", job: forgetEventsJob.name },
  "platform.migrations": { retained: "a row per migration" },
  "platform.rate_limits": { days: 0, from: "the end of its window", job: deleteExpiredLimitsJob.name },
  "platform.web_builds": {
    days: webBuildDays,
    from: "the last day on which a server had it",
    job: forgetWebBuildsJob.name,
  },
  "platform.web_documents": {
    days: webBuildDays,
    from: "the last day on which a server offered it",
    job: forgetWebDocumentsJob.name,
  },
  "platform.web_files": {
    days: webBuildDays,
    from: "the last day on which a server offered it",
    job: forgetWebFilesJob.name,
  },
  "platform.workers": { retained: "a row per running worker; the others delete those that are silent" },
};

/** Maintenance of the platform's own tables. */
export const outbox: Module = {
  name: "platform",
  jobs: [
    forgetEventsJob,
    forgetFailedJobsJob,
    forgetWebBuildsJob,
    forgetWebDocumentsJob,
    forgetWebFilesJob,
    deleteExpiredLimitsJob,
    createBackfillJob(migrationsDir),
  ],
  tables,
  schedules: [
    { job: forgetEventsJob, pattern: "17 * * * *", backfill: "1h" },
    { job: forgetFailedJobsJob, pattern: "47 3 * * *", backfill: "1d" },
    { job: forgetWebBuildsJob, pattern: "51 3 * * *", backfill: "1d" },
    { job: forgetWebDocumentsJob, pattern: "52 3 * * *", backfill: "1d" },
    { job: forgetWebFilesJob, pattern: "54 3 * * *", backfill: "1d" },
    { job: deleteExpiredLimitsJob, pattern: "27 * * * *", backfill: "1h" },
  ],
};
