/**
 * `npm run move-database -- --to=postgres://…`: copies every row of the configured database, such as the embedded one, to an empty
 * database, which it migrates first. Run it with the servers stopped. The rows are compared before they count.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { hasAccounts } from "../modules/identity/index.ts";
import { restoreRows } from "../platform/backup/restore.ts";
import { writeRows } from "../platform/backup/write.ts";
import { createPool, dbOver } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { prepareDatabase } from "./database.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";
import { countServers } from "./running-servers.ts";

const usage = "Usage: npm run move-database -- --to=postgres://user:password@host/database";

function readTarget(): pg.PoolConfig {
  try {
    const { values } = parseArgs({ options: { to: { type: "string" } } });
    if (/^postgres(ql)?:\/\//.test(values.to ?? "")) return { connectionString: values.to! };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new Refused(usage);
}

/** Migrates the new database. @throws Refused unless it is empty */
async function prepareTarget(connection: pg.PoolConfig, log: Log): Promise<void> {
  const pool = createPool(
    { connection, size: 2, statementTimeoutMs: 60_000, applicationName: "eightcount-migrate" },
    (error) => log.warn({ err: error }, "An idle database connection was lost"),
  );
  try {
    await pool.query("select 1").catch((error: unknown) => {
      // Its message may name the address with the password.
      throw new Refused(
        `The new database can’t be reached: ${(error as { code?: string }).code ?? "no answer"}. Check --to.`,
      );
    });
    await prepareDatabase(pool, log);
    if (await hasAccounts(dbOver(pool)))
      throw new Refused("The new database has accounts. Move into an empty one.");
  } finally {
    await pool.end();
  }
}

await runOperatorCommand("move-database", () => {
  const target = readTarget();
  return async (ctx, connection) => {
    if ((await countServers(connection)) > 0)
      throw new Refused("Servers are running on this database. Stop all of them first.");
    await prepareTarget(target, ctx.log);
    const folder = await mkdtemp(join(ctx.config.dataDir, "move-database-"));
    try {
      const manifest = await writeRows({ connection, folder, now: ctx.clock.now() });
      await restoreRows({ connection: target, folder, manifest });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return `Copied and compared ${rows} rows of ${manifest.tables.length} tables. Set DATABASE_URL to the new database, and start the servers. The old database stays as it is.`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
});
