import { open } from "node:fs/promises";
import { mainAngle } from "../../../contract/angles.ts";
import type { Ctx } from "../../ctx.ts";
import { readStored } from "./stored-bytes.ts";

/**
 * Concatenates the published segments of a version's sound, which are parts of one fragmented MP4, into a file.
 * @param prefix of the version in the storage
 * @returns false if it has no sound
 * @throws StorageUnavailable
 */
export async function fetchSound(ctx: Ctx, prefix: string, path: string): Promise<boolean> {
  const folder = `${prefix}${mainAngle}/sound/`;
  const segments: string[] = [];
  for await (const { key } of ctx.ports.storage.list(folder)) if (key.endsWith(".m4s")) segments.push(key);
  if (segments.length === 0) return false;
  await using file = await open(path, "w");
  for (const key of [`${folder}init.mp4`, ...segments.toSorted()]) {
    const content = await readStored(ctx.ports.storage, key);
    if (!content) throw new Error(`Missing sound of a published class in storage: ${key}`);
    await file.appendFile(content);
  }
  return true;
}
