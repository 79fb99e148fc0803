/** Which classes are kept on this device, and until when they may be danced without a connection. */
import type { PlaybackLinks, PlayedClass } from "../../parts/player-screen.tsx";

/** Without a connection a class can be danced for this long after the studio last said that it may be. */
export const KEPT_MS = 14 * 24 * 3_600_000;

export interface KeptClass {
  readonly studioClass: PlayedClass;
  readonly playback: PlaybackLinks;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly bytes: number;
}

const PREFIX = "eightcount.kept.";

/** Every kept class, by title. Unreadable records count as none. */
export function listKept(storage: Storage): KeptClass[] {
  const keys = Array.from({ length: storage.length }, (_unused, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => readKept(storage, key.slice(PREFIX.length)) ?? [])
    .sort((a, b) => a.studioClass.title.localeCompare(b.studioClass.title));
}

/** The kept class of this slug, whether it may still be danced or not; null when there is none. */
export function readKept(storage: Pick<Storage, "getItem">, slug: string): KeptClass | null {
  try {
    return JSON.parse(storage.getItem(PREFIX + slug) ?? "null") as KeptClass | null;
  } catch {
    return null;
  }
}

export function writeKept(storage: Pick<Storage, "setItem">, kept: KeptClass): void {
  storage.setItem(PREFIX + kept.studioClass.classId, JSON.stringify(kept));
}

export function forgetKept(storage: Pick<Storage, "removeItem">, slug: string): void {
  storage.removeItem(PREFIX + slug);
}
