import "./graphql.ts";
import "./accounts/graphql.ts";
import "./suspensions/graphql.ts";
import "./roles/graphql.ts";
import "./roles/graphql-invitations.ts";
import "./family/graphql.ts";
import "./deletion/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { registerFileRoutes } from "./http-files.ts";
import { maintenanceJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";

/**
 * Accounts and sessions. The api role registers the sign-in routes, since it needs the same `Auth` to verify
 * tokens.
 */
export const identity: Module = {
  name: "identity",
  tables,
  storedFiles,
  http: registerFileRoutes,
  jobs: [maintenanceJob],
  schedules: [{ job: maintenanceJob, pattern: "41 * * * *", backfill: "1h" }],
  reactions,
};
