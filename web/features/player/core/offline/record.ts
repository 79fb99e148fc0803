/** Records of the classes downloaded to this device, with their owner and expiry. */
import type { PlaybackLinks, PlayedClass } from "../played-class.ts";

/** Offline access ends this long after the server last confirmed it. */
export const KEPT_MS = 14 * 24 * 3_600_000;

/** Owner of a download: the account may open the class; the profile sees it, so that profiles of one account stay apart. */
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
  /** Size of the downloaded files. */
  readonly bytes: number;
  /** False until the last byte, and after an interruption; the download resumes when the class is opened online. */
  readonly isWhole: boolean;
}

const PREFIX = "eightcount.kept.";
const keyOf = (userId: string, slug: string): string => `${PREFIX}${userId}.${slug}`;

/** All downloads of all owners, by title. Skips unreadable records. */
export function listAllKept(storage: Storage): KeptClass[] {
  const keys = Array.from({ length: storage.length }, (_unused, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => parse(storage.getItem(key)) ?? [])
    .sort((a, b) => a.studioClass.title.localeCompare(b.studioClass.title));
}

/** Downloads of one profile, by title. */
export const listKept = (storage: Storage, userId: string): KeptClass[] =>
  listAllKept(storage).filter(({ owner }) => owner.userId === userId);

/** The profile's download of this slug, expired or not; null if there is none. */
export const readKept = (storage: Pick<Storage, "getItem">, userId: string, slug: string): KeptClass | null =>
  parse(storage.getItem(keyOf(userId, slug)));

/** Whether it can be played offline. `now`: milliseconds since 1970. */
export const mayDance = (download: KeptClass, now: number): boolean =>
  download.isWhole && download.expiresAt > now;

/** @throws DOMException if the storage is full */
export function writeKept(storage: Pick<Storage, "setItem">, download: KeptClass): void {
  storage.setItem(keyOf(download.owner.userId, download.studioClass.classId), JSON.stringify(download));
}

export function forgetKept(storage: Pick<Storage, "removeItem">, download: KeptClass): void {
  storage.removeItem(keyOf(download.owner.userId, download.studioClass.classId));
}

function parse(text: string | null): KeptClass | null {
  try {
    const record = JSON.parse(text ?? "null") as KeptClass | null;
    return record?.owner ? record : null;
  } catch {
    // Truncated, or written by another program: not playable.
    return null;
  }
}
