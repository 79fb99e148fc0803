import "./graphql.ts";
import type { Module } from "../../platform/module.ts";
import { linkReactions } from "./reactions.ts";
import { av1Job } from "./av1/job.ts";
import { alignJob } from "./alignment/job.ts";
import { deleteFilesJob } from "./files-job.ts";
import { registerMediaRoutes } from "./http.ts";
import { analyzeSoundJob } from "./sound/job.ts";
import { timeStretchJob } from "./time-stretch/job.ts";
import { deleteUnusedTrailerJob, renderTrailerJob } from "./trailers/job.ts";
import { transcodeJob, transcodeUploadJob } from "./transcodes/job.ts";
import { helpAv1, helpTranscodes } from "./transcodes/stretches/help.ts";
import { registerUploadRoutes } from "./uploads/http.ts";
import { dropUploadJob, inspectJob, uploadReactions } from "./uploads/uploads.ts";
import { rescueJob, maintenanceJob } from "./maintenance-jobs.ts";
import { sweepOwnDisk } from "./own-disk.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";

/** Media module: from source files to signed streams. */
export const media: Module = {
  name: "media",
  tables,
  storedFiles,
  http: async (deps) => {
    await registerMediaRoutes(deps);
    await registerUploadRoutes(deps);
  },
  jobs: [
    transcodeJob,
    transcodeUploadJob,
    timeStretchJob,
    av1Job,
    analyzeSoundJob,
    renderTrailerJob,
    deleteUnusedTrailerJob,
    deleteFilesJob,
    rescueJob,
    maintenanceJob,
    inspectJob,
    alignJob,
    dropUploadJob,
  ],
  reactions: [...uploadReactions, ...linkReactions],
  schedules: [
    { job: rescueJob, pattern: "* * * * *" },
    { job: maintenanceJob, pattern: "17 * * * *" },
  ],
  sweepDisk: sweepOwnDisk,
  help: helpTranscodes,
  helpInBackground: helpAv1,
};
