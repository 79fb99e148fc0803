import { sql } from "kysely";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";

/** Numbers of jobs with the same task. */
export interface QueuedJobs {
  readonly task: string;
  /** May run, and waits for a worker. */
  readonly ready: number;
  readonly running: number;
  /** Runs later: scheduled, or after a failed attempt. */
  readonly scheduled: number;
  /** Failed at its last attempt. */
  readonly failed: number;
  /** How long the oldest ready job has been waiting, in seconds; 0 if none waits. */
  readonly oldestReadySeconds: number;
}

const selectQueue = statement<Record<string, never>, QueuedJobs>("platform.count_queued_jobs", () => {
  const mayRun = sql`locked_at is null and attempts < max_attempts`;
  return sql`
    select identifier as task,
      count(*) filter (where ${mayRun} and run_at <= now()) as ready,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where ${mayRun} and run_at > now()) as scheduled,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${mayRun} and run_at <= now())), 0)::float8 as "oldestReadySeconds"
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    group by identifier order by identifier`;
});

/** Jobs by task. Tasks without a job are missing. */
export const countQueuedJobs = (db: Db): Promise<readonly QueuedJobs[]> => db.many(selectQueue, {});
