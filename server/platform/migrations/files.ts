import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface Migration {
  /** The file name; sort key. */
  name: string;
  sql: string;
}

/**
 * How a migration runs, by its first line. `transaction`: as a whole. `bare` (`-- no transaction`): statement by statement, for
 * `create index concurrently`. `backfill` (`-- backfill`): one statement that changes some rows, run again until it changes none.
 */
export type MigrationKind = "transaction" | "bare" | "backfill";

export function kindOf({ sql }: Migration): MigrationKind {
  if (/^-- no transaction\b/.test(sql)) return "bare";
  return /^-- backfill\b/.test(sql) ? "backfill" : "transaction";
}

/** The backfills that must be complete before this migration, from its lines `-- after <file name>`. */
export const prerequisitesOf = ({ sql }: Migration): string[] =>
  [...sql.matchAll(/^-- after (\S+\.sql)$/gm)].map(([, name]) => name!);

/**
 * Reads a folder's SQL files in the order of their names. New names start with the UTC minute of their creation. The four-digit
 * numbers of the first ones sort before every year.
 * @throws if a name has another format, or if two files have the same number
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const seen = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4}|\d{12})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} must be called YYYYMMDDHHMM-module-what-it-does.sql.`);
    const other = seen.get(number);
    if (other) throw new Error(`Migrations ${other} and ${name} have the same number.`);
    seen.set(number, name);
  }
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), "utf8") })));
}

export type PendingMigration = Migration & { readonly sha256: string };

/**
 * The pending migrations. `done` has the names and checksums of those that ran, which may be those of a newer release.
 * @throws when a migration that ran was changed, or when a pending one is older than one that ran
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  done: ReadonlyMap<string, string>,
): PendingMigration[] {
  const last = [...done.keys()].filter(isTimed).sort().at(-1);
  return migrations.flatMap((migration) => {
    const { name, sql } = migration;
    const sha256 = createHash("sha256").update(sql).digest("hex");
    const before = done.get(name);
    if (before === sha256) return [];
    if (before)
      throw new Error(
        `Migration ${name} was changed after it ran on this database. Add a new migration instead.`,
      );
    if (last && name < last)
      throw new Error(
        `Migration ${name} is older than ${last}, which has run on this database. Rename it to the current time.`,
      );
    return [{ ...migration, sha256 }];
  });
}

/** Whether a name starts with a time. The first migrations have four digits and ran in any order. */
const isTimed = (name: string): boolean => /^\d{12}-/.test(name);
