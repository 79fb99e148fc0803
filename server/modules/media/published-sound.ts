import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { mainAngle } from "../../../contract/angles.ts";
import type { Ctx } from "../../ctx.ts";

/**
 * Concatenates the published segments of a version's sound, which are parts of one fragmented MP4, into a file.
 * @param prefix of the version in the storage
 * @returns false if it has no sound
 */
export async function fetchSound(ctx: Ctx, prefix: string, path: string): Promise<boolean> {
  const folder = `${prefix}${mainAngle}/sound/`;
  const segments: string[] = [];
  for await (const { key } of ctx.ports.storage.list(folder)) if (key.endsWith(".m4s")) segments.push(key);
  if (segments.length === 0) return false;
  for (const [index, key] of [`${folder}init.mp4`, ...segments.toSorted()].entries()) {
    const found = await ctx.ports.storage.get(key);
    if (!found) throw new Error(`Missing sound of a published class in storage: ${key}`);
    await pipeline(found.content, createWriteStream(path, { flags: index === 0 ? "w" : "a" }));
  }
  return true;
}
