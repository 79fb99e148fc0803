import "./graphql.ts";
import "./graphql-editing.ts";
import type { Module } from "../../platform/module.ts";
import { registerArt } from "./http.ts";
import { courseJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";

/** What practice earns: challenges, badges, leaderboards. */
export const challenges: Module = {
  name: "challenges",
  http: registerArt,
  jobs: [courseJob],
  schedules: [{ job: courseJob, pattern: "*/5 * * * *" }],
  reactions,
};
