import { z } from "zod";
import { defineJob } from "../../../platform/jobs/job.ts";
import { deleteChangesBefore } from "./store.ts";

/** Changes are kept until every listener has long been told of them, in milliseconds. */
const keptMs = 60 * 60 * 1000;

/** Forgets old changes of the realtime database; what they changed stays. */
export const pruneJob = defineJob({
  name: "growth.prune_rtdb_changes",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => deleteChangesBefore(ctx.db, new Date(ctx.clock.now().getTime() - keptMs)),
});
