import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "../../ctx.ts";
import { clipFolder, sourceFolder, workFolder } from "./paths.ts";
import { listRunningVersions } from "./transcodes/store.ts";
import { listCurrentClaimants } from "./transcodes/stretches/store.ts";

/** A working folder of anything but a transcode that hasn't changed for this long is of a dead worker. Milliseconds. */
const workAgeMs = 24 * 60 * 60 * 1000;
/** How long a source that was read from the store may be unused; the draft of one, unwritten. Milliseconds. */
const sourceAgeMs = 2 * 60 * 60 * 1000;

/**
 * Deletes what is no longer used on this worker's disk: folders of transcodes whose process was killed, sources that were
 * read from the store, and the least recently used clips beyond the limit of the cache. Other workers do the same on
 * theirs, which may be the same disk.
 */
export async function sweepOwnDisk(ctx: Ctx): Promise<void> {
  await sweepWork(ctx);
  await deleteUnused(sourceFolder(ctx), sourceAgeMs);
  await pruneClips(clipFolder(ctx), ctx.config.clipCacheBytes);
}

/** Deletes the files of a folder that weren't written, or touched, for some milliseconds. */
export async function deleteUnused(folder: string, ageMs: number): Promise<void> {
  for (const { path, usedAt } of await listEntries(folder))
    if (usedAt < Date.now() - ageMs) await rm(path, { force: true });
}

/** Folder of an attempt, by its version, or of a worker that helps with one, by its claim. */
const transcodeFolder = /^[0-9a-f-]{36}-([0-9a-f]{8}-[0-9a-f-]{27})$/;

async function sweepWork(ctx: Ctx): Promise<void> {
  const entries = await listEntries(workFolder(ctx));
  const ids = entries.flatMap(({ name }) => transcodeFolder.exec(name)?.[1] ?? []);
  // Read after the folders: the row of an attempt, or of a stretch, is there before its folder.
  const running = new Set([
    ...(await listRunningVersions(ctx.db, ids)),
    ...(await listCurrentClaimants(ctx.db, ids)),
  ]);
  for (const { name, path, usedAt } of entries) {
    const id = transcodeFolder.exec(name)?.[1];
    const isLeft = id ? !running.has(id) : usedAt < Date.now() - workAgeMs;
    if (isLeft) await rm(path, { recursive: true, force: true });
  }
}

/** Deletes the least recently used clips until the rest fits. Running transcodes have hard links of their own. */
async function pruneClips(folder: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  for (const entry of (await listEntries(folder)).sort((a, b) => b.usedAt - a.usedAt)) {
    for (const file of await listEntries(entry.path)) bytes += file.bytes;
    if (bytes > maxBytes) await rm(entry.path, { recursive: true, force: true });
  }
}

/** What is in a folder; nothing if there is none. */
async function listEntries(
  folder: string,
): Promise<{ name: string; path: string; usedAt: number; bytes: number }[]> {
  const found = await orAbsent(readdir(folder));
  const entries = await Promise.all(
    (found ?? []).map(async (name) => {
      const path = join(folder, name);
      const attributes = await orAbsent(stat(path));
      return attributes ? [{ name, path, usedAt: attributes.mtimeMs, bytes: attributes.size }] : [];
    }),
  );
  return entries.flat();
}

/** Null for what another process has deleted. */
async function orAbsent<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
