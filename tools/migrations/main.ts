/** Lints the migrations with timestamps, and checks the released ones against their checksums. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { loadModule } from "libpg-query";
import { readMigrations } from "../../server/platform/migrations/files.ts";
import { lintMigrations } from "./lint.ts";
import { readReleases } from "./released.ts";

/** Faults of migrations that are older than the linter: `file rule`, and why they are harmless. */
const reviewed: Readonly<Record<string, string>> = {
  "202611221721-identity-mailed-keys.sql index": "the table holds the keys of some hours alone",
};

/** Migrations before this filled tables at once, when no studio had many rows. */
const backfillsSince = "202611260430";

const folder = join(import.meta.dirname, "../../server/migrations");
await loadModule();
const migrations = await readMigrations(folder);
const faults = lintMigrations(migrations.filter(({ name }) => /^\d{12}-/.test(name)))
  .filter(({ file, rule }) => !reviewed[`${file} ${rule}`] && !(rule === "fill" && file < backfillsSince))
  .map(({ file, rule, message }) => `server/migrations/${file} ${rule}: ${message}`);
const checksums = new Map(
  migrations.map(({ name, sql }) => [name, createHash("sha256").update(sql).digest("hex")]),
);
for (const { version, migrations: released } of readReleases(folder)) {
  for (const [name, sha256] of Object.entries(released)) {
    if (checksums.get(name) !== sha256)
      faults.push(
        `server/migrations/${name} was released in ${version} and must stay as it was: add another.`,
      );
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${migrations.length} migrations, ${faults.length} faults\n`);
process.exit(faults.length === 0 ? 0 : 1);
