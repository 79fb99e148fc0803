import { z } from "zod";
import { defineJob } from "../../../platform/jobs/job.ts";
import { forwardEvents, forwarderOf } from "./forward.ts";
import { countVisits } from "../reports/visitors.ts";
import { keepEvents } from "./retention.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Makes room for the months to come, and forgets those that are older than events are kept. */
const keepEventsJob = defineJob({
  name: "growth.keep_events",
  schema: z.object({}),
  maxAttempts: 5,
  run: (ctx) => keepEvents(ctx, new Date(ctx.clock.now().getTime() - ctx.config.eventsKeptDays * dayMs)),
});

/** Tells one service of what came since it was told last. */
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

/** Lets every service that is configured be told, each alone: one that is away holds up no other. */
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

/** Brings the reports up to date. */
const countVisitsJob = defineJob({
  name: "growth.count_visits",
  schema: z.object({}),
  // The next minute goes on.
  maxAttempts: 1,
  run: (ctx, _payload, { signal }) => countVisits(ctx, signal),
});

export const collectorJobs = [keepEventsJob, forwardEventsJob, forwardToJob, countVisitsJob];
export const collectorSchedules = [
  { job: keepEventsJob, pattern: "23 3 * * *", backfill: "1d" },
  { job: forwardEventsJob, pattern: "* * * * *" },
  { job: countVisitsJob, pattern: "* * * * *" },
];
