import type { AnyVariables, TypedDocumentNode } from "@urql/core";
import { useEffect, useRef, useState } from "react";
import { useClient } from "./hooks.ts";

/** Delay in milliseconds before a stream that ended is reopened. It doubles after each stream without data. */
const minRetryMs = 1_000;
const latestMs = 60_000;

/**
 * Subscribes while the page is open and visible. The subscription updates the cache, and queries that show
 * the data follow.
 * A lost stream is reopened. `isOff` closes the stream; `evenHidden` keeps it open in a hidden tab; `onData`
 * receives every event.
 *
 * @returns whether any data has arrived yet
 */
export function useLive<Data, Variables extends AnyVariables>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  {
    isOff = false,
    evenHidden = false,
    onData,
  }: { isOff?: boolean; evenHidden?: boolean; onData?: (data: Data) => void } = {},
): boolean {
  const client = useClient();
  const onDataRef = useRef(onData);
  onDataRef.current = onData;
  const [hasData, setHasData] = useState(false);
  const serializedVariables = JSON.stringify(variables);
  useEffect(() => {
    if (isOff) return;
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
      const given = JSON.parse(serializedVariables) as Variables;
      unsubscribe = client.follow(operation, given, ({ data, error, hasNext }) => {
        if (data && !error) {
          waitMs = minRetryMs;
          setHasData(true);
          onDataRef.current?.(data);
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
  }, [client, operation, serializedVariables, isOff, evenHidden]);
  return hasData;
}
