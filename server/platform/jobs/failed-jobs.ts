import { sql } from "kysely";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";
import { maskPersonalData } from "../log.ts";
import { reactTask } from "./outbox.ts";

/** A job that failed at its last attempt and awaits a manual retry. */
export interface FailedJob {
  readonly id: string;
  /** The job's name, or the name of the reaction that it ran. */
  readonly task: string;
  /** Message of the last attempt's error, without personal data. */
  readonly error: string;
  readonly attempts: number;
  readonly enqueuedAt: Date;
  readonly failedAt: Date;
}

const hasFailedForGood = sql`attempts >= max_attempts and locked_at is null`;
const selectFailed = statement<{ beforeId: string | null; first: number }, FailedJob>(
  "platform.list_dead_letters",
  (p) => sql`
    select id::text, coalesce(case when tasks.identifier = ${sql.lit(reactTask)} then payload ->> 'reaction' end, tasks.identifier) as task,
      coalesce(last_error, '') as error, attempts, created_at as "enqueuedAt", updated_at as "failedAt"
    from (
      select * from graphile_worker._private_jobs
      where ${hasFailedForGood} and id < coalesce(${p.beforeId}::bigint, 9223372036854775807) order by id desc limit ${p.first}::int
    ) as dead
    join lateral (select identifier from graphile_worker._private_tasks where _private_tasks.id = dead.task_id) as tasks on true
    order by dead.id desc`,
);
const countFailed = statement<Record<string, never>, { count: number }>(
  "platform.count_dead_letters",
  () => sql`select count(*) from graphile_worker._private_jobs where ${hasFailedForGood}`,
);
const reschedule = statement<{ id: string }, { id: string }>(
  "platform.retry_dead_letter",
  (p) => sql`
    select jobs.id::text from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where id = ${p.id}::bigint and ${hasFailedForGood} for update),
      run_at => now(), attempts => 0) as jobs`,
);

const failByKey = statement<{ key: string; error: string }, { failed: number }>(
  "platform.fail_job",
  (p) => sql`
    select count(*) as failed from graphile_worker.permanently_fail_jobs(
      array(select id from graphile_worker._private_jobs where key = ${p.key}), ${p.error})`,
);

/** Makes a job that no worker has taken a failed job. @param key of the job */
export const failJob = async (db: Db, key: string, error: string): Promise<void> => {
  await db.one(failByKey, { key, error });
};

/** Failed jobs, the newest first. @param beforeId last job of the previous page */
export async function listFailedJobs(
  db: Db,
  page: { readonly beforeId: string | null; readonly first: number },
): Promise<FailedJob[]> {
  const rows = await db.many(selectFailed, page);
  return rows.map((row) => ({ ...row, error: maskPersonalData(row.error) }));
}

/** Number of failed jobs. */
export const countFailedJobs = async (db: Db): Promise<number> => (await db.one(countFailed, {})).count;

/** Resets a failed job's attempts. @returns false when it isn't a failed job, or no longer */
export async function retryFailedJob(db: Db, id: string): Promise<boolean> {
  return (await db.maybe(reschedule, { id })) !== null;
}
