import { join } from "node:path";
import { rm } from "node:fs/promises";
import type { Storage } from "../../../platform/storage.ts";
import { downloadObject, ObjectGone } from "../download.ts";
import type { StretchStore } from "../pipeline/context.ts";

/** Where the stretches of an asset's transcode are stored until it ends. */
export const stretchesPrefix = (assetId: string): string => `stretches/${assetId}/`;

/**
 * Stretches in the store, so that another worker goes on where one was lost.
 * @param retry runs a call again while the store is away
 */
export function storedStretches(
  storage: Storage,
  assetId: string,
  signal: AbortSignal,
  retry: <Result>(work: () => Promise<Result>) => Promise<Result>,
): StretchStore {
  const keyOf = (name: string, file: string) => `${stretchesPrefix(assetId)}${name}/${file}`;
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
