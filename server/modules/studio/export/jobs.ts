import { z } from "zod";
import { defineJob } from "../../../platform/jobs/job.ts";
import { forgetStudioExports } from "./export.ts";

/** Deletes exports of everything that expired or failed. */
export const studioExportUpkeepJob = defineJob({
  name: "studio.export_upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => forgetStudioExports(ctx),
});
