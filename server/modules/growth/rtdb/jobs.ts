import { z } from "zod";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mirrorChanges } from "./mirror.ts";
import { pruneChanges } from "./prune.ts";

/** Forgets old changes of the realtime database; what they changed stays. */
export const pruneJob = defineJob({
  name: "growth.prune_rtdb_changes",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => pruneChanges(ctx),
});

/** Tells the other database, where one is named, what has changed. */
export const mirrorJob = defineJob({
  name: "growth.mirror_rtdb",
  schema: z.object({}),
  // The next minute goes on.
  maxAttempts: 1,
  run: async (ctx, _payload, { signal }) => {
    const { realtimeDatabase } = ctx.config;
    if (realtimeDatabase) await mirrorChanges(ctx, realtimeDatabase, signal);
  },
});
