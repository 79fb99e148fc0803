/**
 * A worker role in a process of its own, for tests that end it. The environment sets its database and its folder, and may set a file
 * with the milliseconds by which its clock is ahead, and settings as JSON. Prints its log.
 */
import { startRoles } from "../app/start.ts";
import { readConfig } from "../platform/config/index.ts";
import { createLog } from "../platform/log.ts";
import { readSharedClock } from "./shared-clock.ts";

const { CONNECTION, DATA_DIR, CLOCK_FILE, SETTINGS = "{}" } = process.env;
const config = readConfig(
  {
    NODE_ENV: "test",
    DATA_DIR,
    LOG_LEVEL: "error",
    DATABASE_CONNECTIONS: "6",
    ...(JSON.parse(SETTINGS) as Record<string, string>),
  },
  ["--role=worker"],
);
const started = await startRoles(
  config,
  JSON.parse(CONNECTION!) as object,
  createLog("info"),
  CLOCK_FILE ? { clock: readSharedClock(CLOCK_FILE) } : {},
);
process.stdout.write("working\n");
process.on("SIGTERM", () => {
  void started.stop().then(() => process.exit(0));
});
