/** A release's database: its migrations, and sample rows of each table for the upgrade test. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface Release {
  readonly version: string;
  /** Checksums by file name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** A few rows of each table by `schema.table`, in the format of `to_jsonb`. */
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
}

/** The releases, the oldest first. @param folder server/migrations */
export function readReleases(folder: string): Release[] {
  return readdirSync(join(folder, "released"))
    .filter((name) => name.endsWith(".json"))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .map((name) => JSON.parse(readFileSync(join(folder, "released", name), "utf8")) as Release);
}
