/** Which classes are kept on this device, whose they are, and until when they may be danced without a connection. */
import type { PlaybackLinks, PlayedClass } from "../played-class.ts";

/** Without a connection a class can be danced for this long after the studio last said that it may be. */
export const KEPT_MS = 14 * 24 * 3_600_000;

/** Who keeps it: the account opens the class, the dancer sees it (one family's dancers keep theirs apart). */
export interface Owner {
  readonly userId: string;
  readonly accountId: string;
}

export interface KeptClass {
  readonly owner: Owner;
  readonly studioClass: PlayedClass;
  readonly playback: PlaybackLinks;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** What of it is here. */
  readonly bytes: number;
  /** False from the first byte to the last, and after a keep that was interrupted: it goes on when the class is opened online. */
  readonly isWhole: boolean;
}

const PREFIX = "eightcount.kept.";
const keyOf = (userId: string, slug: string): string => `${PREFIX}${userId}.${slug}`;

/** Everything that is kept here, whoever keeps it, by title. Unreadable records count as none. */
export function listAllKept(storage: Storage): KeptClass[] {
  const keys = Array.from({ length: storage.length }, (_unused, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => parse(storage.getItem(key)) ?? [])
    .sort((a, b) => a.studioClass.title.localeCompare(b.studioClass.title));
}

/** What one dancer keeps here, by title. */
export const listKept = (storage: Storage, userId: string): KeptClass[] =>
  listAllKept(storage).filter(({ owner }) => owner.userId === userId);

/** The dancer's kept class of this slug, whether it may still be danced or not; null when there is none. */
export const readKept = (storage: Pick<Storage, "getItem">, userId: string, slug: string): KeptClass | null =>
  parse(storage.getItem(keyOf(userId, slug)));

/** Whether it can be danced without a connection. `now`: milliseconds since 1970. */
export const mayDance = (kept: KeptClass, now: number): boolean => kept.isWhole && kept.expiresAt > now;

/** @throws DOMException where the storage is full */
export function writeKept(storage: Pick<Storage, "setItem">, kept: KeptClass): void {
  storage.setItem(keyOf(kept.owner.userId, kept.studioClass.classId), JSON.stringify(kept));
}

export function forgetKept(storage: Pick<Storage, "removeItem">, kept: KeptClass): void {
  storage.removeItem(keyOf(kept.owner.userId, kept.studioClass.classId));
}

function parse(text: string | null): KeptClass | null {
  try {
    const record = JSON.parse(text ?? "null") as KeptClass | null;
    return record?.owner ? record : null;
  } catch {
    // Cut off, or another program's: nothing that could be played.
    return null;
  }
}
