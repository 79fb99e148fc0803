import { z } from "zod";
import { defineJob } from "../../../platform/jobs/job.ts";
import { mirrorChanges } from "./mirror.ts";
import { pruneChanges } from "./prune.ts";

/** Deletes old changes of the realtime database; the data stays. */
export const pruneJob = defineJob({
  name: "growth.prune_rtdb_changes",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => pruneChanges(ctx),
});

/** Mirrors changes to the other database, if one is configured. */
export const mirrorJob = defineJob({
  name: "growth.mirror_rtdb",
  schema: z.object({}),
  // The next minute resumes.
  maxAttempts: 1,
  run: async (ctx, _payload, { signal }) => {
    const { realtimeDatabase } = ctx.config;
    if (realtimeDatabase) await mirrorChanges(ctx, realtimeDatabase, signal);
  },
});
