import "./graphql.ts";
import type { Module } from "../../platform/module.ts";
import { fanOutJob } from "./fan-out.ts";
import { registerUnsubscribe } from "./http.ts";
import { digestJob, mailJob, pruneJob, pushJob } from "./jobs.ts";
import { leavingWeekJob } from "./leaving-week.ts";
import { planNotificationsJob } from "./plan-notifications.ts";
import { reactions } from "./reactions.ts";
import { weeklyJob } from "./weekly.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";

/** Notifications: inbox, push, email. */
export const notifications: Module = {
  name: "notifications",
  tables,
  storedFiles,
  http: registerUnsubscribe,
  jobs: [pushJob, mailJob, digestJob, pruneJob, fanOutJob, planNotificationsJob, weeklyJob, leavingWeekJob],
  schedules: [
    { job: digestJob, pattern: "*/15 * * * *", backfill: "2h" },
    { job: planNotificationsJob, pattern: "5 * * * *" },
    { job: weeklyJob, pattern: "10 * * * *" },
    { job: leavingWeekJob, pattern: "15 * * * *" },
    { job: pruneJob, pattern: "23 3 * * *" },
  ],
  reactions,
};
