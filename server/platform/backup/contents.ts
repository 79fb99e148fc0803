import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, readdir } from "node:fs/promises";
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
const rows = z.object({
  /** Also the backup's name: the time at which it began. */
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
});
const whole = z.discriminatedUnion("format", [
  // Of releases that listed the files here.
  rows.extend({ format: z.literal(1), files: z.array(file) }),
  rows.extend({
    format: z.literal(2),
    /** The file list: how many files it has, its bytes, and its SHA-256. */
    files: z.object({ count: z.number(), size: z.number(), sha256: z.string() }),
  }),
]);
/** The rows of one moment, with checksums. */
export type BackedUpRows = z.infer<typeof rows>;
/** What a complete backup holds, with checksums. It is written last: without it a backup has rows alone. */
export type Manifest = z.infer<typeof whole>;
export type BackedUpFile = z.infer<typeof file>;

/** What was written reads back otherwise. */
export class BackupDamaged extends Error {
  constructor(path: string) {
    super(`${path} can't be read back as it was written. Check the disk.`);
  }
}

/** A backup that can't be restored, and why. */
export class BackupUnusable extends DomainError {
  constructor(reason: string) {
    super("BACKUP_UNUSABLE", inEnglish(`${reason} The database is as it was.`));
  }
}

/** A complete backup. */
export const manifestFile = (folder: string, id: string): string => join(folder, `${id}.json`);
/** A backup that has its rows, and not yet all files. */
export const rowsManifestFile = (folder: string, id: string): string => join(folder, `${id}.rows.json`);
export const databaseFile = (folder: string, id: string): string => join(folder, `${id}.rows.gz`);
/** A JSON object per line and file, in order of area and key. */
export const listFile = (folder: string, id: string): string => join(folder, `${id}.files`);
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
export async function* listContents(folder: string): AsyncGenerator<string> {
  for (const prefix of await namesIn(join(folder, "files")))
    if (/^[0-9a-f]{2}$/.test(prefix))
      for (const name of await namesIn(join(folder, "files", prefix)))
        if (/^[0-9a-f]{64}$/.test(name)) yield name;
}

const idsIn = async (folder: string, name: RegExp): Promise<string[]> =>
  (await namesIn(folder)).flatMap((one) => name.exec(one)?.[1] ?? []).toSorted();

/** The complete backups of a folder, oldest first. */
export const listBackups = (folder: string): Promise<string[]> => idsIn(folder, /^(\d{8}T\d{6}Z)\.json$/);

/** Backups of a folder that have their rows, and not all files, oldest first. */
export async function listUnfinished(folder: string): Promise<string[]> {
  const complete = new Set(await listBackups(folder));
  return (await idsIn(folder, /^(\d{8}T\d{6}Z)\.rows\.json$/)).filter((id) => !complete.has(id));
}

/** @throws BackupUnusable for a missing or damaged manifest, or a backup that lacks files */
export async function readManifest(folder: string, id: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder, id), "utf8").catch(() => null);
  if (text !== null) return parse(whole, text, id);
  if ((await listUnfinished(folder)).includes(id))
    throw new BackupUnusable(
      `Backup ${id} was cut before all files were copied. Restore its rows alone by --rows-only.`,
    );
  throw new BackupUnusable(`There is no backup ${id} in ${folder}.`);
}

/** The rows of a backup, complete or not. @throws BackupUnusable for a missing or damaged manifest */
export async function readRowsManifest(folder: string, id: string): Promise<BackedUpRows> {
  const text = await readFile(rowsManifestFile(folder, id), "utf8").catch(() => null);
  return text === null ? readManifest(folder, id) : parse(rows, text, id);
}

function parse<Read>(shape: z.ZodType<Read>, text: string, id: string): Read {
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new BackupUnusable(`The list of backup ${id} is damaged, or of a newer release.`);
  }
}

/**
 * The files of a complete backup, in order of area and key, read as they are needed.
 * @throws BackupUnusable at a line that is damaged, and at the end if lines are missing
 */
export async function* readFiles(folder: string, manifest: Manifest): AsyncGenerator<BackedUpFile> {
  if (manifest.format === 1) {
    yield* manifest.files.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    return;
  }
  let count = 0;
  for await (const one of readList(folder, manifest.id)) {
    count += 1;
    yield one;
  }
  if (count !== manifest.files.count)
    throw new BackupUnusable(`The file list of backup ${manifest.id} is damaged.`);
}

/** The lines of a file list up to the first one that isn't whole, as a run that was cut leaves it, or that can't be read. */
export async function* readList(folder: string, id: string): AsyncGenerator<BackedUpFile> {
  const handle = await open(listFile(folder, id)).catch(() => null);
  if (!handle) return;
  try {
    for await (const line of handle.readLines()) {
      const one = lineOf(line);
      if (!one) return;
      yield one;
    }
  } catch {
    // As at a line that isn't whole. `readFiles` counts them.
  } finally {
    await handle.close();
  }
}

function lineOf(line: string): BackedUpFile | null {
  try {
    return file.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Area and key, by which file lists are ordered. */
export const nameOf = (one: { readonly area: string; readonly key: string }): string =>
  `${one.area}/${one.key}`;

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
