import { setTimeout as sleep } from "node:timers/promises";
import type { Ctx } from "../../../ctx.ts";
import { isDatabaseUnavailable } from "../../../platform/db.ts";
import { JobPostponed } from "../../../platform/jobs/job.ts";

/** Until what is away is tried again, milliseconds. */
const againMs = 3_000;

/** Runs `work` again until what it needs is back: rendering again would cost more. @throws when `signal` aborts */
export async function whileAway<Result>(
  ctx: Ctx,
  signal: AbortSignal,
  isAway: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error;
      ctx.log.warn({ err: error }, "The encoding of a video waits for the store or the database");
      await sleep(againMs, undefined, { signal });
    }
  }
}

/** @throws JobPostponed while the database is away */
export async function orPostpone<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isDatabaseUnavailable(error) ? new JobPostponed(error) : error;
  }
}
