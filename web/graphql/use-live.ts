import type { AnyVariables, TypedDocumentNode } from "@urql/core";
import { useEffect, useRef, useState } from "react";
import { useClient } from "./hooks.ts";

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
    return client.follow(operation, JSON.parse(serializedVariables) as Variables, {
      evenHidden,
      onData: (data) => {
        setHasData(true);
        onDataRef.current?.(data);
      },
    });
  }, [client, operation, serializedVariables, isOff, evenHidden]);
  return hasData;
}
