import "./experiments/audit-subjects.ts";
import "./graphql.ts";
import "./experiments/graphql.ts";
import "./reports/graphql.ts";
import type { Module } from "../../platform/module.ts";
import { collectorJobs, collectorSchedules } from "./collector/jobs.ts";
import { registerCollector } from "./collector/http.ts";
import { deleteExposuresJob } from "./experiments/retention.ts";
import { registerGrowthRoutes } from "./http.ts";
import { reactions } from "./reactions.ts";
import { mirrorJob, pruneJob } from "./rtdb/jobs.ts";
import { registerRealtimeDatabase } from "./rtdb/http.ts";
import { tables } from "./retention.ts";

/** Growth module: feature flags, experiments, the collector, the realtime database, and IP location. */
export const growth: Module = {
  name: "growth",
  tables,
  http: async (deps) => {
    await registerGrowthRoutes(deps);
    await registerCollector(deps);
    await registerRealtimeDatabase(deps);
  },
  jobs: [pruneJob, mirrorJob, deleteExposuresJob, ...collectorJobs],
  reactions,
  schedules: [
    { job: pruneJob, pattern: "17 * * * *" },
    { job: mirrorJob, pattern: "* * * * *" },
    { job: deleteExposuresJob, pattern: "41 3 * * *", backfill: "1d" },
    ...collectorSchedules,
  ],
};
