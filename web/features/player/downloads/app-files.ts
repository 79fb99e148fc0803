/** Caches the app's own files and an app shell page on this device. worker.js serves them. */
import { i18n } from "@lingui/core";
import { paths } from "../../../lib/paths.ts";
import { shellOf } from "./plan.ts";

export const APP = "eightcount-app";
const SHELL = "/offline-shell";
const WORKER = "/worker.js";
/** Each language has its own scripts. */
const LIST = i18n.locale === "en" ? "/offline-files.json" : `/offline-files.${i18n.locale}.json`;
/** The page whose HTML is the app shell: any page works, and this one needs no sign-in. */
const PAGE = paths.onDevice();
/** Requests at once: hundreds would keep a slow phone busy and hold up its first class. */
const MAX_REQUESTS = 4;

/**
 * Fetches and bypasses the HTTP cache.
 * @throws Error for an error status, TypeError without a connection
 */
export async function fetched(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { cache: "no-store", ...init });
  if (!answer.ok)
    throw new Error(`${new URL(url, location.href).pathname} failed with HTTP ${answer.status}`);
  return answer;
}

/**
 * Caches the app's files and its shell, in the language of the page, of the current build. Files of the previous build stay: an open tab may run on them.
 * @throws errors of fetch, service worker registration and a full device; the previous cache then stays valid
 */
export async function cacheApp(signal?: AbortSignal): Promise<void> {
  await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const cache = await caches.open(APP);
  const list = await fetched(LIST, { signal: signal ?? null });
  const files = (await list.clone().json()) as string[];
  // Fetched without credentials, so that the shell carries no data of one account to the next.
  const page = await fetched(PAGE, {
    credentials: "omit",
    headers: { "accept-language": i18n.locale },
    signal: signal ?? null,
  });
  const shell = shellOf(await page.text(), files);
  const before = ((await (await cache.match(LIST))?.json()) ?? []) as string[];
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = files.filter((file) => !known.has(file)).values();
  const bring = async (): Promise<void> => {
    // All share one iterator.
    for (const file of missing)
      await cache.put(file, await fetched(file, { priority: "low", signal: signal ?? null }));
  };
  await Promise.all(Array.from({ length: MAX_REQUESTS }, bring));
  const headers = new Headers(page.headers);
  for (const ofBytesSent of ["content-encoding", "content-length"]) headers.delete(ofBytesSent);
  await cache.put(SHELL, new Response(shell, { headers }));
  if (list.headers.get("etag") === (await cache.match(LIST))?.headers.get("etag")) return;
  await cache.put(LIST, list);
  const needed = new Set([SHELL, LIST, ...files, ...before]);
  for (const file of known) if (!needed.has(file)) await cache.delete(file);
}
