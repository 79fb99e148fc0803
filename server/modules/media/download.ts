import { open, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { isDiskFull, StorageUnavailable } from "../../platform/storage.ts";
import type { ByteRange, Storage, StoredObject } from "../../platform/storage.ts";

/** A download without a byte for this long has lost its connection. Milliseconds. */
const silentMs = 60_000;

/** The object was deleted while it was downloaded. */
export class ObjectGone extends Error {
  constructor(key: string) {
    super(`The store no longer has ${key}`);
    this.name = "ObjectGone";
  }
}

/**
 * Downloads an object to a new file. A connection that was cut goes on from its last byte.
 * @throws ObjectGone, StorageUnavailable, the signal's reason
 */
export async function downloadObject(
  storage: Storage,
  object: StoredObject,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  for (let have = 0, attempts = 0; have < object.size; attempts += 1) {
    const file = await open(path, have === 0 ? "w" : "r+", 0o600);
    try {
      await receive(storage, object, { start: have, end: object.size - 1 }, file, signal);
      have = object.size;
    } catch (error) {
      signal.throwIfAborted();
      const { size } = await stat(path);
      const isCut = !isDiskFull(error) && size > have && attempts < 100;
      if (!isCut) throw error;
      have = size;
    } finally {
      await file.close();
    }
  }
}

/**
 * Reads a range of an object into the same place of a file: all of its bytes, and no others. Closes the file, after the last write.
 * @throws ObjectGone, StorageUnavailable, the signal's reason
 */
export async function receive(
  storage: Storage,
  { key }: StoredObject,
  range: ByteRange,
  file: FileHandle,
  signal: AbortSignal,
): Promise<void> {
  const found = await storage.get(key, range);
  if (!found) throw new ObjectGone(key);
  const { content } = found;
  const cut = () => content.destroy(new StorageUnavailable(new Error(`The store stopped sending ${key}`)));
  let timer = setTimeout(cut, silentMs);
  content.on("data", () => {
    clearTimeout(timer);
    timer = setTimeout(cut, silentMs);
  });
  const length = range.end - range.start + 1;
  let received = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      received += chunk.length;
      if (received > length) break;
      yield chunk;
    }
    if (received !== length) throw new Error(`The store sent another number of bytes of ${key}`);
  };
  try {
    await pipeline(content, counted, file.createWriteStream({ start: range.start }), { signal });
  } catch (error) {
    if (signal.aborted || error instanceof StorageUnavailable || isDiskFull(error)) throw error;
    throw new StorageUnavailable(error);
  } finally {
    clearTimeout(timer);
    // A write may still be under way: what is read of the file next must have it.
    await file.close();
  }
}
