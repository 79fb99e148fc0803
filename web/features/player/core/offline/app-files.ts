/** The player's own files and a page to open them with, on this device. worker.js answers from them. */
import { shellOf } from "./plan.ts";

export const APP = "eightcount-app";
const SHELL = "/offline-shell";
const WORKER = "/worker.js";
const LIST = "/offline-files.json";
/** Whose HTML is the shell: any page does, and this one is there for everybody. */
const PAGE = "/on-device";

/** Fetches past the browser's own cache. @throws Error for an answer that isn't one, TypeError without a connection */
export async function fetched(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { cache: "no-store", ...init });
  if (!answer.ok) throw new Error(`${new URL(url, location.href).pathname} answered ${answer.status}`);
  return answer;
}

/**
 * Keeps the player's own files and a page, of the present build. Those of the build before stay: a tab that is open runs on them.
 * @throws what fetching, registering a worker and a full device throw; then what was kept before still stands
 */
export async function keepApp(signal?: AbortSignal): Promise<void> {
  await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const cache = await caches.open(APP);
  const list = await fetched(LIST, { signal: signal ?? null });
  const files = (await list.clone().json()) as string[];
  // Nobody's page, so that nothing of whoever keeps a class is left to whoever comes next.
  const page = await fetched(PAGE, { credentials: "omit", signal: signal ?? null });
  const shell = shellOf(await page.text(), files);
  const before = ((await (await cache.match(LIST))?.json()) ?? []) as string[];
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const bring = async (file: string): Promise<void> =>
    cache.put(file, await fetched(file, { signal: signal ?? null }));
  await Promise.all(files.filter((file) => !known.has(file)).map(bring));
  const headers = new Headers(page.headers);
  for (const ofBytesSent of ["content-encoding", "content-length"]) headers.delete(ofBytesSent);
  await cache.put(SHELL, new Response(shell, { headers }));
  if (list.headers.get("etag") === (await cache.match(LIST))?.headers.get("etag")) return;
  await cache.put(LIST, list);
  const needed = new Set([SHELL, LIST, ...files, ...before]);
  for (const file of known) if (!needed.has(file)) await cache.delete(file);
}
