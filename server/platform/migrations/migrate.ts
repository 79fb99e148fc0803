import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { allowSilence, sqlState } from "../db.ts";
import { completeBackfill, enqueueBackfill } from "./backfill.ts";
import { kindOf, pendingMigrations, prerequisitesOf } from "./files.ts";
import type { Migration, PendingMigration } from "./files.ts";

/** Arbitrary, but the same for every process of the product. */
const lockKey = 8_517_231;

/**
 * How long a statement waits for a table's lock. Queries on the table queue behind it, and those of requests are canceled after
 * 1.7 s: a wait must be shorter, or requests fail.
 */
const lockTimeout = "1s";
/** Pause after a wait in vain, in which queued queries run; doubles up to the most. Milliseconds. */
const firstPauseMs = 500;
const maxPauseMs = 15_000;
/** A backup may read every table for hours, but someone should look at a migration that waits longer; milliseconds. */
const giveUpAfterMs = 30 * 60_000;
/** lock_not_available and deadlock_detected: other queries had priority. */
const worthAnotherTry = new Set(["55P03", "40P01"]);

/** PostgreSQL ends the statement of a process that was killed, so that the next one doesn't wait for it. */
const settings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set client_connection_check_interval = '2s'`;

/**
 * Runs the pending migrations one after another. An advisory lock serializes processes that start together. A migration that
 * can't get a table's lock gives way to other queries and retries.
 * @param onWait hears of each wait for a lock in vain
 * @returns the names of the migrations that ran
 * @throws when a migration that ran was changed, when a pending one is older than one that ran, or after half an hour of waits
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[],
  onWait: (migration: string, attempt: number) => void = () => {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    allowSilence(client);
    await client.query(settings);
    await takeTurn(client);
    await client.query(
      "create schema if not exists platform; create table if not exists platform.migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())",
    );
    const pending = pendingMigrations(migrations, await doneMigrations(client));
    for (const migration of pending) {
      try {
        for (const name of prerequisitesOf(migration)) await completeBackfill(client, name, migrations);
        await retryLocks(
          () => runMigration(client, migration),
          (attempt) => onWait(migration.name, attempt),
        );
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

/** The migrations that haven't run on a database, which may be empty. Changes nothing. @throws like `migrate` */
export async function findPending(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  return pendingMigrations(migrations, await doneMigrations(pool)).map(({ name }) => name);
}

/** Names and checksums of the migrations that ran. */
async function doneMigrations(database: pg.Pool | pg.PoolClient): Promise<Map<string, string>> {
  try {
    const { rows } = await database.query<{ name: string; sha256: string }>(
      "select name, sha256 from platform.migrations",
    );
    return new Map(rows.map((row) => [row.name, row.sha256]));
  } catch (error) {
    // undefined_table: an empty database.
    if (sqlState(error) === "42P01") return new Map();
    throw error;
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

async function runMigration(client: pg.PoolClient, migration: PendingMigration): Promise<void> {
  const { name, sql, sha256 } = migration;
  const note = () =>
    client.query("insert into platform.migrations (name, sha256) values ($1, $2)", [name, sha256]);
  const kind = kindOf(migration);
  if (kind === "bare") {
    // A concurrent build waits for other transactions without holding up anybody.
    await client.query("set lock_timeout = 0");
    for (const statement of sql.split(/;\s*$/m))
      if (statement.trim() && !(await isBuilt(client, statement))) await client.query(statement);
    await note();
    return;
  }
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  await client.query("begin");
  try {
    if (kind === "backfill") await enqueueBackfill(client, name);
    else await client.query(sql);
    await note();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Whether a statement builds an index that is there: the process ended before the migration was noted. What is left of a build that
 * was cut is dropped.
 */
async function isBuilt(client: pg.PoolClient, statement: string): Promise<boolean> {
  const [, name, schema] =
    /^\s*(?:--.*\n\s*)*create (?:unique )?index concurrently (\w+) on (?:(\w+)\.)?/i.exec(statement) ?? [];
  if (!name) return false;
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [`${schema ?? "public"}.${name}`],
  );
  if (rows[0]?.isValid === false)
    await client.query(
      `drop index concurrently ${client.escapeIdentifier(schema ?? "public")}.${client.escapeIdentifier(name)}`,
    );
  return rows[0]?.isValid ?? false;
}

async function retryLocks(run: () => Promise<void>, onWait: (attempt: number) => void): Promise<void> {
  const until = Date.now() + giveUpAfterMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!worthAnotherTry.has(sqlState(error) ?? "") || Date.now() > until) throw error;
      onWait(attempt);
      await sleep(Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1)));
    }
  }
}
