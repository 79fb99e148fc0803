/** Keeps a class on this device: its film and sound, the player's own files, and a page to open them with. */
import type { PlaybackLinks, PlayedClass } from "../../parts/player-screen.tsx";
import { soundPlaylist } from "../camera/class-sound.ts";
import { chooseVariant, filesOf, keptName, listVariants, masterOf } from "./plan.ts";
import { forgetKept, KEPT_MS, type KeptClass, listKept, readKept, writeKept } from "./record.ts";

const APP = "eightcount-app";
const MEDIA = "eightcount-media";
const SHELL = "/offline-shell";
const WORKER = "/worker.js";
/** A picture that does on a phone and in a room. */
const MOST_HEIGHT = 720;
const AT_ONCE = 4;
/** What the pipeline makes sound of. */
const SOUND_BITS_PER_S = 130_000;

/** There is too little room on the device. Bytes. */
export class NoRoom extends Error {
  override name = "NoRoom";
  readonly needed: number;
  readonly left: number;
  constructor(needed: number, left: number) {
    super(`The class needs ${needed} bytes, ${left} are left`);
    this.needed = needed;
    this.left = left;
  }
}

/** Whether this browser can keep classes at all. */
export const canKeep = (): boolean => "serviceWorker" in navigator && "caches" in globalThis;

async function fetched(url: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { cache: "no-store", ...(signal ? { signal } : {}) });
  if (!answer.ok) throw new Error(`${new URL(url, location.href).pathname} answered ${answer.status}`);
  return answer;
}

const asText = (text: string, like: Response): Response =>
  new Response(text, { headers: { "content-type": like.headers.get("content-type") ?? "text/plain" } });

/** A view's playlists, cut down to what is kept, and the files that they name. */
async function planView(
  masterUrl: string,
): Promise<{ texts: [string, Response][]; files: string[]; bitsPerSecond: number }> {
  const answer = await fetched(masterUrl);
  const master = await answer.clone().text();
  const chosen = chooseVariant(listVariants(master), MOST_HEIGHT);
  if (!chosen) throw new Error("The class has no picture");
  const texts: [string, Response][] = [[masterUrl, asText(masterOf(master, chosen), answer)]];
  const files: string[] = [];
  const sound = soundPlaylist(master, masterUrl);
  for (const url of new Set([new URL(chosen.uri, masterUrl).href, ...(sound ? [sound] : [])])) {
    const stream = await planStream(url);
    texts.push(...stream.texts);
    files.push(...stream.files);
  }
  return { texts, files, bitsPerSecond: chosen.bandwidth };
}

/** A stream of one rendition: its playlist, and the files that it names. */
async function planStream(url: string): Promise<{ texts: [string, Response][]; files: string[] }> {
  const answer = await fetched(url);
  const text = await answer.clone().text();
  return {
    texts: [[url, asText(text, answer)]],
    files: filesOf(text).map((file) => new URL(file, url).href),
  };
}

/**
 * Keeps a class. `onProgress` hears the share that is done, 0 to 1. Again for a class that is kept, it is renewed.
 * @throws NoRoom, AbortError by `signal`, and what fetching throws
 */
export async function keepClass(
  studioClass: PlayedClass,
  playback: PlaybackLinks,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<KeptClass> {
  const views = await Promise.all(
    [playback.hlsUrl, ...(playback.backHlsUrl ? [playback.backHlsUrl] : [])].map(planView),
  );
  const slow = playback.slowSounds ?? [];
  const slowed = await Promise.all(slow.map(({ url }) => planStream(url)));
  const seconds = studioClass.video.durationInMs / 1000;
  const needed =
    views.reduce((sum, { bitsPerSecond }) => sum + (bitsPerSecond / 8) * seconds, 0) +
    slow.reduce((sum, { percent }) => sum + (SOUND_BITS_PER_S / 8) * seconds * (100 / percent), 0);
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < needed * 1.1) throw new NoRoom(needed, quota - usage);
  // Refused, the browser may clear it when room is short: it is kept all the same.
  await navigator.storage.persist();
  await keepApp();
  const cache = await caches.open(MEDIA);
  const texts = [...views, ...slowed].flatMap((stream) => stream.texts);
  for (const { url } of playback.captions) texts.push([url, await fetched(url, signal)]);
  for (const [url, answer] of texts) await cache.put(keptName(url) ?? url, answer);
  const waiting = [...views, ...slowed].flatMap(({ files }) => files);
  const count = waiting.length;
  let bytes = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const name = keptName(url);
      if (!name) continue;
      // What an earlier try has brought needn't come again.
      const known = await cache.match(name);
      const answer = known ?? (await fetched(url, signal));
      const body = await answer.blob();
      bytes += body.size;
      if (!known) await cache.put(name, new Response(body, { headers: answer.headers }));
      onProgress(++done / count);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const kept: KeptClass = {
    studioClass,
    playback: { ...playback, storyboardUrl: null },
    expiresAt: Date.now() + KEPT_MS,
    bytes,
  };
  writeKept(localStorage, kept);
  return kept;
}

/** Keeps the player's own files and a page, of the present build. */
export async function keepApp(): Promise<void> {
  await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const files = (await (await fetched("/offline-files.json")).json()) as string[];
  const cache = await caches.open(APP);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all(
    files.filter((file) => !known.has(file)).map(async (file) => cache.put(file, await fetched(file))),
  );
  await cache.put(SHELL, await fetched(location.pathname));
  // Those of builds before this one are of no use any more.
  for (const file of known) if (file !== SHELL && !files.includes(file)) await cache.delete(file);
}

/** Takes a class from this device; with the last one the player's own files go too. */
export async function dropClass(slug: string): Promise<void> {
  const kept = readKept(localStorage, slug);
  forgetKept(localStorage, slug);
  const folder = kept && /^\/kept\/[^/]+\/[^/]+\//.exec(keptName(kept.playback.hlsUrl) ?? "")?.[0];
  const cache = await caches.open(MEDIA);
  for (const request of await cache.keys())
    if (folder && new URL(request.url).pathname.startsWith(folder)) await cache.delete(request);
  if (listKept(localStorage).length > 0) return;
  await caches.delete(MEDIA);
  await caches.delete(APP);
}

/** The studio says that the class may be danced: for another fortnight, and with the present build. Not reached, nothing changes. */
export async function renewKept(studioClass: PlayedClass, playback: PlaybackLinks): Promise<void> {
  const kept = readKept(localStorage, studioClass.classId);
  if (!kept || !navigator.onLine) return;
  const isSame = keptName(kept.playback.hlsUrl) === keptName(playback.hlsUrl);
  // No longer theirs to dance, or another film by now.
  if (playback.isPreview || !isSame) return dropClass(studioClass.classId);
  writeKept(localStorage, { ...kept, expiresAt: Date.now() + KEPT_MS });
  await keepApp();
}
