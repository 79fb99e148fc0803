import { z } from "zod";
import { defineJob } from "../../../platform/jobs/job.ts";
import { forwardEvents, forwarderOf } from "./forward.ts";
import { countVisits } from "../reports/visitors.ts";
import { pruneEvents } from "./retention.ts";

const dayMs = 24 * 60 * 60 * 1000;

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
    if (forwarder) await forwardEvents(ctx, forwarder, signal);
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
  run: (ctx, _payload, { signal }) => countVisits(ctx, signal),
});

export const collectorJobs = [pruneEventsJob, forwardEventsJob, forwardToJob, countVisitsJob];
export const collectorSchedules = [
  { job: pruneEventsJob, pattern: "23 3 * * *", backfill: "1d" },
  { job: forwardEventsJob, pattern: "* * * * *" },
  { job: countVisitsJob, pattern: "* * * * *" },
];
