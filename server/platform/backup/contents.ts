import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { inEnglish } from "../i18n/messages.ts";
import { DomainError } from "../errors.ts";
import type { Storage } from "../storage.ts";

/** Where an installation keeps files, by name. */
export type Areas = Readonly<Record<"media" | "uploads", Storage>>;

const file = z.object({
  area: z.enum(["media", "uploads"]),
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  sha256: z.string(),
});
const shape = z.object({
  format: z.literal(1),
  /** Also its name: the time at which it began. */
  id: z.string(),
  release: z.string(),
  finishedAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      partitions: z.array(z.object({ name: z.string(), bound: z.string() })),
      rows: z.number(),
      checksum: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  database: z.object({ size: z.number(), sha256: z.string() }),
  files: z.array(file),
});
/** What a backup holds, with checksums. It is written last: without it there is no backup. */
export type Manifest = z.infer<typeof shape>;
export type BackedUpFile = z.infer<typeof file>;

/** A backup that can't be restored, and why. */
export class BackupUnusable extends DomainError {
  constructor(reason: string) {
    super("BACKUP_UNUSABLE", inEnglish(`${reason} The database is as it was.`));
  }
}

export const manifestFile = (folder: string, id: string): string => join(folder, `${id}.json`);
export const databaseFile = (folder: string, id: string): string => join(folder, `${id}.rows.gz`);
/** Files are named by their content: the same one is stored once for all backups of a folder. */
export const contentFile = (folder: string, sha256: string): string =>
  join(folder, "files", sha256.slice(0, 2), sha256);

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** The contents of a folder, by their SHA-256, whether a backup needs them or not. */
export async function listContents(folder: string): Promise<string[]> {
  const contents: string[] = [];
  for (const prefix of await namesIn(join(folder, "files")))
    if (/^[0-9a-f]{2}$/.test(prefix))
      for (const name of await namesIn(join(folder, "files", prefix)))
        if (/^[0-9a-f]{64}$/.test(name)) contents.push(name);
  return contents;
}

/** The backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  return (await namesIn(folder))
    .filter((name) => /^\d{8}T\d{6}Z\.json$/.test(name))
    .map((name) => name.slice(0, -".json".length))
    .toSorted();
}

/** @throws BackupUnusable for a missing or damaged manifest */
export async function readManifest(folder: string, id: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(manifestFile(folder, id), "utf8");
  } catch {
    throw new BackupUnusable(`There is no backup ${id} in ${folder}.`);
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new BackupUnusable(`The list of backup ${id} is damaged, or of a newer release.`);
  }
}

/** The SHA-256 of a file in hexadecimal; null when there is none. */
export async function hashOf(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return hash.digest("hex");
}
