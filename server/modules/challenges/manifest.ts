import "./audit-subjects.ts";
import "./graphql.ts";
import "./editing/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { registerArt } from "./http.ts";
import { lifecycleJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";
import { tables } from "./retention.ts";
import { addUpParticipantsJob } from "./participant-changes.ts";

/** Achievements for practice: challenges, badges, leaderboards. */
export const challenges: Module = {
  name: "challenges",
  tables,
  http: registerArt,
  jobs: [addUpParticipantsJob, lifecycleJob],
  schedules: [
    { job: addUpParticipantsJob, pattern: "* * * * *" },
    { job: lifecycleJob, pattern: "*/5 * * * *" },
  ],
  reactions,
};
