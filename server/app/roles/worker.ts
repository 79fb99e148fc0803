import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { canEncodeAv1 } from "../../modules/media/index.ts";
import { ConfigInvalid } from "../../platform/config/index.ts";
import { createJobCtx } from "../../platform/ctx-factory.ts";
import type { Shared } from "../../platform/ctx-factory.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { demoJobs } from "../demo/demo.ts";
import { backgroundHelpers, diskSweeps, helpers, jobs, schedules } from "../modules.ts";
import { startHelping } from "./helping.ts";

const sweepEveryMs = 5 * 60_000;

/** Starts the worker role, which runs jobs and reactions, and keeps its own disk clean. */
export async function startWorkerRole(shared: Shared): Promise<{ stop(): Promise<void> }> {
  if (shared.config.mediaAv1 && !(await canEncodeAv1(shared.log)))
    throw new ConfigInvalid([
      "MEDIA_AV1=on needs an ffmpeg with SVT-AV1: `ffmpeg -encoders` doesn't list libsvtav1.",
    ]);
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = sweeping.then(async () => {
      for (const sweepDisk of diskSweeps)
        await sweepDisk(createJobCtx(shared, randomUUID())).catch((error: unknown) =>
          shared.log.warn({ err: error }, "The worker's disk could not be cleaned"),
        );
    });
  };
  sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  let helping: ReturnType<typeof startHelping> | null = null;
  const worker = await startWorker({
    pool: shared.pool,
    jobs: [...jobs, ...demoJobs],
    schedules,
    reactions: shared.reactions,
    concurrency: {
      general: shared.config.workerConcurrency ?? Math.max(4, availableParallelism()),
      // A wave of renewals leaves emails and reactions their jobs. Each one works on eight subscriptions.
      renewals: 3,
      // One core stays free for requests. Members' short videos don't wait behind classes.
      transcodes: shared.config.transcodesAtOnce ?? Math.max(1, availableParallelism() - 1),
      uploads: 1,
      background: 1,
    },
    isHelping: () => helping?.isHelping() ?? false,
    log: shared.log,
    metrics: shared.metrics,
    ctxOf: (requestId) => createJobCtx(shared, requestId),
  });
  const isIdle = () => !worker.isRunning("transcodes") && !worker.isRunning("uploads");
  const transcodeHelp = startHelping(shared, helpers, isIdle);
  helping = transcodeHelp;
  const backgroundHelp = startHelping(
    shared,
    backgroundHelpers,
    () => isIdle() && !worker.isRunning("background") && !transcodeHelp.isHelping(),
  );
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all([transcodeHelp.stop(), backgroundHelp.stop(), worker.stop()]);
      await sweeping;
    },
  };
}
