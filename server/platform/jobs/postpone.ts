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

/** Adds a copy of a running job, with all its attempts, in its place. Waits for a database that is away. */
export async function postpone(
  helpers: JobHelpers,
  ctx: Ctx,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { job } = helpers;
  const isScheduled = typeof job.payload === "object" && job.payload !== null && "_cron" in job.payload;
  // The schedule adds further jobs in a long outage. One copy waits for all of them.
  const jobKey = job.key ?? (isScheduled ? `postponed-${job.task_identifier}` : null);
  for (;;) {
    try {
      if (await isReplaced(helpers, ctx)) return;
      const queueName = job.job_queue_id === null ? null : await helpers.getQueueName(job.job_queue_id);
      await helpers.addJob(job.task_identifier, job.payload, {
        runAt: new Date(Date.now() + waitMs),
        maxAttempts: job.max_attempts,
        priority: job.priority,
        ...(jobKey === null ? {} : { jobKey }),
        ...(queueName ? { queueName } : {}),
      });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal?.aborted) throw error;
      ctx.log.warn({ err: error }, "A job couldn't be postponed, because the database is away");
      await sleep(postponeAgainMs, undefined, signal ? { signal } : {});
    }
  }
}
