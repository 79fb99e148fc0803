import type { AnyVariables, TypedDocumentNode } from "@urql/core";
import { useEffect, useRef, useState } from "react";
import { useClient } from "urql";
import { pipe, subscribe } from "wonka";
import { fetchStream } from "./fetch-stream.ts";

/** A stream that ended is opened again after this many milliseconds; twice as many after each that brought nothing. */
const soonestMs = 1_000;
const latestMs = 60_000;

/**
 * Keeps what a subscription selects up to date in the cache while the page is open and seen; queries that show it follow. A lost stream is
 * opened again. `isOff` leaves it closed; `evenHidden` keeps it open in a tab that nobody sees; `onData` hears every answer too.
 * @returns whether it has brought anything yet
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
  const heard = useRef(onData);
  heard.current = onData;
  const [hasCome, setHasCome] = useState(false);
  const given = JSON.stringify(variables);
  useEffect(() => {
    if (isOff) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave: (() => void) | undefined;
    let waitMs = soonestMs;
    const close = () => {
      clearTimeout(timer);
      leave?.();
      leave = undefined;
    };
    const open = () => {
      close();
      const source = client.subscription(operation, JSON.parse(given) as Variables, {
        url: "/graphql/stream",
        fetch: fetchStream,
      });
      leave = pipe(
        source,
        subscribe(({ data, error, hasNext }) => {
          if (data && !error) {
            waitMs = soonestMs;
            setHasCome(true);
            heard.current?.(data);
          }
          if (hasNext && !error) return;
          close();
          // Somewhat apart, so that those whom a restart cut off don't all come back at once.
          timer = setTimeout(follow, waitMs * (0.75 + Math.random() / 2));
          waitMs = Math.min(waitMs * 2, latestMs);
        }),
      ).unsubscribe;
    };
    // A tab that nobody sees, or that has no connection, needs nothing; seen again, its stream begins with the present state.
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
  }, [client, operation, given, isOff, evenHidden]);
  return hasCome;
}
