import type pg from "pg";
import type { Ctx } from "../ctx.ts";
import { endBackupRun } from "../modules/studio/backups/backups.ts";
import type { BackupFailure } from "../modules/studio/backups/backups.ts";
import { backupDue } from "../modules/studio/backups/events.ts";
import { BackupDamaged } from "../platform/backup/contents.ts";
import { BackupRunning } from "../platform/backup/lock.ts";
import { BackupTooSlow } from "../platform/backup/write.ts";
import { sqlState } from "../platform/db.ts";
import { defineReaction } from "../platform/events.ts";
import type { Reaction } from "../platform/events.ts";
import { BackupNotRestored, makeBackup } from "./make-backup.ts";

/** As for `npm run backup`. */
const maxRowsMs = 120 * 60_000;

/** What staff read of a failed backup. */
function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupRunning) return "busy";
  if (error instanceof BackupTooSlow) return "tooSlow";
  if (error instanceof BackupDamaged) return "damaged";
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const cause = (error as Error).cause;
  if (code === "ENOSPC" || code === "EDQUOT" || sqlState(cause) === "53100") return "noSpace";
  if (error instanceof BackupNotRestored) return "notRestored";
  return ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"].includes(code)
    ? "notWritable"
    : "unknown";
}

/**
 * A failure is recorded for staff instead of thrown: the schedule tries again later, on whichever server. One that a shutdown cuts goes
 * on at the next worker, as the same run.
 */
async function backUp(
  ctx: Ctx,
  { connection, runId, signal }: { connection: pg.PoolConfig; runId: string; signal: AbortSignal },
): Promise<void> {
  const { backups } = ctx.config;
  // Requested on a server that has a folder, and taken by one that has none.
  if (!backups) throw new Error("BACKUP_TO isn't set on this worker. Set it on all.");
  try {
    const order = { connection, ...backups, maxRowsMs, signal };
    const { manifest, files, copied } = await makeBackup(ctx, order);
    ctx.log.info({ backup: manifest.id, files, copied }, "Made a backup");
    await endBackupRun(ctx, runId, null);
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = failureOf(error);
    ctx.log.error({ err: error, failure }, "A backup failed");
    await endBackupRun(ctx, runId, failure);
  }
}

/** Belongs to the composition root: a backup reads every module's tables, on a connection of its own for one moment of all of them. */
export const backupReactions = (connection: pg.PoolConfig): readonly Reaction[] => [
  defineReaction("app.back_up", backupDue, (ctx, { runId }, { signal }) =>
    backUp(ctx, { connection, runId, signal }),
  ),
];
