import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** Any number will do, as long as every server of the product uses the same one. */
const lockKey = 8_517_231;

export interface Migration {
  /** The file's name, which also orders it. */
  name: string;
  sql: string;
}

/**
 * Reads the SQL files of a folder in the order of their names. New ones start with the UTC minute in which they were written;
 * the four-digit numbers of the first ones sort before every year.
 * @throws if a name has another form, or if two files share a number.
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

/**
 * Runs the migrations that this database hasn't had, each in a transaction of its own, under an advisory lock, so that
 * servers that start together wait for one another. A migration that ran and was changed afterwards stops the start.
 * @returns the names of those that ran now
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await client.query(
      "create schema if not exists platform; create table if not exists platform.migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; sha256: string }>(
      "select name, sha256 from platform.migrations",
    );
    const done = new Map(rows.map((row) => [row.name, row.sha256]));
    const ran: string[] = [];
    for (const { name, sql } of migrations) {
      const sha256 = createHash("sha256").update(sql).digest("hex");
      const before = done.get(name);
      if (before === sha256) continue;
      if (before)
        throw new Error(
          `Migration ${name} was changed after it ran on this database. Add a new migration instead.`,
        );
      await client.query("begin");
      try {
        await client.query(sql);
        await client.query("insert into platform.migrations (name, sha256) values ($1, $2)", [name, sha256]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      ran.push(name);
    }
    return ran;
  } finally {
    // The lock belongs to the session: a connection that is closed, not returned, can't keep it or its settings.
    client.release(true);
  }
}
