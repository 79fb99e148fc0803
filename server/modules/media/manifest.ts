import "./graphql.ts";
import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import type { Module } from "../../platform/module.ts";
import { sweepStreams } from "./delivery/sweep.ts";
import { registerMediaRoutes } from "./http.ts";
import { transcodeJob } from "./transcode-job.ts";

const sweep = defineJob({ name: "media.sweep_streams", schema: z.object({}), maxAttempts: 1, run: (ctx) => sweepStreams(ctx) });

/** From source files to signed streams. */
export const media: Module = {
  name: "media",
  http: registerMediaRoutes,
  jobs: [transcodeJob, sweep],
  schedules: [{ job: sweep, pattern: "*/10 * * * *" }],
};
