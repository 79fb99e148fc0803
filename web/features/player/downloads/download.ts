/** Downloads a class to this device: video and sound in one rendition, time-stretched sound and captions. */
import { playlistsOf } from "../../../../contract/av1.ts";
import type { PlaybackLinks, PlayedClass } from "../engine/played-class.ts";
import { soundPlaylist } from "../camera/class-sound.ts";
import { APP, fetched, cacheApp } from "./app-files.ts";
import {
  chooseVariant,
  filesOf,
  downloadFolder,
  downloadLinks,
  downloadName,
  listVariants,
  masterOf,
} from "./plan.ts";
import {
  forgetDownload,
  DOWNLOAD_LIFETIME_MS,
  type DownloadedClass,
  listAllDownloads,
  type Owner,
  readDownload,
  writeDownload,
} from "./record.ts";

const MEDIA = "eightcount-media";
/** Maximum height of a downloaded rendition: enough for a phone and for a room. */
const MAX_HEIGHT = 720;
const AT_ONCE = 4;
/** Audio bit rate of the transcoding pipeline. */
const SOUND_BITS_PER_S = 130_000;

/** Not enough space on the device. Bytes; `left` is null if the browser doesn't report it. */
export class NoRoom extends Error {
  override name = "NoRoom";
  readonly needed: number;
  readonly left: number | null;
  constructor(needed: number, left: number | null) {
    super(`The class needs ${needed} bytes, ${left} are left`);
    this.needed = needed;
    this.left = left;
  }
}

/** The reason that downloads are unavailable: an insecure context or missing browser APIs. Null if they are available. */
export function whyNotDownloaded(): "insecure" | "unable" | null {
  if (!isSecureContext) return "insecure";
  return "serviceWorker" in navigator && "caches" in globalThis && navigator.storage ? null : "unable";
}

/** Free storage quota of this origin in bytes; null if the browser doesn't report it. */
export async function roomLeft(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

const asText = (text: string, like: Response): Response =>
  new Response(text, { headers: { "content-type": like.headers.get("content-type") ?? "text/plain" } });

interface Stream {
  readonly texts: [string, Response][];
  readonly files: string[];
  /** Upper bound of the size in bytes. */
  readonly bytes: number;
}

/** The playlists of one view, reduced to the chosen rendition, and the files that they list. */
async function planView(masterUrl: string, seconds: number, signal: AbortSignal): Promise<Stream> {
  const answer = await fetched(masterUrl, { signal });
  const master = await answer.clone().text();
  const chosen = chooseVariant(listVariants(master), MAX_HEIGHT);
  if (!chosen) throw new Error("The class has no video rendition");
  const sound = soundPlaylist(master, masterUrl);
  const urls = new Set([new URL(chosen.uri, masterUrl).href, ...(sound ? [sound] : [])]);
  const streams = await Promise.all([...urls].map((url) => planStream(url, 0, signal)));
  return {
    texts: [[masterUrl, asText(masterOf(master, chosen), answer)], ...streams.flatMap(({ texts }) => texts)],
    files: streams.flatMap(({ files }) => files),
    bytes: (chosen.bandwidth / 8) * seconds,
  };
}

/** A stream of one rendition: its playlist, and the files that it lists. */
async function planStream(url: string, bytes: number, signal: AbortSignal): Promise<Stream> {
  const answer = await fetched(url, { signal });
  const text = await answer.clone().text();
  return {
    texts: [[url, asText(text, answer)]],
    files: filesOf(text).map((file) => new URL(file, url).href),
    bytes,
  };
}

/** Runs one download at a time over all tabs, since two would count the same free space. */
const alone = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request("eightcount-keep", { signal }, work) as Promise<T>;

/**
 * Downloads a class, or completes a download. `onProgress` gets the finished share, 0 to 1. Files already stored are not fetched again.
 * After a network error the partial download stays and is listed as incomplete. When aborted, removed here or in another tab, or out of
 * space, it is deleted, unless it was complete before.
 * @throws NoRoom, AbortError, and errors of fetch
 */
export async function downloadClass(
  owner: Owner,
  studioClass: PlayedClass,
  playback: PlaybackLinks,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const find = (): DownloadedClass | null => readDownload(localStorage, owner.userId, studioClass.classId);
  const wasWhole = find()?.isWhole ?? false;
  let written: DownloadedClass | null = null;
  const record = (bytes: number, isWhole: boolean): void => {
    // One version is stored: the wide one, which any window can show.
    const angles = playback.angles.map((angle) => ({
      ...angle,
      hlsUrl: playlistsOf(angle.hlsUrl).h264,
      uprightHlsUrl: null,
    }));
    const links = { ...playback, hlsUrl: playlistsOf(playback.hlsUrl).h264, angles, storyboardUrl: null };
    written = {
      owner,
      studioClass,
      playback: links,
      expiresAt: Date.now() + DOWNLOAD_LIFETIME_MS,
      bytes,
      isWhole,
    };
    writeDownload(localStorage, written);
  };
  let needed = 0;
  try {
    await alone(signal, async () => {
      const cache = await caches.open(MEDIA);
      const streams = await planClass(studioClass, playback, signal);
      const files = [...new Set(streams.flatMap((stream) => stream.files))].flatMap((url) => {
        const name = downloadName(url);
        return name ? [{ url, name }] : [];
      });
      const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
      const missing = files.filter(({ name }) => !here.has(name)).length / Math.max(1, files.length);
      needed = missing * streams.reduce((sum, { bytes }) => sum + bytes, 0);
      const left = await roomLeft();
      if (left !== null && left < needed * 1.1) throw new NoRoom(needed, left);
      if (!wasWhole) record(0, false);
      // If denied, the browser may evict the download when space is short. It is stored anyway, and the downloads page says so.
      await navigator.storage.persist();
      await cacheApp(signal);
      for (const { url } of playback.captions)
        await cache.put(downloadName(url) ?? url, await fetched(url, { signal }));
      for (const [url, answer] of streams.flatMap(({ texts }) => texts))
        await cache.put(downloadName(url) ?? url, answer);
      record(await fetchFiles(cache, files, { onProgress, signal, isWanted: () => find() !== null }), true);
    });
  } catch (error) {
    const isFull = error instanceof NoRoom || isNamed(error, "QuotaExceededError");
    // If another tab removed it, its record is gone and files fetched since are deleted.
    const download = find() ?? written;
    if (download && !wasWhole && (isFull || isNamed(error, "AbortError"))) await deleteDownload(download);
    throw isFull && !(error instanceof NoRoom) ? new NoRoom(needed, await roomLeft()) : error;
  }
}

/** True if `error` is a DOMException or error with one of these names. */
export const isNamed = (error: unknown, ...names: string[]): boolean =>
  error instanceof DOMException && names.includes(error.name);

function planClass({ video }: PlayedClass, playback: PlaybackLinks, signal: AbortSignal): Promise<Stream[]> {
  const seconds = video.durationInMs / 1000;
  return Promise.all([
    ...playback.angles.map(({ hlsUrl }) => planView(hlsUrl, seconds, signal)),
    ...(playback.slowSounds ?? []).map(({ url, percent }) =>
      planStream(url, (SOUND_BITS_PER_S / 8) * seconds * (100 / percent), signal),
    ),
  ]);
}

/** Fetches missing files with limited concurrency; the first failure aborts the rest. Resolves to the total size in bytes. */
async function fetchFiles(
  cache: Cache,
  files: readonly { readonly url: string; readonly name: string }[],
  on: { onProgress: (share: number) => void; signal: AbortSignal; isWanted: () => boolean },
): Promise<number> {
  const failed = new AbortController();
  const signal = AbortSignal.any([on.signal, failed.signal]);
  const waiting = [...files];
  let bytes = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      signal.throwIfAborted();
      if (!on.isWanted()) throw new DOMException("The download was deleted", "AbortError");
      const known = await cache.match(file.name);
      const answer = known ?? (await fetched(file.url, { signal }));
      const body = await answer.blob();
      if (!known) await cache.put(file.name, new Response(body, { headers: answer.headers }));
      bytes += body.size;
      on.onProgress(++done / files.length);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => failed.abort(error)),
  );
  // All workers must end before files are deleted. The first failure is the reason; the rest follow from it.
  await Promise.all(workers);
  failed.signal.throwIfAborted();
  return bytes;
}

/** Deletes a download. Downloads of other profiles on this device stay; with the last one the player's cached files are deleted too. */
export async function deleteDownload(download: DownloadedClass): Promise<void> {
  forgetDownload(localStorage, download);
  const others = listAllDownloads(localStorage);
  if (others.length === 0) {
    await caches.delete(MEDIA);
    await caches.delete(APP);
    return;
  }
  const folder = downloadFolder(download.playback.hlsUrl);
  if (others.some(({ playback }) => downloadFolder(playback.hlsUrl) === folder)) return;
  const cache = await caches.open(MEDIA);
  for (const request of await cache.keys())
    if (folder && new URL(request.url).pathname.startsWith(folder)) await cache.delete(request);
}

/** Deletes the downloads of accounts for which `matches` is true. */
export async function dropAccounts(matches: (accountId: string) => boolean): Promise<void> {
  if (whyNotDownloaded() !== null) return;
  for (const download of listAllDownloads(localStorage))
    if (matches(download.owner.accountId)) await deleteDownload(download);
}

/**
 * Renews a download for another 14 days and the current build. Deletes a class that may no longer be watched. Changes nothing when offline.
 * @returns true if files are missing: the download was interrupted, the class was filmed again, or sounds or captions were added
 */
export async function renewDownload(
  owner: Owner,
  studioClass: PlayedClass,
  playback: PlaybackLinks,
): Promise<boolean> {
  const download = readDownload(localStorage, owner.userId, studioClass.classId);
  if (!download || !navigator.onLine) return false;
  if (playback.isPreview) {
    await deleteDownload(download);
    return false;
  }
  const isSameVideo = downloadFolder(download.playback.hlsUrl) === downloadFolder(playback.hlsUrl);
  if (!isSameVideo) await deleteDownload(download);
  if (
    !isSameVideo ||
    !download.isWhole ||
    downloadLinks(download.playback).join() !== downloadLinks(playback).join()
  )
    return true;
  writeDownload(localStorage, { ...download, studioClass, expiresAt: Date.now() + DOWNLOAD_LIFETIME_MS });
  await cacheApp();
  return false;
}
