import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { JobRun } from "../../platform/jobs/job.ts";
import { transcodeKey, transcodeTasks } from "./order.ts";

/** Names and priorities of the jobs that follow publishing. A worker runs one of them at a time, those with smaller numbers first. */
export const backgroundTasks = {
  /** Editors look at it soon after publishing. */
  sound: { name: "media.analyze_sound", priority: 0 },
  /** Until then browsers slow the sound themselves. */
  slowSounds: { name: "media.render_slow_sounds", priority: 1000 },
  /** Until then H.264 plays. */
  av1: { name: "media.encode_av1", priority: 2000 },
} as const;

/** Until a job that gave way looks for other work again; milliseconds. */
export const giveWayMs = 15_000;

// Not those in a queue: they are of an earlier release, and may wait for another one of their queue.
const tasks = [...Object.values(transcodeTasks), ...Object.values(backgroundTasks).map(({ name }) => name)];
const selectDue = statement<{ tasks: readonly string[]; priority: number }, { isThere: boolean }>(
  "media.find_work_that_goes_first",
  (p) => sql`
    select exists (
      select from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where tasks.identifier = any(${p.tasks}::text[]) and jobs.priority < ${p.priority}::int
        and jobs.is_available and jobs.run_at <= now() and jobs.job_queue_id is null
    ) as "isThere"`,
);

/** Whether work of a smaller priority number waits for a worker: a transcode, or another background job. */
export const isUrgentWorkDue = async (db: Db, priority: number): Promise<boolean> =>
  (await db.one(selectDue, { tasks, priority })).isThere;

/** Whether a background job leaves its worker to other work. @param work.assetId its video; the transcode that published it is no reason */
export const shouldGiveWay = async (
  db: Db,
  work: { readonly assetId: string; readonly priority: number },
  run: Pick<JobRun, "hasUrgentWork">,
): Promise<boolean> =>
  (run.hasUrgentWork?.(transcodeKey(work.assetId)) ?? false) || (await isUrgentWorkDue(db, work.priority));
