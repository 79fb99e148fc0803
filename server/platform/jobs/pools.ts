import { setTimeout as sleep } from "node:timers/promises";
import type { Runner } from "graphile-worker";
import type { Log } from "../log.ts";
import type { JobPool } from "./job.ts";

/** Before a pool that stopped by itself starts again. */
const restartAfterMs = 2_000;

export interface PoolOptions {
  readonly pools: readonly JobPool[];
  readonly log: Log;
  /** Starts a pool of jobs. */
  start(pool: JobPool): Promise<Runner>;
  /** Called after a pool stopped by itself, before it starts again. */
  stoppedByItself(pool: JobPool): Promise<void>;
}

/**
 * Runs pools of jobs until `stop`. graphile-worker stops a pool for good after an error of its own statements: without a new start, the
 * process would look healthy and do nothing.
 * @throws if a pool can't start the first time
 */
export async function runPools(options: PoolOptions): Promise<{ stop(): Promise<void> }> {
  const { log } = options;
  const stopping = new AbortController();
  const runners = new Map<JobPool, Runner>();

  const startAgain = async (pool: JobPool): Promise<Runner | null> => {
    while (!stopping.signal.aborted) {
      await sleep(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) break;
      try {
        await options.stoppedByItself(pool);
        return await options.start(pool);
      } catch (error) {
        log.error({ err: error, pool }, "A pool of jobs couldn't be started again");
      }
    }
    return null;
  };
  const supervise = async (pool: JobPool, first: Runner): Promise<void> => {
    for (let runner: Runner | null = first; runner !== null; runner = await startAgain(pool)) {
      runners.set(pool, runner);
      // Of a start that was on its way when the worker stopped.
      if (stopping.signal.aborted) await runner.stop();
      const error: unknown = await runner.promise.then(
        () => null,
        (cause: unknown) => cause,
      );
      if (!stopping.signal.aborted) log.error({ err: error, pool }, "A pool of jobs stopped by itself");
    }
  };
  const supervised: Promise<void>[] = [];
  const stop = async (): Promise<void> => {
    stopping.abort();
    // One that has stopped by itself refuses to stop.
    await Promise.allSettled([...runners.values()].map((runner) => runner.stop()));
    await Promise.all(supervised);
  };
  try {
    for (const pool of options.pools) {
      const runner = await options.start(pool);
      runners.set(pool, runner);
      supervised.push(supervise(pool, runner));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
