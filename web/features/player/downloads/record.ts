/** Records of the classes downloaded to this device, with their owner and expiry. */
import { i18n } from "@lingui/core";
import { angleLabel } from "../../../../contract/angles.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";

/** Offline access ends this long after the server last confirmed it. */
export const DOWNLOAD_LIFETIME_MS = 14 * 24 * 3_600_000;

/** Owner of a download: the account may open the class; the profile sees it, so that profiles of one account stay apart. */
export interface Owner {
  readonly userId: string;
  readonly accountId: string;
}

export interface DownloadedClass {
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
export function listAllDownloads(storage: Storage): DownloadedClass[] {
  const keys = Array.from({ length: storage.length }, (_unused, index) => storage.key(index) ?? "");
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => parse(storage.getItem(key)) ?? [])
    .sort((a, b) => a.studioClass.title.localeCompare(b.studioClass.title));
}

/** Downloads of one profile, by title. */
export const listDownloads = (storage: Storage, userId: string): DownloadedClass[] =>
  listAllDownloads(storage).filter(({ owner }) => owner.userId === userId);

/** The profile's download of this slug, expired or not; null if there is none. */
export const readDownload = (
  storage: Pick<Storage, "getItem">,
  userId: string,
  slug: string,
): DownloadedClass | null => parse(storage.getItem(keyOf(userId, slug)));

/** Whether it can be played offline. `now`: milliseconds since 1970. */
export const mayDance = (download: DownloadedClass, now: number): boolean =>
  download.isWhole && download.expiresAt > now;

/** @throws DOMException if the storage is full */
export function writeDownload(storage: Pick<Storage, "setItem">, download: DownloadedClass): void {
  storage.setItem(keyOf(download.owner.userId, download.studioClass.classId), JSON.stringify(download));
}

export function forgetDownload(storage: Pick<Storage, "removeItem">, download: DownloadedClass): void {
  storage.removeItem(keyOf(download.owner.userId, download.studioClass.classId));
}

/** Downloads from before angles were a list name two of them. */
type EarlierLinks = {
  readonly hlsUrl: string;
  readonly backHlsUrl?: string | null;
  readonly angles?: PlaybackLinks["angles"];
};
const anglesOf = ({ angles, hlsUrl, backHlsUrl }: EarlierLinks): PlaybackLinks["angles"] =>
  angles ??
  (
    [
      ["front", hlsUrl],
      ["back", backHlsUrl],
    ] as const
  ).flatMap(([key, url]) => (url ? [{ key, label: angleLabel(key, i18n.locale), hlsUrl: url }] : []));

function parse(text: string | null): DownloadedClass | null {
  try {
    const record = JSON.parse(text ?? "null") as (DownloadedClass & { playback: EarlierLinks }) | null;
    if (!record?.owner) return null;
    return { ...record, playback: { ...record.playback, angles: anglesOf(record.playback) } };
  } catch {
    // Truncated, or written by another program: not playable.
    return null;
  }
}
