/**
 * `npm run restore -- --from=/mnt/backups`: restores the newest backup of a folder, or the one of `--backup=<id>`, into an
 * installation without members. Run it with the server stopped.
 */
import { parseArgs } from "node:util";
import { areasOf } from "../platform/backup/areas.ts";
import { listBackups, readManifest } from "../platform/backup/contents.ts";
import { restoreBackup } from "../platform/backup/restore.ts";
import { hasAccounts } from "../modules/identity/index.ts";
import { contentTypeOf } from "../modules/media/index.ts";
import { leftOut } from "./backup-areas.ts";
import { Refused, runOperatorCommand } from "./operator-command.ts";

const usage = "Usage: npm run restore -- --from=<folder> [--backup=<id>]";

function readRequest(): { folder: string; id: string | null } {
  try {
    const { values } = parseArgs({ options: { from: { type: "string" }, backup: { type: "string" } } });
    if (values.from) return { folder: values.from, id: values.backup ?? null };
  } catch {
    // An unknown option is answered like a missing one.
  }
  throw new Refused(usage);
}

await runOperatorCommand("restore", () => {
  const request = readRequest();
  return async (ctx, connection) => {
    const { folder } = request;
    if (await hasAccounts(ctx.db))
      throw new Refused("This installation has accounts. Restore into an empty database and DATA_DIR.");
    const id = request.id ?? (await listBackups(folder)).at(-1);
    if (!id) throw new Refused(`There is no backup in ${folder}.`);
    const manifest = await readManifest(folder, id);
    const areas = await areasOf(ctx);
    await restoreBackup({ connection, areas, folder, manifest, contentTypeOf });
    return `Restored backup ${id}: every row and file is as it was.\n${leftOut}`;
  };
});
