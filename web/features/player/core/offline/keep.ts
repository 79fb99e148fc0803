/** Keeps a class on this device: its film and sound, in one size, with slow sounds and captions. */
import type { PlaybackLinks, PlayedClass } from "../played-class.ts";
import { soundPlaylist } from "../camera/class-sound.ts";
import { APP, fetched, keepApp } from "./app-files.ts";
import { chooseVariant, filesOf, keptFolder, keptLinks, keptName, listVariants, masterOf } from "./plan.ts";
import {
  forgetKept,
  KEPT_MS,
  type KeptClass,
  listAllKept,
  type Owner,
  readKept,
  writeKept,
} from "./record.ts";

const MEDIA = "eightcount-media";
/** A picture that does on a phone and in a room. */
const MOST_HEIGHT = 720;
const AT_ONCE = 4;
/** What the pipeline makes sound of. */
const SOUND_BITS_PER_S = 130_000;

/** There is too little room on the device. Bytes; `left` is null where the browser doesn't say. */
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

/** Why this browser keeps no classes: an address without https, a browser without the means. Null: it may. */
export function whyNotKept(): "insecure" | "unable" | null {
  if (!isSecureContext) return "insecure";
  return "serviceWorker" in navigator && "caches" in globalThis && navigator.storage ? null : "unable";
}

/** Bytes that are left to this site; null where the browser doesn't say. */
export async function roomLeft(): Promise<number | null> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

const asText = (text: string, like: Response): Response =>
  new Response(text, { headers: { "content-type": like.headers.get("content-type") ?? "text/plain" } });

interface Stream {
  readonly texts: [string, Response][];
  readonly files: string[];
  /** How many bytes it is, at most. */
  readonly bytes: number;
}

/** A view's playlists, cut down to what is kept, and the files that they name. */
async function planView(masterUrl: string, seconds: number, signal: AbortSignal): Promise<Stream> {
  const answer = await fetched(masterUrl, { signal });
  const master = await answer.clone().text();
  const chosen = chooseVariant(listVariants(master), MOST_HEIGHT);
  if (!chosen) throw new Error("The class has no picture");
  const sound = soundPlaylist(master, masterUrl);
  const urls = new Set([new URL(chosen.uri, masterUrl).href, ...(sound ? [sound] : [])]);
  const streams = await Promise.all([...urls].map((url) => planStream(url, 0, signal)));
  return {
    texts: [[masterUrl, asText(masterOf(master, chosen), answer)], ...streams.flatMap(({ texts }) => texts)],
    files: streams.flatMap(({ files }) => files),
    bytes: (chosen.bandwidth / 8) * seconds,
  };
}

/** A stream of one rendition: its playlist, and the files that it names. */
async function planStream(url: string, bytes: number, signal: AbortSignal): Promise<Stream> {
  const answer = await fetched(url, { signal });
  const text = await answer.clone().text();
  return {
    texts: [[url, asText(text, answer)]],
    files: filesOf(text).map((file) => new URL(file, url).href),
    bytes,
  };
}

/** One class at a time, over all tabs: two of them would each believe that the room is theirs. */
const alone = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request("eightcount-keep", { signal }, work) as Promise<T>;

/**
 * Keeps a class, or brings what a kept one lacks. `onProgress` hears the share that is done, 0 to 1. What is here doesn't come again.
 * Interrupted by the network, what has come stays and is listed as not whole; given up by `signal`, by its removal here or in another
 * tab, or for want of room, nothing of it stays, unless the class was whole before.
 * @throws NoRoom, AbortError, and what fetching throws
 */
export async function keepClass(
  owner: Owner,
  studioClass: PlayedClass,
  playback: PlaybackLinks,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const find = (): KeptClass | null => readKept(localStorage, owner.userId, studioClass.classId);
  const wasWhole = find()?.isWhole ?? false;
  let written: KeptClass | null = null;
  const record = (bytes: number, isWhole: boolean): void => {
    const links = { ...playback, storyboardUrl: null };
    written = { owner, studioClass, playback: links, expiresAt: Date.now() + KEPT_MS, bytes, isWhole };
    writeKept(localStorage, written);
  };
  let needed = 0;
  try {
    await alone(signal, async () => {
      const cache = await caches.open(MEDIA);
      const streams = await planClass(studioClass, playback, signal);
      const files = [...new Set(streams.flatMap((stream) => stream.files))].flatMap((url) => {
        const name = keptName(url);
        return name ? [{ url, name }] : [];
      });
      const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
      const missing = files.filter(({ name }) => !here.has(name)).length / Math.max(1, files.length);
      needed = missing * streams.reduce((sum, { bytes }) => sum + bytes, 0);
      const left = await roomLeft();
      if (left !== null && left < needed * 1.1) throw new NoRoom(needed, left);
      if (!wasWhole) record(0, false);
      // Refused, the browser may clear it when room is short: it is kept all the same, and the page of kept classes says so.
      await navigator.storage.persist();
      await keepApp(signal);
      for (const { url } of playback.captions)
        await cache.put(keptName(url) ?? url, await fetched(url, { signal }));
      for (const [url, answer] of streams.flatMap(({ texts }) => texts))
        await cache.put(keptName(url) ?? url, answer);
      record(await bringFiles(cache, files, { onProgress, signal, isWanted: () => find() !== null }), true);
    });
  } catch (error) {
    const isFull = error instanceof NoRoom || isNamed(error, "QuotaExceededError");
    // Taken away in another tab, its record is gone, and a file that came since is not.
    const kept = find() ?? written;
    if (kept && !wasWhole && (isFull || isNamed(error, "AbortError"))) await dropKept(kept);
    throw isFull && !(error instanceof NoRoom) ? new NoRoom(needed, await roomLeft()) : error;
  }
}

/** Whether it is the browser's own error of this name. */
export const isNamed = (error: unknown, ...names: string[]): boolean =>
  error instanceof DOMException && names.includes(error.name);

function planClass({ video }: PlayedClass, playback: PlaybackLinks, signal: AbortSignal): Promise<Stream[]> {
  const seconds = video.durationInMs / 1000;
  const views = [playback.hlsUrl, ...(playback.backHlsUrl ? [playback.backHlsUrl] : [])];
  return Promise.all([
    ...views.map((url) => planView(url, seconds, signal)),
    ...(playback.slowSounds ?? []).map(({ url, percent }) =>
      planStream(url, (SOUND_BITS_PER_S / 8) * seconds * (100 / percent), signal),
    ),
  ]);
}

/** Brings what isn't here, some at once; the first that fails ends them all. Gives the bytes of everything. */
async function bringFiles(
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
      if (!on.isWanted()) throw new DOMException("It was taken off the device", "AbortError");
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
  // All have to have ended before what came is cleared away. The first failure is the reason; the rest follow from it.
  await Promise.all(workers);
  failed.signal.throwIfAborted();
  return bytes;
}

/**
 * Takes a class from this device. What another dancer of the device keeps of it stays; with the last class the player's own files go too.
 */
export async function dropKept(kept: KeptClass): Promise<void> {
  forgetKept(localStorage, kept);
  const others = listAllKept(localStorage);
  if (others.length === 0) {
    await caches.delete(MEDIA);
    await caches.delete(APP);
    return;
  }
  const folder = keptFolder(kept.playback.hlsUrl);
  if (others.some(({ playback }) => keptFolder(playback.hlsUrl) === folder)) return;
  const cache = await caches.open(MEDIA);
  for (const request of await cache.keys())
    if (folder && new URL(request.url).pathname.startsWith(folder)) await cache.delete(request);
}

/** Takes away what is kept by accounts for which `isGone` holds. */
export async function dropAccounts(isGone: (accountId: string) => boolean): Promise<void> {
  if (whyNotKept() !== null) return;
  for (const kept of listAllKept(localStorage)) if (isGone(kept.owner.accountId)) await dropKept(kept);
}

/**
 * The studio says that the class may be danced: for another fortnight, and with the present build. A class that may not be danced
 * any more goes. Not reached, nothing changes.
 * @returns whether something of the class has to come: it was interrupted, filmed anew, or has got more sounds or captions
 */
export async function renewKept(
  owner: Owner,
  studioClass: PlayedClass,
  playback: PlaybackLinks,
): Promise<boolean> {
  const kept = readKept(localStorage, owner.userId, studioClass.classId);
  if (!kept || !navigator.onLine) return false;
  if (playback.isPreview) {
    await dropKept(kept);
    return false;
  }
  const isSameFilm = keptFolder(kept.playback.hlsUrl) === keptFolder(playback.hlsUrl);
  if (!isSameFilm) await dropKept(kept);
  if (!isSameFilm || !kept.isWhole || keptLinks(kept.playback).join() !== keptLinks(playback).join())
    return true;
  writeKept(localStorage, { ...kept, studioClass, expiresAt: Date.now() + KEPT_MS });
  await keepApp();
  return false;
}
