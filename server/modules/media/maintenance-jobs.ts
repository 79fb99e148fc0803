import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { orderMissingAv1 } from "./av1/job.ts";
import { sweepStreams } from "./delivery/streams.ts";
import { purgeAbandoned, rescueUploads } from "./uploads/uploads.ts";
import { orderMissingTimeStretch } from "./time-stretch/job.ts";
import { rescueStranded } from "./transcodes/job.ts";

/** Runs every minute: a transcode that lost its worker must not appear to be in progress. */
export const rescueJob = defineJob({
  name: "media.rescue",
  schema: z.object({}),
  maxAttempts: 1,
  run: async (ctx) => {
    await rescueStranded(ctx);
    // Last, as the store, which this needs, may be away.
    await rescueUploads(ctx);
  },
});

/** Periodic maintenance of media. */
export const maintenanceJob = defineJob({
  name: "media.upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, run) => {
    await sweepStreams(ctx);
    await purgeAbandoned(ctx);
    await orderMissingTimeStretch(ctx, run.signal);
    await orderMissingAv1(ctx);
  },
});
