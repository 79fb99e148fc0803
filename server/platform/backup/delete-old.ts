import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  BackupUnusable,
  contentFile,
  databaseFile,
  listBackups,
  listContents,
  listFile,
  listUnfinished,
  manifestFile,
  readFiles,
  readManifest,
  rowsManifestFile,
} from "./contents.ts";

/** Deletes what a backup that was killed left. Whole contents stay, since the next one may need them. */
export async function deleteDrafts(folder: string): Promise<void> {
  const complete = await listBackups(folder);
  for (const id of complete) await rm(rowsManifestFile(folder, id), { force: true });
  const listed = new Set([...complete, ...(await listUnfinished(folder))]);
  for (const name of await readdir(folder)) {
    const id = /^(\d{8}T\d{6}Z)\.(rows\.gz|files)$/.exec(name)?.[1];
    if (name.endsWith(".part") || (id && !listed.has(id))) await rm(join(folder, name), { force: true });
  }
  const contents = join(folder, "files");
  // Whole contents are in folders.
  for (const entry of await readdir(contents, { withFileTypes: true }).catch(() => []))
    if (entry.isFile()) await rm(join(contents, entry.name), { force: true });
}

/**
 * Deletes backups that never got all files, except for the newest ones, and the one that has listed the most: a later one that failed
 * early has less, and the next one goes on where the longest list ends.
 */
export async function deleteUnfinished(folder: string, keep: number): Promise<void> {
  const all = await listUnfinished(folder);
  let longest = { id: "", size: 0 };
  for (const id of all) {
    const size = (await stat(listFile(folder, id)).catch(() => null))?.size ?? 0;
    if (size >= longest.size) longest = { id, size };
  }
  for (const id of all.slice(0, Math.max(0, all.length - keep)))
    if (id !== longest.id) await deleteRows(folder, id);
}

/**
 * Deletes the oldest backups, and the contents that no other one needs. The newest one is complete, so unfinished ones go too.
 * @throws BackupUnusable at the end, for a damaged list of a backup that stays: no content is deleted, since it may need it
 */
export async function deleteOld(folder: string, keep: number): Promise<void> {
  const all = await listBackups(folder);
  const needed = new HashSet();
  let unusable: BackupUnusable | null = null;
  for (const id of all.slice(-keep))
    try {
      for await (const { sha256 } of readFiles(folder, await readManifest(folder, id))) needed.add(sha256);
    } catch (error) {
      if (!(error instanceof BackupUnusable)) throw error;
      unusable = error;
    }
  for (const id of await listUnfinished(folder)) await deleteRows(folder, id);
  for (const id of all.slice(0, -keep)) {
    await rm(manifestFile(folder, id));
    await deleteParts(folder, id);
  }
  if (unusable) throw unusable;
  needed.sort();
  for await (const sha256 of listContents(folder))
    if (!needed.has(sha256)) await rm(contentFile(folder, sha256), { force: true });
}

async function deleteRows(folder: string, id: string): Promise<void> {
  await rm(rowsManifestFile(folder, id));
  await deleteParts(folder, id);
}

async function deleteParts(folder: string, id: string): Promise<void> {
  await rm(databaseFile(folder, id), { force: true });
  await rm(listFile(folder, id), { force: true });
}

/** Hashes by their first 52 bits, 8 bytes each: millions fit into memory. One that is taken for another only stays. */
class HashSet {
  #values = new Float64Array(1024);
  #count = 0;

  add(sha256: string): void {
    if (this.#count === this.#values.length) this.#makeRoom();
    this.#values[this.#count++] = numberOf(sha256);
  }

  /** Prepares `has`. */
  sort(): void {
    const sorted = this.#values.subarray(0, this.#count).sort();
    let distinct = 0;
    for (const value of sorted)
      if (distinct === 0 || sorted[distinct - 1] !== value) sorted[distinct++] = value;
    this.#count = distinct;
  }

  has(sha256: string): boolean {
    const wanted = numberOf(sha256);
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#values[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low < this.#count && this.#values[low] === wanted;
  }

  /** Drops what is there twice, as most contents are in every backup; then makes more room if that isn't enough. */
  #makeRoom(): void {
    this.sort();
    if (this.#count < this.#values.length / 2) return;
    const larger = new Float64Array(this.#values.length * 2);
    larger.set(this.#values.subarray(0, this.#count));
    this.#values = larger;
  }
}

const numberOf = (sha256: string): number => Number.parseInt(sha256.slice(0, 13), 16);
