import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../testing/harness.ts";
import { migrate } from "./migrations.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true });
  pool = new pg.Pool(database.connection);
  // A released connection may still be open when the database is dropped.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", () => {});
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const make = (name: string) => ({
  name: `${name}.sql`,
  sql: `create table t${name.replaceAll("-", "_")} (id int)`,
});

test("refuses a migration that is older than one that already ran", async () => {
  await migrate(pool, [make("0100-a"), make("202601020304-a")]);
  await expect(
    migrate(pool, [make("0100-a"), make("202601020303-late"), make("202601020304-a")]),
  ).rejects.toThrow("202601020303-late.sql is older than 202601020304-a.sql");
  await expect(migrate(pool, [make("0101-late"), make("202601020304-a")])).rejects.toThrow(
    "0101-late.sql is older",
  );
});

test("runs numbered migrations in any order, as the first releases did", async () => {
  await migrate(pool, [make("0300-a")]);
  expect(await migrate(pool, [make("0220-b"), make("0300-a"), make("202601020304-c")])).toEqual([
    "0220-b.sql",
    "202601020304-c.sql",
  ]);
});

test("builds an index concurrently while another server waits for the migration lock", async () => {
  const migrations = [
    make("0100-a"),
    {
      name: "202601020304-index.sql",
      sql: "-- no transaction\ndrop index concurrently if exists a;\ncreate index concurrently a on t0100_a (id);\n",
    },
  ];
  const ran = await Promise.all([migrate(pool, migrations), migrate(pool, migrations)]);
  expect(ran.flat()).toEqual(["0100-a.sql", "202601020304-index.sql"]);
});

test("runs the migration after a transaction that locks the table has ended", async () => {
  await migrate(pool, [make("0100-a")]);
  const other = await pool.connect();
  await other.query("begin; select * from t0100_a");
  const running = migrate(pool, [
    make("0100-a"),
    { name: "202601020304-column.sql", sql: "alter table t0100_a add column name text" },
  ]);
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter%'",
          )
        ).rowCount,
    )
    .toBe(1);
  await other.query("rollback");
  other.release();
  expect(await running).toEqual(["202601020304-column.sql"]);
});
