import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { sqlState } from "./db.ts";

/** Arbitrary, but the same for every server of the product. */
const lockKey = 8_517_231;

export interface Migration {
  /** The file name; sort key. */
  name: string;
  sql: string;
}

/**
 * Reads a folder's SQL files in the order of their names. New names start with the UTC minute of their creation. The four-digit
 * numbers of the first ones sort before every year.
 * @throws if a name has another format, or if two files have the same number
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const seen = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4}|\d{12})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} must be called YYYYMMDDHHMM-module-what-it-does.sql.`);
    const other = seen.get(number);
    if (other) throw new Error(`Migrations ${other} and ${name} have the same number.`);
    seen.set(number, name);
  }
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), "utf8") })));
}

/** A file with this first line runs outside a transaction, statement by statement: for `create index concurrently`. */
const withoutTransaction = /^-- no transaction\b/;

/** How long a migration waits for a lock: later queries on the table queue behind it. */
const lockTimeout = "5s";
const lockAttempts = 12;

/**
 * Runs the pending migrations, each in a transaction of its own. An advisory lock serializes servers that start together. A
 * migration that can't get a table's lock gives way to other queries and retries.
 * @returns the names of the migrations that ran
 * @throws when a migration that ran was changed, or when a pending one is older than one that ran
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = '${lockTimeout}'`);
    await takeTurn(client);
    await client.query(
      "create schema if not exists platform; create table if not exists platform.migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      "select name, sha256 from platform.migrations",
    );
    const pending = pendingMigrations(migrations, new Map(rows.map((row) => [row.name, row.sha256])));
    for (const migration of pending) {
      try {
        await retryLocks(() => runMigration(client, migration));
      } catch (error) {
        throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    return pending.map(({ name }) => name);
  } finally {
    // The lock belongs to the session. A closed connection can't keep it or its settings.
    client.release(true);
  }
}

/** Polls instead of waiting in the database: a concurrent index build waits for every open transaction. */
async function takeTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      lockKey,
    ]);
    if (rows[0]?.isOurs) return;
    await sleep(100);
  }
}

/** The pending migrations. `done` has the names and checksums of those that ran. */
function pendingMigrations(
  migrations: readonly Migration[],
  done: ReadonlyMap<string, string>,
): (Migration & { sha256: string })[] {
  const last = [...done.keys()].filter(isTimed).sort().at(-1);
  return migrations.flatMap((migration) => {
    const { name, sql } = migration;
    const sha256 = createHash("sha256").update(sql).digest("hex");
    const before = done.get(name);
    if (before === sha256) return [];
    if (before)
      throw new Error(
        `Migration ${name} was changed after it ran on this database. Add a new migration instead.`,
      );
    if (last && name < last)
      throw new Error(
        `Migration ${name} is older than ${last}, which has run on this database. Rename it to the current time.`,
      );
    return [{ ...migration, sha256 }];
  });
}

/** Whether a name starts with a time. The first migrations have four digits and ran in any order. */
const isTimed = (name: string): boolean => /^\d{12}-/.test(name);

async function runMigration(
  client: pg.PoolClient,
  { name, sql, sha256 }: Migration & { sha256: string },
): Promise<void> {
  const note = () =>
    client.query("insert into platform.migrations (name, sha256) values ($1, $2)", [name, sha256]);
  if (withoutTransaction.test(sql)) {
    for (const statement of sql.split(/;\s*$/m)) if (statement.trim()) await client.query(statement);
    await note();
    return;
  }
  await client.query("begin");
  try {
    await client.query(sql);
    await note();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function retryLocks(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (sqlState(error) !== "55P03" || attempt === lockAttempts) throw error;
      await sleep(1000);
    }
  }
}
