import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";
import { checkKey, checkPrefix, isDiskFull, StorageFull } from "./storage.ts";
import type { Storage, StoredObject } from "./storage.ts";

/** A separate folder, so that drafts never appear in listings or match a key. */
const draftFolder = ".drafts";
/** An older draft belongs to a process that has ended. Milliseconds. */
const draftAgeMs = 24 * 60 * 60 * 1000;

/**
 * Storage in a folder of the local disk.
 * @param drafts folder of unfinished files, on the same disk
 */
export async function createDiskStorage(
  root: string,
  drafts: string = join(root, draftFolder),
): Promise<Storage> {
  await mkdir(drafts, { recursive: true });
  for (const name of await readdir(drafts)) {
    const draft = join(drafts, name);
    if (Date.now() - (await stat(draft)).mtimeMs > draftAgeMs) await rm(draft, { force: true });
  }
  const fileOf = (key: string) => join(root, key);

  return {
    put: async (key, source) => {
      checkKey(key);
      const file = fileOf(key);
      const draft = join(drafts, randomUUID());
      try {
        if (source instanceof Uint8Array) await writeFile(draft, source);
        else if (!source.mayMove || !(await moved(source.path, draft))) await copyFile(source.path, draft);
        // A rename that survives a power failure without its content would leave an empty file under a valid name.
        const handle = await open(draft, "r");
        await handle.datasync().finally(() => handle.close());
        await withFolder(dirname(file), () => rename(draft, file));
      } catch (error) {
        await rm(draft, { force: true });
        if (isDiskFull(error)) throw new StorageFull(error);
        throw error;
      }
    },
    stat: async (key) => {
      checkKey(key);
      const found = await statOrNull(fileOf(key));
      return found?.isFile() ? factsOf(key, found) : null;
    },
    get: async (key, range) => {
      checkKey(key);
      try {
        // Opened before stat, so that metadata and content are of the same file even when it is replaced.
        const handle = await open(fileOf(key), "r");
        const found = await handle.stat();
        if (!found.isFile()) {
          await handle.close();
          return null;
        }
        const content = createReadStream("", {
          fd: handle,
          autoClose: true,
          ...(range ? { start: range.start, end: range.end } : {}),
        });
        return { object: factsOf(key, found), content };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    list: (prefix) => {
      checkPrefix(prefix, { mayBeEmpty: true });
      return walk(root, prefix);
    },
    delete: async (key) => {
      checkKey(key);
      await rm(fileOf(key), { force: true });
    },
    deletePrefix: async (prefix) => {
      checkPrefix(prefix, { mayBeEmpty: false });
      let count = 0;
      for await (const _object of walk(root, prefix)) count += 1;
      await rm(fileOf(prefix), { recursive: true, force: true });
      await removeEmptyParents(root, dirname(prefix.slice(0, -1)));
      return count;
    },
    multipart: null,
  };
}

/** Runs `work`, which needs the folder. Retries, since a concurrent deletion may remove an empty folder. */
async function withFolder(folder: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(folder, { recursive: true });
    try {
      return await work();
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || attempt === 5) throw error;
    }
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EXDEV") return false;
    throw error;
  }
}

async function removeEmptyParents(root: string, folder: string): Promise<void> {
  if (folder === "." || folder === "") return;
  try {
    await rmdir(join(root, folder));
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "ENOENT"].includes(codeOf(error))) return;
    throw error;
  }
  await removeEmptyParents(root, dirname(folder));
}

async function* walk(root: string, prefix: string): AsyncGenerator<StoredObject> {
  let entries;
  try {
    entries = await readdir(join(root, prefix), { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return;
    throw error;
  }
  // With the slash of a folder, names sort like the keys.
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  for (const name of names.sort()) {
    if (name.startsWith(".")) continue;
    if (name.endsWith("/")) yield* walk(root, prefix + name);
    else {
      const found = await statOrNull(join(root, prefix, name));
      if (found?.isFile()) yield factsOf(prefix + name, found);
    }
  }
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function factsOf(key: string, found: Stats): StoredObject {
  return {
    key,
    size: found.size,
    etag: `${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}-${found.ino.toString(36)}`,
    modifiedAt: found.mtime,
  };
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EISDIR"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
