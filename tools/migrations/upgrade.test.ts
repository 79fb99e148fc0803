import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrateJobs } from "../../server/platform/jobs/worker.ts";
import { readMigrations } from "../../server/platform/migrations/files.ts";
import { migrate } from "../../server/platform/migrations/migrate.ts";
import { createTestDatabase } from "../../server/testing/harness.ts";
import { readReleases } from "./released.ts";
import { describeSchema } from "./schema.ts";

const folder = join(import.meta.dirname, "../../server/migrations");
const releases = readReleases(folder);

test("there is at least one release to upgrade from", () => {
  expect(releases.length).toBeGreaterThan(0);
});

test.each(releases)("upgrades a filled $version database to the schema of a fresh one", async (release) => {
  const migrations = await readMigrations(folder);
  const [fresh, old] = [await createTestDatabase(), await createTestDatabase({ isEmpty: true })];
  const pools = [fresh, old].map(({ connection }) => new pg.Pool(connection));
  const [freshPool, oldPool] = pools as [pg.Pool, pg.Pool];
  try {
    await migrate(
      oldPool,
      migrations.filter(({ name }) => name in release.migrations),
    );
    await fill(oldPool, release.rows);
    const filled = await countRows(oldPool, Object.keys(release.rows));
    expect(filled).toBeGreaterThan(50);
    // As a server does: migrations may enqueue backfills.
    await migrateJobs(oldPool);
    await migrate(oldPool, migrations);
    expect(await describeSchema(oldPool)).toEqual(await describeSchema(freshPool));
    expect(await countRows(oldPool, Object.keys(release.rows))).toBeGreaterThanOrEqual(filled);
  } finally {
    for (const pool of pools) await pool.end();
    await fresh.drop();
    await old.drop();
  }
});

/** Inserts rows unchanged: without triggers and foreign keys, which the complete database satisfied. */
async function fill(pool: pg.Pool, rows: Readonly<Record<string, readonly object[]>>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const [table, found] of Object.entries(rows)) {
      const [schema = "", name = ""] = table.split(".");
      const sql = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
      const { rows: columns } = await client.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [sql],
      );
      const list = columns.map((column) => column.name).join(", ");
      await client.query(
        `insert into ${sql} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${sql}, $1::jsonb)
         on conflict do nothing`,
        [JSON.stringify(found)],
      );
    }
  } finally {
    client.release(true);
  }
}

async function countRows(pool: pg.Pool, tables: readonly string[]): Promise<number> {
  const counts = tables.map((table) => {
    const [schema = "", name = ""] = table.split(".");
    return `(select count(*) from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)})`;
  });
  const { rows } = await pool.query<{ sum: number }>(`select ${counts.join(" + ")} as sum`);
  return rows[0]!.sum;
}
