import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/harness.ts";
import { readConfig } from "../config/index.ts";
import { explainStart } from "../startup.ts";
import { migrate } from "./migrate.ts";

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

test("says in one sentence that the database's disk is full", async () => {
  const full = {
    name: "202601020304-full.sql",
    sql: `do $$ begin raise exception 'could not extend file "base/5/16396": No space left on device' using errcode = 'disk_full'; end $$`,
  };
  const error = await migrate(pool, [full]).catch((thrown: unknown) => thrown);
  expect(explainStart(error, readConfig({ NODE_ENV: "test" }, []))).toBe(
    "The database's disk is full. Free up space and start again.",
  );
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

/** A transaction that has read the table: an alter and a concurrent build wait for it. */
async function readTable(): Promise<{ end(): Promise<void> }> {
  const client = await pool.connect();
  await client.query("begin isolation level repeatable read; select * from t0100_a");
  return {
    end: async () => {
      await client.query("rollback");
      client.release();
    },
  };
}

const untilWaiting = (query: string) =>
  expect
    .poll(
      async () =>
        (
          await pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'",
            [query],
          )
        ).rowCount,
    )
    .toBe(1);

test("lets every request through while it waits for a long reader, and then alters the table", async () => {
  await migrate(pool, [make("0100-a")]);
  const reader = await readTable();
  let waits = 0;
  const running = migrate(
    pool,
    [make("0100-a"), { name: "202601020304-column.sql", sql: "alter table t0100_a add column name text" }],
    () => (waits += 1),
  );
  const requests = new pg.Pool({ ...database.connection, statement_timeout: 1_700 });
  let answered = 0;
  while (waits < 3) {
    await requests.query("select * from t0100_a");
    answered += 1;
  }
  expect(answered).toBeGreaterThan(2);
  await requests.end();
  await reader.end();
  expect(await running).toEqual(["202601020304-column.sql"]);
});

const withIndex = [
  make("0100-a"),
  {
    name: "202601020304-index.sql",
    sql: "-- no transaction\ncreate index concurrently a on t0100_a (id);\n",
  },
];
const isValid = async () =>
  (
    await pool.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('public.a')",
    )
  ).rows[0]?.valid;

test("builds an index once, however long it waits for a reader", async () => {
  await migrate(pool, [make("0100-a")]);
  const reader = await readTable();
  const waits: string[] = [];
  const running = migrate(pool, withIndex, (name) => waits.push(name));
  await untilWaiting("create index concurrently");
  // Longer than a wait for a table's lock, and than a statement may be silent here.
  await pool.query("select pg_sleep(2)");
  await reader.end();
  expect(await running).toEqual(["202601020304-index.sql"]);
  expect(waits).toEqual([]);
  expect(await isValid()).toBe(true);
});

test("goes on after the process was killed in the middle of an index", async () => {
  await migrate(pool, [make("0100-a")]);
  const reader = await readTable();
  const script = `
    import pg from "pg";
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
    await migrate(new pg.Pool(${JSON.stringify(database.connection)}), ${JSON.stringify(withIndex)});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
  await untilWaiting("create index concurrently");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await isValid()).toBe(false);
  // Its session ends by itself, although the reader goes on.
  const again = migrate(pool, withIndex);
  await untilWaiting("drop index concurrently");
  await reader.end();
  expect(await again).toEqual(["202601020304-index.sql"]);
  expect(await isValid()).toBe(true);
});

test("keeps an index that was complete when the process ended before it was noted", async () => {
  await migrate(pool, withIndex);
  const { rows: before } = await pool.query("select 'a'::regclass::oid as id");
  await pool.query("delete from platform.migrations where name like '%index.sql'");
  expect(await migrate(pool, withIndex)).toEqual(["202601020304-index.sql"]);
  expect((await pool.query("select 'a'::regclass::oid as id")).rows).toEqual(before);
});
