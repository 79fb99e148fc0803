/** A worker role in a process of its own, for tests that end it. The environment sets its database and its folder. Prints its log. */
import { startRoles } from "../app/start.ts";
import { readConfig } from "../platform/config/index.ts";
import { createLog } from "../platform/log.ts";

const config = readConfig(
  { NODE_ENV: "test", DATA_DIR: process.env["DATA_DIR"], LOG_LEVEL: "error", DATABASE_CONNECTIONS: "6" },
  ["--role=worker"],
);
const started = await startRoles(config, JSON.parse(process.env["CONNECTION"]!) as object, createLog("info"));
process.stdout.write("working\n");
process.on("SIGTERM", () => {
  void started.stop().then(() => process.exit(0));
});
