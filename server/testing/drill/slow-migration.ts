import pg from "pg";
import { migrationsDir } from "../../platform/migrations/backfill.ts";
import { readMigrations } from "../../platform/migrations/files.ts";
import { migrate } from "../../platform/migrations/migrate.ts";

/** Tables that people's requests read and write all the time. */
const tables = [`identity."user"`, "practice.notes", "catalog.classes"] as const;
/** Waits in vain for the first table's lock, which pause longer each time: about ten seconds. */
const waits = 5;

/**
 * Migrates busy tables, as the next release would, while a transaction that has read them stays open, such as a backup. It ends after
 * several waits of the migration.
 */
export async function migrateBehindReader(connection: pg.PoolConfig): Promise<void> {
  const pool = new pg.Pool(connection);
  const reader = new pg.Client(connection);
  try {
    await reader.connect();
    await reader.query("begin isolation level repeatable read");
    for (const table of tables) await reader.query(`select from ${table} limit 1`);
    const next = tables.map((table, at) => ({
      name: `99991231235${at}-drill-column.sql`,
      sql: `alter table ${table} add column drill int`,
    }));
    await migrate(pool, [...(await readMigrations(migrationsDir)), ...next], (_migration, attempt) => {
      if (attempt === waits) reader.end().catch(() => {});
    });
  } finally {
    await reader.end();
    await pool.end();
  }
}
