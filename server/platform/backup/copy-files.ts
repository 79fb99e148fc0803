import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { mapInOrder } from "../concurrency.ts";
import type { StoredObject } from "../storage.ts";
import { BackupDamaged, contentFile, hashOf, listFile, nameOf } from "./contents.ts";
import type { Areas, BackedUpFile } from "./contents.ts";
import { writeGrowing, writeHashed } from "./hashed.ts";
import type { Written } from "./hashed.ts";

/** Files copied or read back at once. */
export const filesAtOnce = 8;
/** Files begun and not listed: others are copied while a large one takes hours. */
const filesAhead = 256;
/** Days within which every copy is read back. A prime, so that weekly backups reach all of them as well. */
const rotationDays = 29;
const dayMs = 86_400_000;

/** What became of the files. */
export interface CopiedFiles {
  readonly list: Written & { readonly count: number };
  readonly copied: number;
  /** Copies that were missing or damaged, and were made again. */
  readonly repaired: number;
}

/** A file of the store, and what earlier backups know of it. */
interface Found {
  readonly area: keyof Areas;
  readonly object: StoredObject;
  readonly known: readonly BackedUpFile[];
}

interface CopyOrder {
  readonly folder: string;
  readonly id: string;
  readonly areas: Areas;
  readonly now: Date;
  /** File lists of earlier backups. Each is read once, in its order. */
  readonly known: readonly AsyncGenerator<BackedUpFile>[];
  /** Cuts the copying. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Stores every file of the areas that the folder doesn't have yet, and lists all of them in the backup's file list, which grows as files
 * are copied. New copies are read back, and those of one day in 29 by their SHA-256; a damaged one is copied again.
 * @throws BackupDamaged for a new copy or a list that reads back otherwise
 */
export async function copyFiles(order: CopyOrder): Promise<CopiedFiles> {
  const { folder, id } = order;
  const day = Math.floor(order.now.getTime() / dayMs) % rotationDays;
  let [count, copied, repaired] = [0, 0, 0];
  const failures: unknown[] = [];
  const lines = async function* () {
    const all = findFiles(order.areas, order.known);
    const limits = { count: filesAtOnce, window: filesAhead };
    try {
      for await (const one of mapInOrder(all, limits, (found) => copyFile(order, found, day))) {
        // Deleted since the list was read: its row is gone too.
        if (!one) continue;
        count += 1;
        if (one.isCopied) copied += 1;
        if (one.isRepaired) repaired += 1;
        yield `${JSON.stringify(one.file)}\n`;
      }
    } catch (error) {
      // Thrown once the lines before it are written: the next backup goes on there.
      failures.push(error);
    }
  };
  await mkdir(join(folder, "files"), { recursive: true, mode: 0o700 });
  const path = listFile(folder, id);
  const written = await writeGrowing(path, Readable.from(lines()));
  if (failures.length > 0) throw failures[0];
  if ((await readableHashOf(path)) !== written.sha256) throw new BackupDamaged(path);
  return { list: { count, ...written }, copied, repaired };
}

/** The areas' files in order of area and key, each with what the lists know of it. */
async function* findFiles(
  areas: Areas,
  known: readonly AsyncGenerator<BackedUpFile>[],
): AsyncGenerator<Found> {
  const lists = known.map(readAlong);
  try {
    for (const area of ["media", "uploads"] as const)
      for await (const object of areas[area].list("")) {
        const name = nameOf({ area, key: object.key });
        const found: BackedUpFile[] = [];
        for (const list of lists) {
          const one = await list(name);
          if (one) found.push(one);
        }
        yield { area, object, known: found };
      }
  } finally {
    for (const one of known) await one.return(undefined);
  }
}

/** Reads an ordered list beside another one. @returns looks a name up; each must be behind the one before */
function readAlong(list: AsyncGenerator<BackedUpFile>): (name: string) => Promise<BackedUpFile | null> {
  let next: BackedUpFile | undefined;
  let isAtEnd = false;
  return async (name) => {
    while (!isAtEnd && (!next || nameOf(next) < name)) {
      const { value, done } = await list.next();
      [next, isAtEnd] = done ? [undefined, true] : [value, false];
    }
    return next && nameOf(next) === name ? next : null;
  };
}

/** Stores a file's content unless the folder has it. @returns null when the file is gone */
async function copyFile(
  { folder, areas, signal }: Pick<CopyOrder, "folder" | "areas" | "signal">,
  { area, object, known }: Found,
  day: number,
): Promise<{ file: BackedUpFile; isCopied: boolean; isRepaired: boolean } | null> {
  signal?.throwIfAborted();
  const held = known.find(({ etag, size }) => etag === object.etag && size === object.size);
  if (held && (await isWhole(folder, held, day))) return { file: held, isCopied: false, isRepaired: false };
  const found = await areas[area].get(object.key);
  if (!found) return null;
  const draft = join(folder, "files", randomUUID());
  const { size, sha256 } = await writeHashed(draft, found.content, { signal });
  const path = contentFile(folder, sha256);
  if ((await readableHashOf(draft)) !== sha256) {
    await rm(draft, { force: true });
    throw new BackupDamaged(path);
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(draft, path);
  const file = { area, key: object.key, size, etag: found.object.etag, sha256 };
  return { file, isCopied: true, isRepaired: held !== undefined };
}

/** Whether the copy of a file is there, with its size; on its day also whether it reads back as it was written. */
async function isWhole(folder: string, { size, sha256 }: BackedUpFile, day: number): Promise<boolean> {
  const path = contentFile(folder, sha256);
  if ((await stat(path).catch(() => null))?.size !== size) return false;
  return (
    Number.parseInt(sha256.slice(0, 8), 16) % rotationDays !== day || (await readableHashOf(path)) === sha256
  );
}

/** The hash of what was written; null if it can't be read, as at a bad sector. */
const readableHashOf = (path: string): Promise<string | null> => hashOf(path).catch(() => null);
