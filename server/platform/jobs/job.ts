import type { ZodType } from "zod";
import type { Ctx } from "../../ctx.ts";

/** What a running job knows about its run. */
export interface JobRun {
  /** Aborts when the worker shuts down: stop soon, and throw, so that the job is tried again elsewhere. */
  readonly signal: AbortSignal;
  /** 1 at the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
}

/** Work for the worker, named in the imperative: `media.transcode`. Runs at least once: harmless when run twice. */
export interface Job<Payload> {
  readonly name: string;
  readonly schema: ZodType<Payload>;
  /** Tries in all; after the last one the job waits among the dead letters. */
  readonly maxAttempts: number;
  run(ctx: Ctx, payload: Payload, run: JobRun): Promise<void>;
}

/** Declares a job. */
export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job;
}

export interface EnqueueOptions {
  /** A second job of the same key replaces the first while that hasn't started. */
  key?: string;
  runAt?: Date;
  /** Smaller runs sooner; 0 unless told. */
  priority?: number;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

/** Adds a job in the transaction it belongs to; it runs once that is committed. */
export type Enqueue = <Payload>(
  job: Job<Payload>,
  payload: Payload,
  options?: EnqueueOptions,
) => Promise<void>;

/** A job that runs by the clock, once however many workers there are, and is caught up after an outage. */
export interface Schedule {
  /** The task: a Job whose payload is an empty object. */
  readonly job: Job<Record<string, never>>;
  /** Five crontab fields, UTC. */
  readonly pattern: string;
  /** How far back missed runs are caught up, as graphile-worker writes it: "1h". None unless told. */
  readonly backfill?: string;
}
