import { sql } from "kysely";
import { statement } from "../db.ts";
import type { Db } from "../db.ts";
import type { Publish, Reaction } from "../events.ts";
import { traceparent } from "../tracing/tracing.ts";
import type { Enqueue, EnqueueAll, EnqueueOptions, Job } from "./job.ts";

/** The task that runs one reaction to one event. */
export const reactTask = "platform.react";

/** Attempts of a reaction. With graphile-worker's exponential back-off the last one is after about two days. */
const reactionAttempts = 20;

const insertEvent = statement<
  {
    name: string;
    payload: string;
    actorId: string | null;
    requestId: string;
    occurredAt: Date;
    reactions: string[];
    task: string;
    attempts: number;
    trace: string | null;
  },
  { id: string; jobs: number }
>(
  "platform.insert_event",
  (p) => sql`
    with event as (
      insert into platform.events (name, payload, actor_id, request_id, occurred_at)
      values (${p.name}, ${p.payload}::jsonb, ${p.actorId}::uuid, ${p.requestId}, ${p.occurredAt}) returning id
    )
    select event.id, (
      select count(graphile_worker.add_job(
        ${p.task}::text, json_strip_nulls(json_build_object('eventId', event.id, 'reaction', reaction, '_trace', ${p.trace}::text)), max_attempts => ${p.attempts}::int))
      from unnest(${p.reactions}::text[]) as reaction) as jobs
    from event`,
);

const insertJob = statement<
  {
    task: string;
    payload: string;
    queue: string | null;
    runAt: Date | null;
    attempts: number;
    key: string | null;
    priority: number;
  },
  { id: string }
>(
  "platform.insert_job",
  (p) => sql`
    select (graphile_worker.add_job(${p.task}::text, ${p.payload}::json, ${p.queue}::text, ${p.runAt}::timestamptz, ${p.attempts}::int, ${p.key}::text, ${p.priority}::int)).id::text as id`,
);

const insertJobs = statement<{ task: string; attempts: number; jobs: string }, { jobs: number }>(
  "platform.insert_jobs",
  (p) => sql`
    select count(graphile_worker.add_job(${p.task}::text, payload, queue, "runAt", ${p.attempts}::int, key, priority)) as jobs
    from jsonb_to_recordset(${p.jobs}::jsonb) as job
      (payload json, queue text, "runAt" timestamptz, key text, priority int)`,
);

/** A job's payload with the trace that it belongs to. The worker takes it out again. */
function withTrace(payload: unknown): unknown {
  const trace = traceparent();
  return trace !== null && typeof payload === "object" ? { ...payload, _trace: trace } : payload;
}

/** Enqueues jobs through a transaction. */
export function enqueueOver(db: Db): Enqueue {
  return async <Payload>(job: Job<Payload>, payload: Payload, options: EnqueueOptions = {}) => {
    await db.many(insertJob, {
      task: job.name,
      payload: JSON.stringify(withTrace(job.schema.parse(payload))),
      queue: options.queue ?? null,
      runAt: options.runAt ?? null,
      attempts: job.maxAttempts,
      key: options.key ?? null,
      priority: options.priority ?? 0,
    });
  };
}

/** Enqueues many jobs through a transaction, in one statement. */
export function enqueueAllOver(db: Db): EnqueueAll {
  return async (job, entries) => {
    if (entries.length === 0) return;
    const jobs = entries.map(({ payload, options }) => ({
      payload: withTrace(job.schema.parse(payload)),
      queue: options.queue ?? null,
      runAt: options.runAt ?? null,
      key: options.key ?? null,
      priority: options.priority ?? 0,
    }));
    await db.one(insertJobs, { task: job.name, attempts: job.maxAttempts, jobs: JSON.stringify(jobs) });
  };
}

export interface PublishContext {
  readonly actorId: string | null;
  readonly requestId: string;
  readonly occurredAt: () => Date;
}

/** Publishes events through a transaction: one outbox row, and one job per reaction so that each is retried alone. */
export function publishOver(db: Db, reactions: readonly Reaction[], context: PublishContext): Publish {
  return async (event, payload) => {
    await db.one(insertEvent, {
      name: event.name,
      payload: JSON.stringify(event.schema.parse(payload)),
      actorId: context.actorId,
      requestId: context.requestId,
      occurredAt: context.occurredAt(),
      reactions: reactions
        .filter((reaction) => reaction.event.name === event.name)
        .map((reaction) => reaction.name),
      task: reactTask,
      attempts: reactionAttempts,
      trace: traceparent(),
    });
  };
}
