import { isServerReachable } from "../lib/server-reachable.ts";
import type { Router } from "../lib/router/router.ts";

const KEY = "eightcount.reloaded-at";
const ONCE_PER_MS = 30_000;

const watched = new WeakSet<Router>();

/**
 * After a deployment the chunks of an open tab are gone: reloads the page once if code that it needs is missing.
 * A page that was only preloaded isn't needed yet. A navigation has changed the URL before the reload.
 */
export function reloadOnStaleBuild(router: Router): void {
  if (watched.has(router)) return;
  watched.add(router);
  addEventListener("vite:preloadError", ({ payload }) => {
    // The router learns of the error after this event.
    setTimeout(() => {
      if (!router.isLoadError(payload)) void reloadOnce();
    });
  });
  router.onResolved(() => {
    if (router.isLoadError(router.shown.error)) void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONCE_PER_MS) return;
  // A reload would end in the browser's error page, or cancel the navigation that cancelled the chunk.
  if (!(await isServerReachable())) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
