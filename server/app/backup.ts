/**
 * `npm run backup -- --to=/mnt/backups`: backs up the database and all files while servers run, and checks what it wrote.
 * `--keep=14` is how many backups stay in the folder, `--max-minutes=120` how long reading the rows may take.
 */
import { parseArgs } from "node:util";
import { areasOf } from "../platform/backup/areas.ts";
import { recordBackup } from "../platform/backup/record.ts";
import { BackupTooSlow, damagedFile, writeBackup } from "../platform/backup/write.ts";
import { leftOut } from "./backup-areas.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

const usage =
  "Usage: npm run backup -- --to=<folder> [--keep=<number of backups, 14 by default>] [--max-minutes=<120 by default>]";
const options = {
  to: { type: "string" },
  keep: { type: "string", default: "14" },
  "max-minutes": { type: "string", default: "120" },
} as const;

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
    const areas = await areasOf(ctx);
    const order = { connection, areas, folder, keep, now: ctx.clock.now(), maxRowsMs };
    const { manifest, rowsMs } = await writeBackup(order).catch((error: unknown) => {
      throw error instanceof BackupTooSlow ? new Refused(error.message) : error;
    });
    const damaged = await damagedFile(folder, manifest);
    if (damaged) throw new Refused(`${damaged} can't be read back as it was written. Check the disk.`);
    await recordBackup(ctx.db, { id: manifest.id, finishedAt: new Date(manifest.finishedAt) });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return `Backup ${manifest.id} is in ${folder}: ${rows} rows of ${manifest.tables.length} tables, read within ${Math.ceil(rowsMs / 1000)} s, and ${manifest.files.length} files.\n${leftOut}`;
  };
});
