import type { WatchedResult } from "./client.ts";

/** Delay in milliseconds before a stream that ended is reopened. It doubles after each stream without data. */
const minRetryMs = 1_000;
const latestMs = 60_000;

/**
 * Keeps a stream open while the browser is online and the page is visible, or also while it is hidden.
 * @param subscribe opens the stream once
 * @returns a function that closes it for good
 */
export function followLive<Data>(
  subscribe: (onResult: (result: WatchedResult<Data>) => void) => () => void,
  { evenHidden, onData }: { evenHidden: boolean; onData: (data: Data) => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsubscribe: (() => void) | undefined;
  let waitMs = minRetryMs;
  const close = () => {
    clearTimeout(timer);
    unsubscribe?.();
    unsubscribe = undefined;
  };
  const open = () => {
    close();
    unsubscribe = subscribe(({ data, error, hasNext }) => {
      if (data && !error) {
        waitMs = minRetryMs;
        onData(data);
      }
      if (hasNext && !error) return;
      close();
      // Jitter, so that clients that a restart cut off don't all reconnect at once.
      timer = setTimeout(follow, waitMs * (0.75 + Math.random() / 2));
      waitMs = Math.min(waitMs * 2, latestMs);
    });
  };
  // A hidden or offline tab needs no stream. After it is visible again, the new stream begins with the
  // current state.
  const follow = () => {
    const isSeen = evenHidden || document.visibilityState === "visible";
    if (isSeen && navigator.onLine) open();
    else close();
  };
  follow();
  if (!evenHidden) document.addEventListener("visibilitychange", follow);
  addEventListener("online", follow);
  addEventListener("offline", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    removeEventListener("online", follow);
    removeEventListener("offline", follow);
    close();
  };
}
