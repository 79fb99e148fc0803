import { buffer } from "node:stream/consumers";
import { StorageUnavailable } from "../../platform/storage.ts";
import type { Storage } from "../../platform/storage.ts";

/**
 * Reads a small object whole.
 * @returns null if there is none
 * @throws StorageUnavailable, also if the store stops sending
 */
export async function readStored(storage: Storage, key: string): Promise<Buffer | null> {
  const found = await storage.get(key);
  if (!found) return null;
  return buffer(found.content).catch((error: unknown) => {
    throw new StorageUnavailable(error);
  });
}

/**
 * Reads a small object of JSON.
 * @returns null if there is none
 * @throws StorageUnavailable, also if the store stops sending
 */
export async function readStoredJson(storage: Storage, key: string): Promise<unknown> {
  const content = await readStored(storage, key);
  return content && JSON.parse(content.toString());
}
