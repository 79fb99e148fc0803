import { isServerReachable } from "../lib/server-reachable.ts";

const KEY = "eightcount.reloaded-at";
const ONCE_PER_MS = 30_000;

/** After a deployment the chunks of an open tab are gone: reloads the current URL once. */
export async function reloadOnStaleBuild(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < ONCE_PER_MS) return;
  // A reload would end in the browser's error page, or cancel the navigation that cancelled the chunk.
  if (!(await isServerReachable())) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
