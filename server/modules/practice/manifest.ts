import "./graphql.ts";
import "./notes/graphql.ts";
import "./plan/graphql.ts";
import "./rooms/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { openPracticeHttp } from "./http.ts";
import { upkeepJob } from "./jobs.ts";

/** Progress, completions, what is known of a class, notes, saved classes, the plan of the week, rooms. */
export const practice: Module = {
  name: "practice",
  http: openPracticeHttp,
  jobs: [upkeepJob],
  schedules: [{ job: upkeepJob, pattern: "*/10 * * * *" }],
};
