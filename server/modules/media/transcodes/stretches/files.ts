import { join } from "node:path";
import { rm } from "node:fs/promises";
import type { Storage } from "../../../../platform/storage.ts";
import { downloadObject, ObjectGone } from "../../download.ts";
import type { StretchStore } from "../../pipeline/context.ts";

/** Where the stretches of an asset's transcode are stored until it ends. */
export const stretchesPrefix = (assetId: string): string => `stretches/${assetId}/`;

/** The names of the stretches below a prefix that are stored whole. @param files names of the files of each */
export async function listStored(
  storage: Storage,
  prefix: string,
  files: readonly string[],
): Promise<string[]> {
  const found = new Map<string, Set<string>>();
  for await (const { key } of storage.list(prefix)) {
    const [name, file] = key.split("/").slice(-2) as [string, string];
    found.set(name, (found.get(name) ?? new Set()).add(file));
  }
  return [...found].flatMap(([name, its]) => (files.every((file) => its.has(file)) ? [name] : []));
}

/**
 * Stretches in the store, so that another worker goes on where one was lost.
 * @param retry runs a call again while the store is away
 */
export function storedStretches(
  storage: Storage,
  prefix: string,
  signal: AbortSignal,
  retry: <Result>(work: () => Promise<Result>) => Promise<Result>,
): Omit<StretchStore, "offer"> {
  const keyOf = (name: string, file: string) => `${prefix}${name}/${file}`;
  return {
    fetch: (name, folder, files) =>
      retry(async () => {
        for (const file of files) await rm(join(folder, file), { force: true });
        try {
          for (const file of files) {
            const object = await storage.stat(keyOf(name, file));
            if (!object) return false;
            await downloadObject(storage, object, join(folder, file), signal);
          }
          return true;
        } catch (error) {
          if (error instanceof ObjectGone) return false;
          throw error;
        }
      }),
    save: (name, folder, files) =>
      retry(async () => {
        for (const file of files) {
          signal.throwIfAborted();
          await storage.put(keyOf(name, file), { path: join(folder, file) }, "video/mp4");
        }
      }),
  };
}
