import type { Ctx } from "../../ctx.ts";
import { NotFound } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor, pageSize } from "../../platform/graphql/paging.ts";
import { countFailedJobs, listFailedJobs, retryFailedJob } from "../../platform/jobs/failed-jobs.ts";
import type { FailedJob } from "../../platform/jobs/failed-jobs.ts";
import { countQueuedJobs } from "../../platform/jobs/queue.ts";
import { recordAuditEntry, requireStaff } from "../identity/index.ts";

export interface FailedJobPage {
  readonly items: readonly FailedJob[];
  readonly nextCursor: string | null;
}

/** Jobs that failed at their last attempt, newest first, for admins. */
export async function failedJobs(
  ctx: Ctx,
  page: { readonly first: number | null; readonly after: string | null },
): Promise<FailedJobPage> {
  requireStaff(ctx);
  const first = pageSize(page.first);
  const after = decodeCursor(page.after, ["serial"]);
  const rows = await listFailedJobs(ctx.db, {
    beforeId: after && String(after[0]),
    first: first + 1,
  });
  const items = rows.slice(0, first);
  const last = rows.length > first ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([Number(last.id)]) : null };
}

/** Jobs with the same task that run now or later. */
export interface QueuedTask {
  readonly task: string;
  /** Due, and wait for a worker or for another job of their queue. */
  readonly ready: number;
  readonly running: number;
  /** Run later: scheduled, or after a failed attempt. */
  readonly scheduled: number;
  /** Since when the oldest of the ready ones has been waiting; null if none waits. */
  readonly waitingSince: Date | null;
}

/** Jobs that run now or later by their task, those that wait for a worker first, for admins. */
export async function queuedTasks(ctx: Ctx): Promise<QueuedTask[]> {
  requireStaff(ctx);
  const now = ctx.clock.now().getTime();
  return (await countQueuedJobs(ctx.db))
    .filter(({ ready, blocked, running, scheduled }) => ready + blocked + running + scheduled > 0)
    .map(({ task, ready, blocked, running, scheduled, oldestReadySeconds, oldestBlockedSeconds }) => ({
      task,
      ready: ready + blocked,
      running,
      scheduled,
      waitingSince:
        ready + blocked === 0
          ? null
          : new Date(now - Math.max(oldestReadySeconds, oldestBlockedSeconds) * 1000),
    }))
    .toSorted((one, other) => other.ready - one.ready);
}

/** Number of failed jobs. */
export const failedJobsWaiting = (ctx: Ctx): Promise<number> => countFailedJobs(ctx.db);

/**
 * Retries a failed job with a fresh set of attempts. Idempotent.
 * @returns its id
 * @throws NotFound if the failed job doesn't exist (any more)
 */
export async function retry(ctx: Ctx, id: string): Promise<string> {
  requireStaff(ctx);
  if (!/^\d{1,18}$/.test(id)) throw new NotFound("failed job");
  await ctx.transact(async (tx) => {
    if (!(await retryFailedJob(tx.db, id))) throw new NotFound("failed job");
    await recordAuditEntry(tx, { action: "admin.dead_letter_retried", subject: `job:${id}` });
  });
  return id;
}
