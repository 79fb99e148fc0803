import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { makeWorkerUtils, Logger, parseCronItems, run as runWorker } from "graphile-worker";
import type { JobHelpers, Runner, TaskList, WorkerEvents } from "graphile-worker";
import { sql } from "kysely";
import type pg from "pg";
import type { Ctx } from "../../ctx.ts";
import { dbOver, statement } from "../db.ts";
import type { Reaction } from "../events.ts";
import { maskPersonalData } from "../log.ts";
import type { Log } from "../log.ts";
import type { JobOutcome, Metrics } from "../metrics/metrics.ts";
import { beginSpan, failSpan, inSpan, SpanKind } from "../tracing/tracing.ts";
import { doAlone } from "./alone.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { isOurOutage, JobFailed, JobGaveWay, JobPostponed, postponedMs } from "./job.ts";
import type { Job, JobPool, Schedule } from "./job.ts";
import { holdOutcomes } from "./outcomes.ts";
import { reactTask } from "./outbox.ts";
import { isReplaced, postpone } from "./postpone.ts";
import { runPools } from "./pools.ts";

const giveBack = statement<{ id: string; attempts: number }, never>(
  "platform.give_back_job",
  (p) => sql`
    select from graphile_worker.reschedule_jobs(array[${p.id}::bigint], run_at => now(), attempts => ${p.attempts}::int)`,
);
// graphile-worker adds a few seconds when it records the failure. A job that another worker has taken over is left alone.
const setNextAttempt = statement<{ id: string; lockedBy: string | null; retryAfterMs: number | null }, never>(
  "platform.set_next_attempt",
  (p) => sql`
    update graphile_worker._private_jobs
    set run_at = now() + coalesce(${p.retryAfterMs}::int, 0) * interval '1 millisecond',
      attempts = case when ${p.retryAfterMs}::int is null then max_attempts else attempts end
    where id = ${p.id}::bigint and locked_by = ${p.lockedBy}`,
);
const findEvent = statement<
  { id: string },
  { name: string; payload: unknown; requestId: string; occurredAt: Date }
>(
  "platform.find_event",
  (p) =>
    sql`select name, payload, request_id as "requestId", occurred_at as "occurredAt" from platform.events where id = ${p.id}::uuid`,
);

/** Until a job looks again whether another one still works on its subject, milliseconds. */
const aloneAgainMs = 30_000;

/** A job that runs. A job that asks for urgent work leaves itself out by its key. */
type RunningJob = Pick<JobHelpers["job"], "key">;

export interface WorkerOptions {
  readonly pool: pg.Pool;
  // oxlint-disable-next-line typescript/no-explicit-any -- payloads of every kind; each job parses its own
  readonly jobs: readonly Job<any>[];
  readonly schedules: readonly Schedule[];
  readonly reactions: readonly Reaction[];
  /** Number of concurrent jobs in this process, by pool. */
  readonly concurrency: Readonly<Record<JobPool, number>>;
  /** Whether this process does a part of a transcode for another worker. */
  readonly isHelping?: () => boolean;
  readonly log: Log;
  /** Null: jobs aren't measured. */
  readonly metrics: Metrics | null;
  /** Creates the ctx of one job run. */
  ctxOf(requestId: string): Ctx;
}

/** Creates or migrates graphile-worker's own tables. Its lock serializes servers that start together. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: silentLogger });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}

/** The newest migration of the installed graphile-worker. */
export const jobsRevision = 20;

/** Whether graphile-worker's own tables are those of this release, or newer. Changes nothing. */
export async function areJobsMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  );
  if (!rows[0]!.isThere) return false;
  const { rowCount } = await pool.query("select from graphile_worker.migrations where id >= $1", [
    jobsRevision,
  ]);
  return rowCount! > 0;
}

const silentLogger = new Logger(() => () => {});

function loggerOver(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    // A job's own failure is logged below, with its request id and without its payload.
    if (level === "error" && !meta?.["job"]) log.error({ worker: true }, message);
  });
}

/** Runs jobs and reactions until `stop` is called. Stopping aborts running jobs through their signal and releases the rest. */
export async function startWorker(
  options: WorkerOptions,
): Promise<{ isRunning(pool: JobPool): boolean; stop(): Promise<void> }> {
  const workerId = `worker-${randomUUID()}`;
  const db = dbOver(options.pool);
  const utils = await makeWorkerUtils({ pgPool: options.pool, logger: silentLogger });
  /** The ids under which each pool locks jobs for this process. */
  const lockIds = new Map<JobPool, string[]>();
  /** Jobs aborted by the shutdown, with their number of attempts before this run. */
  const stopped = new Map<string, number>();

  const heartbeat = await startHeartbeat({
    db,
    workerId,
    lockIds: () => [...lockIds.values()].flat(),
    unlock: (workers) => utils.forceUnlockWorkers([...workers]),
    log: options.log,
  });

  const cronItems = parseCronItems(
    options.schedules.map((schedule) => ({
      task: schedule.job.name,
      match: schedule.pattern,
      ...(schedule.backfill ? { options: { backfillPeriod: durationMs(schedule.backfill) } } : {}),
    })),
  );
  /** What this process is running, by pool. */
  const running = new Map<JobPool, Set<RunningJob>>();
  const tasks = tasksOf(options, { stopped, running });
  const stopping = new AbortController();
  const pgPool = holdOutcomes(options.pool, { log: options.log, stopping: stopping.signal });
  const runPool = (pool: JobPool): Promise<Runner> => {
    const ids: string[] = [];
    lockIds.set(pool, ids);
    const events = new EventEmitter() as WorkerEvents;
    events.on("pool:create", ({ workerPool }) => ids.push(workerPool.id));
    events.on("worker:create", ({ worker }) => ids.push(worker.workerId));
    return runWorker({
      pgPool,
      taskList: tasks[pool],
      parsedCronItems: pool === "general" ? cronItems : [],
      concurrency: options.concurrency[pool],
      // Shutdown waits for batched failures. An unbatched one would be written later and overwrite the released job.
      preset: { worker: { failJobBatchDelay: 0 } },
      noHandleSignals: true,
      pollInterval: 2000,
      logger: loggerOver(options.log),
      events,
    });
  };
  /** An aborted run is no failure: it counts as no attempt and has no back-off. */
  const giveBackStopped = async () => {
    for (const [id, attempts] of stopped) {
      await db.change(giveBack, { id, attempts });
      stopped.delete(id);
    }
  };
  let pools: { stop(): Promise<void> } | null = null;
  const stop = async () => {
    stopping.abort();
    await pools?.stop();
    heartbeat.pause();
    await giveBackStopped();
    await heartbeat.end();
    await utils.release();
  };
  try {
    pools = await runPools({
      pools: jobPools.filter((pool) => Object.keys(tasks[pool]).length > 0),
      log: options.log,
      start: runPool,
      stoppedByItself: async (pool) => {
        // Of a job whose end couldn't be recorded.
        await utils.forceUnlockWorkers(lockIds.get(pool) ?? []);
        await giveBackStopped();
      },
    });
    await heartbeat.beat();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    isRunning: (pool) => (running.get(pool)?.size ?? 0) > 0,
    stop,
  };
}

function durationMs(text: string): number {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (!amount || !unit) throw new Error(`A backfill period must be a number and m, h or d: ${text}`);
  return Number(amount) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as "m" | "h" | "d"];
}

const jobPools = [
  "general",
  "renewals",
  "transcodes",
  "uploads",
  "background",
] as const satisfies readonly JobPool[];
/** Pools of the jobs that people wait for. */
const urgentPools = ["transcodes", "uploads"] as const satisfies readonly JobPool[];
/** Each pool listens for jobs on a connection of its own, and the one background job holds one while it runs. */
export const lastingConnections = jobPools.length + 1;

function tasksOf(
  options: WorkerOptions,
  {
    stopped,
    running,
  }: { readonly stopped: Map<string, number>; readonly running: Map<JobPool, Set<RunningJob>> },
): Record<JobPool, TaskList> {
  const tasks: Record<JobPool, TaskList> = {
    general: {},
    renewals: {},
    transcodes: {},
    uploads: {},
    background: {},
  };
  const hasUrgentWork = (except?: string) =>
    (options.isHelping?.() ?? false) ||
    urgentPools.some((pool) => [...(running.get(pool) ?? [])].some(({ key }) => key !== except));
  const react = async (payload: unknown, ctx: Ctx, signal: AbortSignal) => {
    const { eventId, reaction: name } = payload as { eventId: string; reaction: string };
    const reaction = options.reactions.find((found) => found.name === name);
    if (!reaction)
      throw new Error(`No module has the reaction ${name}; was it renamed while events were pending?`);
    const event = await ctx.db.one(findEvent, { id: eventId });
    await reaction.run(ctx, event.payload, { id: eventId, occurredAt: event.occurredAt, signal });
  };
  tasks.general[reactTask] = (payload, helpers) =>
    guarded(helpers, (ctx) => react(payload, ctx, helpers.abortSignal));
  for (const job of options.jobs) {
    const pool = job.pool ?? "general";
    const inPool = running.get(pool) ?? new Set<RunningJob>();
    running.set(pool, inPool);
    tasks[pool][job.name] = async (payload, helpers) => {
      inPool.add(helpers.job);
      try {
        await guarded(helpers, async (ctx) => {
          const parsed: unknown = job.schema.parse(ownPayload(payload));
          const work = () =>
            job.run(ctx, parsed, {
              signal: helpers.abortSignal,
              attempt: helpers.job.attempts,
              isLastAttempt: helpers.job.attempts >= helpers.job.max_attempts,
              hasUrgentWork,
            });
          if (!job.aloneFor) await work();
          else if (!(await doAlone(options.pool, `${job.name} ${job.aloneFor(parsed)}`, work)))
            throw new JobGaveWay("another job works on the same subject", aloneAgainMs);
        });
      } finally {
        inPool.delete(helpers.job);
      }
    };
  }
  return tasks;

  async function guarded(helpers: JobHelpers, work: (ctx: Ctx) => Promise<void>) {
    const { payload } = helpers.job;
    const parent = String((payload as { _trace?: unknown } | null)?._trace ?? "");
    const label = labelOf(helpers.job);
    const span = beginSpan(`job ${label}`, SpanKind.CONSUMER, { parent, attributes: { "job.task": label } });
    if (!span) return run(helpers, work);
    try {
      await inSpan(span, () => run(helpers, work));
      span.end();
    } catch (error) {
      failSpan(span, error);
      throw error;
    }
  }

  async function run(helpers: JobHelpers, work: (ctx: Ctx) => Promise<void>) {
    const { job, abortSignal } = helpers;
    const ctx = options.ctxOf(`job-${job.id}-${job.attempts}`);
    const startedAt = performance.now();
    const record = (outcome: JobOutcome) =>
      options.metrics?.recordJob(labelOf(job), outcome, performance.now() - startedAt);
    try {
      await work(ctx);
      record("succeeded");
    } catch (error) {
      const isPostponed = isOurOutage(error);
      record(isPostponed ? "postponed" : "failed");
      if (await isReplaced(helpers, ctx)) {
        ctx.log.info(
          { err: error, task: job.task_identifier },
          "A newer job with the same key replaces one that failed",
        );
        return;
      }
      if (abortSignal?.aborted) {
        stopped.set(job.id, job.attempts - 1);
        ctx.log.info(
          { task: job.task_identifier, reason: maskPersonalData(String((error as Error).message)) },
          "A job was stopped by the shutdown and will be retried",
        );
        throw error;
      }
      if (isPostponed) {
        if (error instanceof JobGaveWay)
          ctx.log.info({ task: job.task_identifier, reason: error.message }, "A job gave way to other work");
        else ctx.log.warn({ err: error, task: job.task_identifier }, "A job was postponed");
        const waitMs = error instanceof JobPostponed ? error.waitMs : postponedMs;
        return postpone(helpers, ctx, waitMs, abortSignal);
      }
      const isTimed = error instanceof JobFailed;
      if (isTimed)
        await ctx.db.change(setNextAttempt, {
          id: job.id,
          lockedBy: job.locked_by,
          retryAfterMs: error.retryAfterMs,
        });
      const last = isTimed ? error.retryAfterMs === null : job.attempts >= job.max_attempts;
      ctx.log[last ? "error" : "warn"](
        { err: error, task: job.task_identifier, attempt: job.attempts, isLastAttempt: last },
        "A job failed",
      );
      throw error;
    }
  }
}

/** The job's name, or the name of the reaction that it runs. */
function labelOf({ task_identifier: task, payload }: JobHelpers["job"]): string {
  return task === reactTask ? (payload as { reaction: string }).reaction : task;
}

/** The payload without what is added to it: graphile-worker's `_cron`, and the trace. */
function ownPayload(payload: unknown): unknown {
  if (typeof payload !== "object" || payload === null) return payload;
  const { _cron, _trace, ...rest } = payload as Record<string, unknown>;
  return rest;
}
