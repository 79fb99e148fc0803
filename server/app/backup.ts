/**
 * `npm run backup -- --to=/mnt/backups`: backs up the database and all files while servers run, and checks what it wrote.
 * `--keep=14` is how many backups stay in the folder.
 */
import { parseArgs } from "node:util";
import { areasOf } from "../platform/backup/areas.ts";
import { recordBackup } from "../platform/backup/record.ts";
import { damagedFile, writeBackup } from "../platform/backup/write.ts";
import { leftOut } from "./backup-areas.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

const usage = "Usage: npm run backup -- --to=<folder> [--keep=<number of backups, 14 by default>]";

function readRequest(): { folder: string; keep: number } {
  try {
    const { values } = parseArgs({ options: { to: { type: "string" }, keep: { type: "string" } } });
    const keep = Number(values.keep ?? "14");
    if (values.to && Number.isInteger(keep) && keep > 0) return { folder: values.to, keep };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new Refused(usage);
}

await runOperatorCommand("backup", () => {
  const { folder, keep } = readRequest();
  return async (ctx, connection) => {
    const areas = await areasOf(ctx);
    const manifest = await writeBackup({ connection, areas, folder, keep, now: ctx.clock.now() });
    const damaged = await damagedFile(folder, manifest);
    if (damaged) throw new Refused(`${damaged} can't be read back as it was written. Check the disk.`);
    await recordBackup(ctx.db, { id: manifest.id, finishedAt: new Date(manifest.finishedAt) });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return `Backup ${manifest.id} is in ${folder}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files.\n${leftOut}`;
  };
});
