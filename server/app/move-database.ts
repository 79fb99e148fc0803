/**
 * `MOVE_TO_DATABASE_URL=postgres://… npm run move-database`: copies every row of the configured database, such as the embedded one, to
 * an empty database, which it migrates first. Run it with the servers stopped. The rows are compared before they count.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { hasAccounts } from "../modules/identity/index.ts";
import { restoreRows } from "../platform/backup/restore.ts";
import { writeRows } from "../platform/backup/write.ts";
import { createPool, dbOver } from "../platform/db.ts";
import type { Log } from "../platform/log.ts";
import { countPending, prepareDatabase } from "./database.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";
import { countServers } from "./running-servers.ts";

const drafts = "move-database-";

/** The new database. Its password would be seen among a command's arguments. */
function readTarget(): pg.PoolConfig {
  const connectionString = process.env["MOVE_TO_DATABASE_URL"] ?? "";
  if (/^postgres(ql)?:\/\//.test(connectionString)) return { connectionString };
  throw new Refused("Set MOVE_TO_DATABASE_URL to the postgres:// address of the new, empty database.");
}

/** Whether a database has tables, of this product or another. */
async function hasTables(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname !~ '^(pg_|information_schema)' limit 1`,
  );
  return rows.length > 0;
}

/** A migrated database without accounts, as a copy that failed leaves it. */
const isOursAndEmpty = async (pool: pg.Pool): Promise<boolean> => {
  const pending = await countPending(pool).catch(() => null);
  return pending === 0 && !(await hasAccounts(dbOver(pool)));
};

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
        `The new database can’t be reached: ${(error as { code?: string }).code ?? "no answer"}. Check MOVE_TO_DATABASE_URL.`,
      );
    });
    if ((await hasTables(pool)) && !(await isOursAndEmpty(pool)))
      throw new Refused("The new database isn’t empty. Move into an empty one.");
    await prepareDatabase(pool, log);
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
    // Rows of a command that was killed.
    for (const name of await readdir(ctx.config.dataDir))
      if (name.startsWith(drafts)) await rm(join(ctx.config.dataDir, name), { recursive: true, force: true });
    const folder = await mkdtemp(join(ctx.config.dataDir, drafts));
    try {
      const manifest = await writeRows({ connection, folder, now: ctx.clock.now() });
      await restoreRows({ connection: target, folder, manifest });
      if ((await countServers(connection)) > 0)
        throw new Refused(
          "A server was started during the copy, and its rows may be missing. Stop it, and move into an empty database again.",
        );
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return `Copied and compared ${rows} rows of ${manifest.tables.length} tables. Set DATABASE_URL to the new database, and start the servers. The old database stays as it is.`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
});
