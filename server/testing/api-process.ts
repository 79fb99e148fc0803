/**
 * An api role in a process of its own, for tests that kill it. The environment sets its database, its folder, and
 * settings as JSON. Prints its port.
 */
import { startRoles } from "../app/start.ts";
import { readConfig } from "../platform/config/index.ts";
import { createLog } from "../platform/log.ts";

const config = readConfig(
  {
    NODE_ENV: "test",
    PORT: "0",
    DATA_DIR: process.env["DATA_DIR"],
    LOG_LEVEL: "error",
    GRAPHQL_OPEN: "on",
    DATABASE_CONNECTIONS: "6",
    TRUSTED_PROXIES: "127.0.0.1",
    ...(JSON.parse(process.env["SETTINGS"] ?? "{}") as Record<string, string>),
  },
  ["--role=api"],
);
const started = await startRoles(
  config,
  JSON.parse(process.env["CONNECTION"]!) as object,
  createLog("error"),
);
process.stdout.write(`${started.port}\n`);
process.on("SIGTERM", () => {
  void started.stop().then(() => process.exit(0));
});
