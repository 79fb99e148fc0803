import "./graphql.ts";
import "./graphql-account.ts";
import "./graphql-bans.ts";
import "./graphql-roles.ts";
import "./graphql-family.ts";
import "./graphql-leaving.ts";
import "./graphql-staff-second-step.ts";
import type { Module } from "../../platform/module.ts";
import { registerFileRoutes } from "./http-files.ts";
import { maintenanceJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";

/**
 * Accounts and sessions. The api role registers the sign-in routes, since it needs the same `Auth` to verify
 * tokens.
 */
export const identity: Module = {
  name: "identity",
  http: registerFileRoutes,
  jobs: [maintenanceJob],
  schedules: [{ job: maintenanceJob, pattern: "41 * * * *", backfill: "1h" }],
  reactions,
};
