/**
 * An api role in a process of its own, for tests that kill it. The environment sets its database and its folder, and may set a file with
 * the milliseconds by which its clock is ahead, settings as JSON, and how long after its start PostgreSQL announces changes beside
 * Redis. Prints its port.
 */
import { startRoles } from "../app/start.ts";
import { readConfig } from "../platform/config/index.ts";
import { createLog } from "../platform/log.ts";
import { readSharedClock } from "./shared-clock.ts";

const { CONNECTION, DATA_DIR, CLOCK_FILE, SETTINGS = "{}", ANNOUNCE_BY_BOTH_MS } = process.env;
const config = readConfig(
  {
    NODE_ENV: "test",
    PORT: "0",
    DATA_DIR,
    LOG_LEVEL: "error",
    GRAPHQL_OPEN: "on",
    DATABASE_CONNECTIONS: "6",
    TRUSTED_PROXIES: "127.0.0.1",
    ...(JSON.parse(SETTINGS) as Record<string, string>),
  },
  ["--role=api"],
);
const started = await startRoles(config, JSON.parse(CONNECTION!) as object, createLog(config.logLevel), {
  ...(CLOCK_FILE ? { clock: readSharedClock(CLOCK_FILE) } : {}),
  ...(ANNOUNCE_BY_BOTH_MS ? { announceByBothMs: Number(ANNOUNCE_BY_BOTH_MS) } : {}),
});
process.stdout.write(`${started.port}\n`);
process.on("SIGTERM", () => {
  void started.stop().then(() => process.exit(0));
});
