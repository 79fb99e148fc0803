/**
 * `npm run backup -- --to=/mnt/backups`: backs up the database and all files while servers run, and checks what it wrote.
 * `--keep=14` is how many backups stay in the folder, `--max-minutes=120` how long reading the rows may take.
 */
import { parseArgs } from "node:util";
import { BackupDamaged } from "../platform/backup/contents.ts";
import { BackupLockLost, BackupRunning } from "../platform/backup/lock.ts";
import { BackupTooSlow } from "../platform/backup/write.ts";
import { leftOut } from "./backup-areas.ts";
import { makeBackup } from "./make-backup.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

const usage =
  "Usage: npm run backup -- --to=<folder> [--keep=<number of backups, 14 by default>] [--max-minutes=<120 by default>]";
const options = {
  to: { type: "string" },
  keep: { type: "string", default: "14" },
  "max-minutes": { type: "string", default: "120" },
} as const;

/** Failures that a sentence explains. */
const refusals = [BackupRunning, BackupLockLost, BackupTooSlow, BackupDamaged];

function readRequest(): { folder: string; keep: number; maxRowsMs: number } {
  try {
    const { values } = parseArgs({ options });
    const [keep, minutes] = [Number(values.keep), Number(values["max-minutes"])];
    if (values.to && Number.isInteger(keep) && keep > 0 && minutes > 0)
      return { folder: values.to, keep, maxRowsMs: minutes * 60_000 };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new Refused(usage);
}

await runOperatorCommand("backup", () => {
  const { folder, keep, maxRowsMs } = readRequest();
  return async (ctx, connection) => {
    const order = { connection, folder, keep, maxRowsMs, isRestored: false };
    const { manifest, rowsMs, files, copied, repaired } = await makeBackup(ctx, order).catch(
      (error: unknown) => {
        throw refusals.some((kind) => error instanceof kind) ? new Refused((error as Error).message) : error;
      },
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const healed =
      repaired > 0 ? ` ${repaired} earlier copies were damaged, and were made again: check the disk.` : "";
    return `Backup ${manifest.id} is in ${folder}: ${rows} rows of ${manifest.tables.length} tables, read within ${Math.ceil(rowsMs / 1000)} s, and ${files} files, ${copied} of them copied.${healed}\n${leftOut}`;
  };
});
