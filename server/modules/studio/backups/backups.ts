import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "../../../ctx.ts";
import { databaseSetUpAt, newestBackupAt } from "../../../platform/backup/record.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { BackupsOff } from "./errors.ts";
import { backupDue } from "./events.ts";
import {
  claimBackupNight,
  deleteOldBackupRuns,
  findNewestBackupRun,
  finishBackupRun,
  insertBackupRun,
  lockBackupRuns,
} from "./store.ts";
import type { BackupRun } from "./store.ts";

/** Why a backup failed, as far as staff can do something about it; the log has the rest. Stored. */
export const backupFailures = [
  "noSpace",
  "notWritable",
  "tooSlow",
  "damaged",
  "notRestored",
  "busy",
  "unknown",
] as const;
export type BackupFailure = (typeof backupFailures)[number];

/** What staff see of backups. */
export interface StudioBackups {
  /** When the newest one was finished, by whatever way it was made; null without any. */
  readonly newestAt: Date | null;
  /**
   * The newest one is older than it should be: a night and 2 hours, or 7 days where the server makes none. Without any, the server's
   * own is late at once, and another one 7 days after the database was set up.
   */
  readonly isLate: boolean;
  /** Hour of the day in the studio's time zone; null where the server makes none. */
  readonly nightlyHour: number | null;
  /** How many stay; null where the server makes none. */
  readonly keep: number | null;
  readonly isRestored: boolean;
  readonly isRunning: boolean;
  /** Why the server's last attempt failed; null if it didn't. */
  readonly failure: BackupFailure | null;
  readonly failedAt: Date | null;
}

const hour = 3_600_000;
/** Without an end after this time, a backup counts as failed. */
const maxMs = 24 * hour;
/** An older backup is late where the server makes one every night. */
const nightlyAgeMs = 26 * hour;
/** The same where something else makes them. */
export const otherAgeMs = 7 * 24 * hour;
/** Between the attempts of a night, and how many there are. */
const [againMs, attempts] = [hour, 3];
/** How long the runs are kept. */
export const runDays = 90;

const failureOf = (stored: string): BackupFailure =>
  backupFailures.find((one) => one === stored) ?? "unknown";
const isRunning = (run: BackupRun | null, now: Date): boolean =>
  run !== null && run.finishedAt === null && run.startedAt.getTime() > now.getTime() - maxMs;

/** Age, failure and schedule of backups. Checks no permission. */
export async function backupsOf(ctx: Ctx): Promise<StudioBackups> {
  const { backups } = ctx.config;
  const now = ctx.clock.now();
  const [newestAt, run] = [await newestBackupAt(ctx.db), await findNewestBackupRun(ctx.db)];
  const isLost = run !== null && run.finishedAt === null && !isRunning(run, now);
  const maxAge = backups ? nightlyAgeMs : otherAgeMs;
  const since = newestAt ?? (backups ? null : await databaseSetUpAt(ctx.db));
  return {
    newestAt,
    isLate: since === null || since.getTime() <= now.getTime() - maxAge,
    nightlyHour: backups?.hour ?? null,
    keep: backups?.keep ?? null,
    isRestored: backups?.isRestored ?? false,
    isRunning: isRunning(run, now),
    failure: isLost ? "unknown" : run?.failure ? failureOf(run.failure) : null,
    failedAt: isLost ? run.startedAt : run?.failure ? run.finishedAt : null,
  };
}

/** The same for admins. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function readBackups(ctx: Ctx): Promise<StudioBackups> {
  requireStaff(ctx);
  return backupsOf(ctx);
}

/**
 * Begins a backup now, for admins; changes nothing while one runs.
 * @throws BackupsOff, NotFound, SecondStepRequired, Unauthenticated
 */
export async function backUpNow(ctx: Ctx): Promise<StudioBackups> {
  requireStaff(ctx);
  if (!ctx.config.backups) throw new BackupsOff();
  await ctx.transact(async (tx) => {
    await lockBackupRuns(tx.db);
    const now = tx.clock.now();
    if (isRunning(await findNewestBackupRun(tx.db), now)) return;
    const runId = randomUUID();
    await insertBackupRun(tx.db, { id: runId, now });
    await tx.publish(backupDue, { runId });
    await recordAuditEntry(tx, { action: "studio.backup_requested", subject: "studio" });
  });
  return backupsOf(ctx);
}

/**
 * Begins the night's backup, once among all servers. A night lasts from the hour in the studio's time zone to that hour on the next day,
 * so that a late hour leaves time for all attempts. There are up to three, an hour apart.
 */
export const nightlyBackupJob = defineJob({
  name: "studio.nightly_backup",
  schema: z.object({}),
  maxAttempts: 1,
  run: async (ctx) => {
    const { backups } = ctx.config;
    if (!backups) return;
    const now = ctx.clock.now();
    // By local clock time, so that days of 23 or 25 hours don't move it.
    const night = Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(ctx.studio.timeZone)
      .toPlainDateTime()
      .subtract({ hours: backups.hour })
      .toPlainDate();
    await ctx.transact(async (tx) => {
      await lockBackupRuns(tx.db);
      if (isRunning(await findNewestBackupRun(tx.db), now)) return;
      const before = (ms: number) => new Date(now.getTime() - ms);
      const runId = await claimBackupNight(tx.db, {
        id: randomUUID(),
        night: night.toString(),
        now,
        again: before(againMs),
        lost: before(maxMs),
        attempts,
      });
      if (runId) await tx.publish(backupDue, { runId });
      await deleteOldBackupRuns(tx.db, before(runDays * 24 * hour));
    });
  },
});

/** Records how a backup ended. @param failure null if it succeeded */
export const endBackupRun = (ctx: Ctx, id: string, failure: BackupFailure | null): Promise<void> =>
  finishBackupRun(ctx.db, { id, now: ctx.clock.now(), failure });
