import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { BackupFailure } from "./backups.ts";

/** A backup that the server itself makes. */
export interface BackupRun {
  readonly id: string;
  readonly startedAt: Date;
  /** Null while it runs. */
  readonly finishedAt: Date | null;
  /** Null while it runs, and once it succeeded. */
  readonly failure: string | null;
}

const lockRows = statement<{}, { locked: boolean }>(
  "studio.lock_backup_runs",
  () => sql`select pg_advisory_xact_lock(hashtextextended('studio.backup_runs', 0)) is null as locked`,
);
const selectNewest = statement<{}, BackupRun>(
  "studio.find_newest_backup_run",
  () => sql`
    select id, started_at as "startedAt", finished_at as "finishedAt", failure from studio.backup_runs
    order by started_at desc, id limit 1`,
);
const claimNight = statement<
  { id: string; night: string; now: Date; again: Date; lost: Date; attempts: number },
  { id: string }
>(
  "studio.claim_backup_night",
  (p) => sql`
    insert into studio.backup_runs as runs (id, night, started_at)
    values (${p.id}::uuid, ${p.night}::date, ${p.now}::timestamptz)
    on conflict (night) do update
    set started_at = excluded.started_at, finished_at = null, failure = null, attempts = runs.attempts + 1
    where runs.attempts < ${p.attempts}::int
      and ((runs.failure is not null and runs.finished_at <= ${p.again}::timestamptz)
        or (runs.finished_at is null and runs.started_at <= ${p.lost}::timestamptz))
    returning id`,
);
const insertRun = statement<{ id: string; now: Date }, { id: string }>(
  "studio.insert_backup_run",
  (p) => sql`
    insert into studio.backup_runs (id, started_at) values (${p.id}::uuid, ${p.now}::timestamptz) returning id`,
);
const finishRun = statement<{ id: string; now: Date; failure: BackupFailure | null }, { id: string }>(
  "studio.finish_backup_run",
  (p) => sql`
    update studio.backup_runs set finished_at = ${p.now}::timestamptz, failure = ${p.failure}
    where id = ${p.id}::uuid returning id`,
);
const deleteOld = statement<{ before: Date }, never>(
  "studio.delete_old_backup_runs",
  (p) => sql`delete from studio.backup_runs where started_at < ${p.before}::timestamptz`,
);

/** Serializes requests until the transaction ends: two admins at once ask for one backup. */
export const lockBackupRuns = async (db: Db): Promise<void> => {
  await db.one(lockRows, {});
};
export const findNewestBackupRun = (db: Db): Promise<BackupRun | null> => db.maybe(selectNewest, {});
/**
 * Begins the backup of a night, or begins it again after a failure.
 * @param at.night the day on which it begins
 * @param at.again failures until then are tried again
 * @param at.lost those that began until then and never ended count as failed
 * @returns its id; null if this night has one
 */
export const claimBackupNight = async (
  db: Db,
  at: { id: string; night: string; now: Date; again: Date; lost: Date; attempts: number },
): Promise<string | null> => (await db.maybe(claimNight, at))?.id ?? null;
export const insertBackupRun = async (db: Db, run: { id: string; now: Date }): Promise<void> => {
  await db.one(insertRun, run);
};
export const finishBackupRun = async (
  db: Db,
  run: { id: string; now: Date; failure: BackupFailure | null },
): Promise<void> => {
  await db.maybe(finishRun, run);
};
export const deleteOldBackupRuns = async (db: Db, before: Date): Promise<void> => {
  await db.change(deleteOld, { before });
};
