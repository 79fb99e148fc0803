import { useDeferredValue, useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while the browser takes over the server's HTML, then true: for what isn't part of a first view. */
export const useIsHydrated = (): boolean =>
  // Deferred: React adds those parts in slices, and answers presses between them.
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  );
