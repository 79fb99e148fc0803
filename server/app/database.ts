import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { followCluster } from "../modules/growth/index.ts";
import type { Config } from "../platform/config/index.ts";
import { dbOver, isDatabaseUnavailable } from "../platform/db.ts";
import { areJobsMigrated, migrateJobs } from "../platform/jobs/worker.ts";
import type { Log } from "../platform/log.ts";
import { migrationsDir } from "../platform/migrations/backfill.ts";
import { readMigrations } from "../platform/migrations/files.ts";
import { findPending, migrate } from "../platform/migrations/migrate.ts";
import { SchemaBehind } from "../platform/startup.ts";

const lookEveryMs = 1_000;

/**
 * Migrates the database. Processes that start together do so one after another.
 * @returns the names of the migrations that ran
 */
export async function prepareDatabase(pool: pg.Pool, log: Log): Promise<string[]> {
  const migrations = await readMigrations(migrationsDir);
  // Before ours, which may enqueue backfills.
  await migrateJobs(pool);
  const ran = await migrate(pool, migrations, (migration, attempt) =>
    log.warn({ migration, attempt }, "A migration waits until other sessions release a table"),
  );
  if (ran.length > 0) log.info({ migrations: ran.length }, "Migrated the database");
  await goOnInCluster(pool, log);
  return ran;
}

/**
 * Opens the database of a process: migrates it, or waits until `npm run migrate` has. An operator's command, which has no roles,
 * doesn't wait.
 * @throws SchemaBehind
 */
export async function openDatabase(pool: pg.Pool, config: Config, log: Log): Promise<void> {
  if (config.migratesAtStart) {
    await prepareDatabase(pool, log);
    return;
  }
  let pending = await countPending(pool);
  if (pending > 0 && config.roles.length === 0) throw new SchemaBehind(pending);
  if (pending > 0) log.warn({ pending }, "Waits for migrations: run `npm run migrate` with this release");
  while (pending > 0) {
    await sleep(lookEveryMs);
    pending = await countPending(pool).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return pending;
      throw error;
    });
  }
  await goOnInCluster(pool, log);
}

/** The number of migrations that this release needs and that haven't run, counting graphile-worker's as one. */
export async function countPending(pool: pg.Pool): Promise<number> {
  const pending = await findPending(pool, await readMigrations(migrationsDir));
  return pending.length + ((await areJobsMigrated(pool)) ? 0 : 1);
}

async function goOnInCluster(pool: pg.Pool, log: Log): Promise<void> {
  const skipped = await followCluster(dbOver(pool));
  if (skipped > 0) log.info({ skipped }, "The database is in another cluster: its order of events goes on");
}
