import "./graphql.ts";
import type { Module } from "../../platform/module.ts";
import { deleteFilesJob } from "./files-job.ts";
import { registerMediaRoutes } from "./http.ts";
import { transcodeJob } from "./transcode-job.ts";
import { rescueJob, upkeepJob } from "./upkeep-jobs.ts";

/** From source files to signed streams. */
export const media: Module = {
  name: "media",
  http: registerMediaRoutes,
  jobs: [transcodeJob, deleteFilesJob, rescueJob, upkeepJob],
  schedules: [
    { job: rescueJob, pattern: "* * * * *" },
    { job: upkeepJob, pattern: "17 * * * *" },
  ],
};
