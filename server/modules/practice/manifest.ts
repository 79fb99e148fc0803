import "./danced.ts";
import "./graphql.ts";
import "./figures/graphql.ts";
import "./notes/graphql.ts";
import "./plan/graphql.ts";
import "./playlists/graphql.ts";
import "./ratings/graphql.ts";
import "./rooms/graphql.ts";
import "./royalties/graphql.ts";
import "./set/graphql.ts";
import "./summaries/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { openPracticeHttp } from "./http.ts";
import { maintenanceJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";
import { countClassesJob } from "./summaries/summaries.ts";
import { tables } from "./retention.ts";

/** Practice module: progress, completions, ratings, mastery, notes, saved classes, playlists, the weekly plan, today's set, rooms. */
export const practice: Module = {
  name: "practice",
  tables,
  http: openPracticeHttp,
  reactions,
  jobs: [maintenanceJob, countClassesJob],
  schedules: [
    { job: maintenanceJob, pattern: "*/10 * * * *" },
    { job: countClassesJob, pattern: "*/15 * * * *" },
  ],
};
