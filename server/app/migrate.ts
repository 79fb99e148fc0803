/** `npm run migrate`: migrates the database before servers of a new release start, while those of the release before serve. */
import { createPool } from "../platform/db.ts";
import { prepareDatabase } from "./database.ts";
import { report, withDatabase } from "./operator-command.ts";

/** Of statements that aren't migrations; milliseconds. */
const statementTimeoutMs = 60_000;

await report(
  withDatabase(async (_config, connection, log) => {
    const pool = createPool(
      { connection, size: 2, statementTimeoutMs, applicationName: "eightcount-migrate" },
      (error) => log.warn({ err: error }, "An idle database connection was lost"),
    );
    try {
      const ran = await prepareDatabase(pool, log);
      return ran.length === 0
        ? "The database is up to date."
        : `Ran ${ran.length} migration${ran.length === 1 ? "" : "s"}:\n${ran.join("\n")}`;
    } finally {
      await pool.end();
    }
  }),
);
