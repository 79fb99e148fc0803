import { availableParallelism } from "node:os";
import { createJobCtx } from "../../platform/ctx-factory.ts";
import type { Shared } from "../../platform/ctx-factory.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { demoJobs } from "../demo/demo.ts";
import { jobs, schedules } from "../modules.ts";

/** Starts the worker role, which runs jobs and reactions. */
export function startWorkerRole(shared: Shared): Promise<{ stop(): Promise<void> }> {
  return startWorker({
    pool: shared.pool,
    jobs: [...jobs, ...demoJobs],
    schedules,
    reactions: shared.reactions,
    concurrency: {
      general: shared.config.workerConcurrency ?? Math.max(4, availableParallelism()),
      // A wave of renewals leaves emails and reactions their jobs. Each one works on eight subscriptions.
      renewals: 3,
      // One core stays free for requests. Members' short videos don't wait behind classes.
      transcodes: Math.max(1, availableParallelism() - 1),
      uploads: 1,
    },
    log: shared.log,
    metrics: shared.metrics,
    ctxOf: (requestId) => createJobCtx(shared, requestId),
  });
}
