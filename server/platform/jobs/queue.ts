import { sql } from "kysely";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";

/** Numbers of jobs with the same task. */
export interface QueuedJobs {
  readonly task: string;
  /** May run, and waits for a worker. */
  readonly ready: number;
  /** Waits for another job of its queue, which runs or comes first: more workers don't help. */
  readonly blocked: number;
  readonly running: number;
  /** Runs later: scheduled, or after a failed attempt. */
  readonly scheduled: number;
  /** Failed at its last attempt. */
  readonly failed: number;
  /** How long the oldest ready job has been waiting, in seconds; 0 if none waits. */
  readonly oldestReadySeconds: number;
  /** The same of the oldest blocked one. */
  readonly oldestBlockedSeconds: number;
}

const selectQueue = statement<Record<string, never>, QueuedJobs>("platform.count_queued_jobs", () => {
  const oldest = (state: string) =>
    sql`coalesce(extract(epoch from now() - min(run_at) filter (where state = ${sql.lit(state)})), 0)::float8`;
  const isDue = sql`jobs.locked_at is null and attempts < max_attempts and run_at <= now()`;
  return sql`
    with states as (
      select identifier as task, run_at, case
        when jobs.locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when run_at > now() then 'scheduled'
        when queues.locked_at is not null then 'blocked'
        when queues.id is not null
          and row_number() over (partition by queues.id, ${isDue} order by priority, run_at, jobs.id) > 1 then 'blocked'
        else 'ready' end as state
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      left join graphile_worker._private_job_queues as queues on queues.id = jobs.job_queue_id
    )
    select task,
      count(*) filter (where state = 'ready') as ready,
      count(*) filter (where state = 'blocked') as blocked,
      count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'scheduled') as scheduled,
      count(*) filter (where state = 'failed') as failed,
      ${oldest("ready")} as "oldestReadySeconds", ${oldest("blocked")} as "oldestBlockedSeconds"
    from states group by task order by task`;
});

/** Jobs by task. Tasks without a job are missing. */
export const countQueuedJobs = (db: Db): Promise<readonly QueuedJobs[]> => db.many(selectQueue, {});
