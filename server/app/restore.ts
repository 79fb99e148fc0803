/**
 * `npm run restore -- --from=/mnt/backups`: restores the newest backup of a folder, or the one of `--backup=<id>`, into an
 * installation without members. Run it with the server stopped. `--rows-only` restores the rows alone, also of a backup that was cut
 * before all files were copied.
 */
import { parseArgs } from "node:util";
import { areasOf } from "../platform/backup/areas.ts";
import { listBackups, listUnfinished, readManifest, readRowsManifest } from "../platform/backup/contents.ts";
import { restoreBackup, restoreRows } from "../platform/backup/restore.ts";
import { hasAccounts } from "../modules/identity/index.ts";
import { contentTypeOf } from "../modules/media/index.ts";
import { leftOut } from "./backup-areas.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

const usage = "Usage: npm run restore -- --from=<folder> [--backup=<id>] [--rows-only]";

const options = {
  from: { type: "string" },
  backup: { type: "string" },
  "rows-only": { type: "boolean", default: false },
} as const;

function readRequest(): { folder: string; id: string | null; isRowsOnly: boolean } {
  try {
    const { values } = parseArgs({ options });
    if (values.from)
      return { folder: values.from, id: values.backup ?? null, isRowsOnly: values["rows-only"] };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new Refused(usage);
}

await runOperatorCommand("restore", () => {
  const request = readRequest();
  return async (ctx, connection) => {
    const { folder, isRowsOnly } = request;
    if (await hasAccounts(ctx.db))
      throw new Refused("This installation has accounts. Restore into an empty database and DATA_DIR.");
    const [complete, unfinished] = [await listBackups(folder), await listUnfinished(folder)];
    const newest = (isRowsOnly ? [...complete, ...unfinished].toSorted() : complete).at(-1);
    const id = request.id ?? newest;
    if (!id)
      throw new Refused(
        unfinished.length > 0
          ? `No backup in ${folder} has all files. Restore the newest rows by --rows-only.`
          : `There is no backup in ${folder}.`,
      );
    if (isRowsOnly) {
      await restoreRows({ connection, folder, manifest: await readRowsManifest(folder, id) });
      return `Restored the rows of backup ${id}, and no file. Run “npm run check-media”: it lists files that are missing.\n${leftOut}`;
    }
    const manifest = await readManifest(folder, id);
    const areas = await areasOf(ctx);
    await restoreBackup({ connection, areas, folder, manifest, contentTypeOf });
    return `Restored backup ${id}: every row and file is as it was.\n${leftOut}`;
  };
});
