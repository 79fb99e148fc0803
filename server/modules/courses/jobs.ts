import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { notifyStarts } from "./start.ts";

/** Publishes events for courses whose first day has begun. */
export const startJob = defineJob({
  name: "courses.notify_starts",
  schema: z.object({}),
  maxAttempts: 5,
  run: (ctx) => notifyStarts(ctx),
});
