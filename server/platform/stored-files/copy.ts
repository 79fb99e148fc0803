import { buffer } from "node:stream/consumers";
import { forEachOf } from "../concurrency.ts";
import type { Storage, StoredObject } from "../storage.ts";

/** Objects copied at once. */
const copiesAtOnce = 8;
/** Larger objects are sent in parts of this size, which stores and slow lines take within the time of a request. Bytes. */
const partBytes = 16 * 1024 * 1024;

/** An object to copy, and its place in the other store. */
export interface Copy {
  readonly object: StoredObject;
  readonly to: string;
  readonly contentType: string;
}

/** What was copied, and what was there before. */
export interface CopyTotals {
  readonly copied: number;
  readonly bytes: number;
  readonly present: number;
}

/**
 * Copies objects to another store. One that is there in the same size, and isn't older, stays: an interrupted copy goes on when it
 * is run again. An object that is deleted while it runs is left out.
 */
export async function copyObjects(
  copies: Iterable<Copy> | AsyncIterable<Copy>,
  from: Storage,
  to: Storage,
): Promise<CopyTotals> {
  const totals = { copied: 0, bytes: 0, present: 0 };
  await forEachOf(copies, copiesAtOnce, async (copy) => {
    const { object } = copy;
    const there = await to.stat(copy.to);
    if (there?.size === object.size && there.modifiedAt >= wholeSecond(object.modifiedAt)) {
      totals.present += 1;
      return;
    }
    const isCopied =
      to.multipart && object.size > partBytes
        ? await copyInParts(copy, from, to.multipart)
        : await copyWhole(copy, from, to);
    if (!isCopied) return;
    totals.copied += 1;
    totals.bytes += object.size;
  });
  return totals;
}

/** S3 tells the time of an object in whole seconds. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

async function copyWhole({ object, to, contentType }: Copy, from: Storage, store: Storage): Promise<boolean> {
  const found = await from.get(object.key);
  if (!found) return false;
  await store.put(to, await buffer(found.content), contentType);
  return true;
}

async function copyInParts(
  { object, to, contentType }: Copy,
  from: Storage,
  multipart: NonNullable<Storage["multipart"]>,
): Promise<boolean> {
  const id = await multipart.begin(to, contentType);
  try {
    for (let start = 0; start < object.size; start += partBytes) {
      const end = Math.min(start + partBytes, object.size) - 1;
      const found = await from.get(object.key, { start, end });
      if (!found) {
        await multipart.abort(to, id);
        return false;
      }
      await multipart.putPart(to, id, start / partBytes + 1, await buffer(found.content));
    }
    await multipart.finish(to, id, object.size);
    return true;
  } catch (error) {
    await multipart.abort(to, id);
    throw error;
  }
}
