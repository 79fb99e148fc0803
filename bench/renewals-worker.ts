/** A worker in a process of its own, for the benchmark of renewals. The environment sets its database and its folder. */
import { startRoles } from "../server/app/start.ts";
import { readConfig } from "../server/platform/config/index.ts";
import { createLog } from "../server/platform/log.ts";

const config = readConfig(
  { NODE_ENV: "test", DATA_DIR: process.env["DATA_DIR"], LOG_LEVEL: "error", DATABASE_CONNECTIONS: "24" },
  ["--role=worker"],
);
await startRoles(config, JSON.parse(process.env["CONNECTION"]!) as object, createLog("error"));
process.stdout.write("working\n");
