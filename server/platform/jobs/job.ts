import type { ZodType } from "zod";
import type { Ctx } from "../../ctx.ts";
import { ClickHouseError } from "../clickhouse.ts";
import { StorageFull, StorageUnavailable } from "../storage.ts";

/** Until a postponed job runs again, milliseconds. */
export const postponedMs = 15_000;

/** Context of one job run. */
export interface JobRun {
  /** Aborts when the worker shuts down. The job should throw soon, so that another worker retries it. */
  readonly signal: AbortSignal;
  /** 1 at the first attempt. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /**
   * Whether this worker now works on what people wait for: a transcode of its own, or of another worker that it helps. Absent where a
   * job runs without a worker.
   * @param except key of a job that doesn't count
   */
  readonly hasUrgentWork?: (except?: string) => boolean;
}

/**
 * Thrown by a job that can't run now because something of ours is away: the store, the database, space on the disk. It runs again
 * later, and this attempt doesn't count.
 */
export class JobPostponed extends Error {
  /** Until it runs again, milliseconds. */
  readonly waitMs: number;

  constructor(cause: unknown, waitMs = postponedMs) {
    super(`Waits: ${messageOf(cause)}`, { cause });
    this.name = "JobPostponed";
    this.waitMs = waitMs;
  }
}

/** Thrown by a job that waits for other work, which is normal. It runs again later, and this attempt doesn't count. */
export class JobGaveWay extends JobPostponed {
  /** @param to what goes first */
  constructor(to: string, waitMs: number) {
    super(to, waitMs);
    this.name = "JobGaveWay";
  }
}

/**
 * Thrown by a job that knows when another attempt may help. Errors of other kinds are tried again after seconds, as long as the job has
 * attempts left.
 */
export class JobFailed extends Error {
  /** Until the next attempt, milliseconds; null: there is none, and the job is a failed job, which staff may retry. */
  readonly retryAfterMs: number | null;

  constructor(cause: unknown, retryAfterMs: number | null) {
    super(messageOf(cause), { cause });
    this.name = "JobFailed";
    this.retryAfterMs = retryAfterMs;
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Whether a job failed because something of ours is away, which says nothing about its subject: it runs again, whatever its attempt. */
export function isOurOutage(error: unknown): boolean {
  return (
    error instanceof JobPostponed ||
    error instanceof StorageUnavailable ||
    error instanceof StorageFull ||
    (error instanceof ClickHouseError && error.code === null)
  );
}

/**
 * A pool of concurrent jobs that each worker process has. Jobs that occupy a core, or that come in waves, have pools of their own,
 * so that they neither keep others waiting nor wait for other workers.
 */
export type JobPool = "general" | "renewals" | "transcodes" | "uploads" | "background";

/** A background job, named in the imperative: `media.transcode`. Runs at least once and must be idempotent. */
export interface Job<Payload> {
  readonly name: string;
  readonly schema: ZodType<Payload>;
  /** Total attempts. After the last one the job is a failed job. */
  readonly maxAttempts: number;
  /** Which of each worker's pools runs it; default: "general". */
  readonly pool?: JobPool;
  /** What two jobs of this name must not work on at once, in all workers: the later one waits. Default: any number run at once. */
  aloneFor?(payload: Payload): string;
  run(ctx: Ctx, payload: Payload, run: JobRun): Promise<void>;
}

/** Declares a job. */
export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job;
}

export interface EnqueueOptions {
  /** Deduplication key: a second job with the same key replaces one that hasn't started. */
  key?: string;
  runAt?: Date;
  /** Smaller runs sooner; default 0. */
  priority?: number;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

/** Adds a job in the caller's transaction. The job runs after the commit. */
export type Enqueue = <Payload>(
  job: Job<Payload>,
  payload: Payload,
  options?: EnqueueOptions,
) => Promise<void>;

/** Adds many jobs in the caller's transaction, in one statement. */
export type EnqueueAll = <Payload>(
  job: Job<Payload>,
  entries: readonly { readonly payload: Payload; readonly options: EnqueueOptions }[],
) => Promise<void>;

/** A cron job. Runs once across all workers and catches up after an outage. */
export interface Schedule {
  /** A job whose payload is an empty object. */
  readonly job: Job<Record<string, never>>;
  /** Five crontab fields, UTC. */
  readonly pattern: string;
  /** How far back missed runs are caught up, in graphile-worker's format: "1h". Default: none. */
  readonly backfill?: string;
}
