import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Storage } from "../../../platform/storage.ts";
import type { TranscodeOrder } from "../order.ts";
import type { StretchStore } from "../pipeline/context.ts";

/** Version of the encoding of stretches; raise it when encoder options change. */
const recipe = 1;

/** Where the stretches of an asset's transcode are stored until it ends. */
export const stretchesPrefix = (assetId: string): string => `stretches/${assetId}/`;

/**
 * Stretches in the store, so that another worker goes on where one was lost. An order for other sources doesn't find those of this one.
 * @param retry runs a call again while the store is away
 */
export function storedStretches(
  storage: Storage,
  { assetId, angles, origin }: TranscodeOrder,
  retry: <Result>(work: () => Promise<Result>) => Promise<Result>,
): StretchStore {
  const work = createHash("sha256").update(JSON.stringify({ recipe, angles, origin })).digest("hex");
  const keyOf = (name: string, file: string) =>
    `${stretchesPrefix(assetId)}${work.slice(0, 20)}/${name}/${file}`;
  return {
    fetch: (name, folder, files) =>
      retry(async () => {
        for (const file of files) {
          const found = await storage.get(keyOf(name, file));
          if (!found) {
            for (const other of files) await rm(join(folder, other), { force: true });
            return false;
          }
          await pipeline(found.content, createWriteStream(join(folder, file)));
        }
        return true;
      }),
    save: (name, folder, files) =>
      retry(async () => {
        for (const file of files)
          await storage.put(keyOf(name, file), { path: join(folder, file) }, "video/mp4");
      }),
  };
}
