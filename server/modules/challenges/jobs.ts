import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { notifyLifecycle } from "./lifecycle.ts";

/** Publishes events for challenges that begin or end soon. */
export const lifecycleJob = defineJob({
  name: "challenges.tell_course",
  schema: z.object({}),
  maxAttempts: 5,
  run: (ctx) => notifyLifecycle(ctx),
});
