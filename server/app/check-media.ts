/**
 * `npm run check-media`: compares the files of the studio with its rows while servers run, and lists what misses files and what no
 * row uses; exit code 1 when something is lost. `-- --delete` deletes what no row has used for two days.
 */
import { areasOf } from "../platform/backup/areas.ts";
import { checkStoredFiles, NothingUsed } from "../platform/stored-files/check.ts";
import type { CheckResult } from "../platform/stored-files/check.ts";
import { storedFiles } from "./modules.ts";
import { readFlag, Refused, runOperatorCommand } from "./operator-command.ts";

const usage = "Usage: npm run check-media [-- --delete]";

const sizeText = (bytes: number): string =>
  bytes < 1e6
    ? `${Math.ceil(bytes / 1e3)} kB`
    : bytes < 1e9
      ? `${(bytes / 1e6).toFixed(1)} MB`
      : `${(bytes / 1e9).toFixed(1)} GB`;

function tableOf({ areas }: CheckResult): string[] {
  const rows = [
    ["Folder", "Files", "Size", "Orphans", "Size"],
    ...areas.map(({ area, files, bytes, orphans, orphanBytes }) => [
      area,
      String(files),
      sizeText(bytes),
      String(orphans),
      sizeText(orphanBytes),
    ]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  "),
  );
}

const count = (files: number): string => (files === 1 ? "1 file" : `${files} files`);

function lostOf({ lost }: CheckResult): string[] {
  if (lost.length === 0) return ["Nothing is lost: every file that a row needs is there."];
  return [
    `Lost: ${lost.length}`,
    ...lost.map(({ kind, subject, title, missing, keys }) => {
      const what = title === null ? subject : `${title} (${subject})`;
      return `- ${kind}: ${what} misses ${count(missing)}: ${keys.join(", ")}${missing > keys.length ? ", …" : ""}`;
    }),
  ];
}

function orphansOf({ areas, deleted }: CheckResult, isDeleting: boolean): string {
  if (isDeleting) return `Deleted ${count(deleted.files)} (${sizeText(deleted.bytes)}) that no row used.`;
  const files = areas.reduce((sum, { orphans }) => sum + orphans, 0);
  const bytes = areas.reduce((sum, { orphanBytes }) => sum + orphanBytes, 0);
  if (files === 0) return "No orphans: no file is older than 48 hours without a row that uses it.";
  return `Orphans: ${count(files)} (${sizeText(bytes)}) older than 48 hours that no row uses. “npm run check-media -- --delete” deletes them.`;
}

await runOperatorCommand("check-media", () => {
  const isDeleting = readFlag("delete", usage);
  return async (ctx, connection) => {
    const now = ctx.clock.now();
    const areas = await areasOf(ctx);
    const result = await checkStoredFiles({ connection, areas, storedFiles, now, isDeleting }).catch(
      (error: unknown) => {
        if (!(error instanceof NothingUsed)) throw error;
        throw new Refused("No row uses any of the files: this isn’t their database. Nothing was deleted.");
      },
    );
    if (result.lost.length > 0) process.exitCode = 1;
    return [...tableOf(result), "", ...lostOf(result), "", orphansOf(result, isDeleting)].join("\n");
  };
});
