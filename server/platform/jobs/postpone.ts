import { setTimeout as sleep } from "node:timers/promises";
import type { JobHelpers } from "graphile-worker";
import { sql } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { isDatabaseUnavailable, statement } from "../db.ts";

/** Between tries to postpone a job while the database is away. */
const postponeAgainMs = 2_000;

// Adding a job with the key of one that runs takes the key from that one.
const findKey = statement<{ id: string }, { key: string | null }>(
  "platform.find_job_key",
  (p) => sql`select key from graphile_worker._private_jobs where id = ${p.id}::bigint`,
);

/** Whether a newer job with the same key was added while this one ran: then that one does the work. False while the database is away. */
export async function isReplaced({ job }: JobHelpers, ctx: Ctx): Promise<boolean> {
  if (job.key === null) return false;
  try {
    const found = await ctx.db.maybe(findKey, { id: job.id });
    return found !== null && found.key !== job.key;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return false;
  }
}

// The row is locked first: a newer job with the key comes wholly before, and then there is no copy, or wholly after, and replaces it.
const addCopy = statement<
  {
    id: string;
    lockedBy: string | null;
    key: string | null;
    task: string;
    copyKey: string | null;
    attempts: number;
    waitMs: number;
  },
  never
>(
  "platform.postpone_job",
  (p) => sql`
    with running as materialized (
      select * from graphile_worker._private_jobs
      where id = ${p.id}::bigint and locked_by is not distinct from ${p.lockedBy} and key is not distinct from ${p.key}
      for update
    )
    select from running, lateral graphile_worker.add_job(
      ${p.task}::text, running.payload,
      queue_name => (select queue_name from graphile_worker._private_job_queues as queues where queues.id = running.job_queue_id),
      run_at => now() + ${p.waitMs}::int * interval '1 millisecond', max_attempts => running.max_attempts::int,
      job_key => ${p.copyKey}::text, priority => running.priority::int) as copy,
      lateral graphile_worker.reschedule_jobs(array[copy.id], attempts => ${p.attempts}::int)`,
);

/**
 * Adds a copy of a running job, without counting this attempt, in its place, unless a newer one has replaced it. Waits for a database that
 * is away.
 */
export async function postpone(
  { job }: JobHelpers,
  ctx: Ctx,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isScheduled = typeof job.payload === "object" && job.payload !== null && "_cron" in job.payload;
  const copy = {
    id: job.id,
    lockedBy: job.locked_by,
    key: job.key,
    task: job.task_identifier,
    // The schedule adds further jobs in a long outage. One copy waits for all of them.
    copyKey: job.key ?? (isScheduled ? `postponed-${job.task_identifier}` : null),
    attempts: job.attempts - 1,
    waitMs,
  };
  for (;;) {
    try {
      await ctx.db.change(addCopy, copy);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal?.aborted) throw error;
      ctx.log.warn({ err: error }, "A job couldn't be postponed, because the database is away");
      await sleep(postponeAgainMs, undefined, signal ? { signal } : {});
    }
  }
}
