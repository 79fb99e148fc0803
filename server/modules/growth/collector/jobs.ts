import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { ClickHouseError } from "../../../platform/clickhouse.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { eraseEvents } from "./clickhouse/erase.ts";
import { moveEvents } from "./clickhouse/move.ts";
import { forwardEvents, forwarderOf } from "./forward.ts";
import { countVisits } from "../reports/visitors.ts";
import { pruneEvents } from "./retention.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Runs a job that its schedule resumes. While ClickHouse is away, that isn't a failed job each minute. */
async function untilAway(ctx: Ctx, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ClickHouseError) || error.code !== null) throw error;
    ctx.log.warn({ err: error }, "ClickHouse is away. The next run goes on");
  }
}

/** Creates event partitions for the coming months, and drops those past the retention period. */
const pruneEventsJob = defineJob({
  name: "growth.keep_events",
  schema: z.object({}),
  maxAttempts: 5,
  run: (ctx) => pruneEvents(ctx, new Date(ctx.clock.now().getTime() - ctx.config.eventRetentionDays * dayMs)),
});

/** Forwards new events to one service. */
const forwardToJob = defineJob({
  name: "growth.forward_events_to",
  schema: z.object({ id: z.string() }),
  // The next minute tries again.
  maxAttempts: 1,
  run: async (ctx, { id }, { signal }) => {
    const forwarder = ctx.config.collectorForwardUrls.map(forwarderOf).find((found) => found.id === id);
    if (forwarder) await untilAway(ctx, () => forwardEvents(ctx, forwarder, signal));
  },
});

/** Enqueues forwarding per configured service, so that an outage of one doesn't delay the others. */
const forwardEventsJob = defineJob({
  name: "growth.forward_events",
  schema: z.object({}),
  maxAttempts: 1,
  run: (ctx) =>
    ctx.transact(async (tx) => {
      for (const { id } of ctx.config.collectorForwardUrls.map(forwarderOf))
        await tx.enqueue(forwardToJob, { id }, { key: `forward-${id}`, queue: `forward-${id}` });
    }),
});

/** Updates the reports. */
const countVisitsJob = defineJob({
  name: "growth.count_visits",
  schema: z.object({}),
  // The next minute resumes.
  maxAttempts: 1,
  run: (ctx, _payload, { signal }) => untilAway(ctx, () => countVisits(ctx, signal)),
});

/** Moves events that PostgreSQL holds to ClickHouse. */
const moveHeldEventsJob = defineJob({
  name: "growth.move_held_events",
  schema: z.object({}),
  // The next minute resumes.
  maxAttempts: 1,
  run: async (ctx, _payload, { signal }) => {
    const { clickHouse } = ctx.ports;
    if (clickHouse) await untilAway(ctx, () => moveEvents(ctx, clickHouse, signal));
  },
});

/** Enqueues the move into a queue of its own, so that one worker at a time moves events. */
const moveEventsJob = defineJob({
  name: "growth.move_events",
  schema: z.object({}),
  maxAttempts: 1,
  run: async (ctx) => {
    if (!ctx.ports.clickHouse) return;
    await ctx.transact((tx) =>
      tx.enqueue(moveHeldEventsJob, {}, { key: "move-events", queue: "move-events" }),
    );
  },
});

/** Deletes the events of deleted people from ClickHouse. */
const eraseEventsJob = defineJob({
  name: "growth.erase_events",
  schema: z.object({}),
  // The next run resumes.
  maxAttempts: 1,
  run: async (ctx) => {
    const { clickHouse } = ctx.ports;
    if (clickHouse) await untilAway(ctx, () => eraseEvents(ctx, clickHouse));
  },
});

export const collectorJobs = [
  pruneEventsJob,
  forwardEventsJob,
  forwardToJob,
  countVisitsJob,
  moveHeldEventsJob,
  moveEventsJob,
  eraseEventsJob,
];
export const collectorSchedules = [
  { job: pruneEventsJob, pattern: "23 3 * * *", backfill: "1d" },
  { job: forwardEventsJob, pattern: "* * * * *" },
  { job: countVisitsJob, pattern: "* * * * *" },
  { job: moveEventsJob, pattern: "* * * * *" },
  { job: eraseEventsJob, pattern: "*/10 * * * *" },
];
