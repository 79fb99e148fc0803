import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/**
 * Like React's `lazy`, but started by `preload`, and rendered at once if its chunk has loaded.
 * React's `lazy` shows the fallback first even if the chunk has loaded. It then delays the component until
 * 300 ms have passed (FALLBACK_THROTTLE_MS in its source).
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): {
  Part: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches the chunk. A failure is retried, and reported, when the component is rendered. */
  preload: () => void;
} {
  let here: { default: ComponentType<Props> } | null = null;
  const fetchPart = async () => (here = { default: await load() });
  const Part = lazy<ComponentType<Props>>(() => {
    if (here === null) return fetchPart();
    const found = here;
    // oxlint-disable-next-line unicorn/no-thenable -- React accepts a thenable that calls back within `then`, and then renders at once
    return { then: (take: (module: typeof found) => void) => take(found) } as Promise<typeof found>;
  });
  return { Part, preload: () => void fetchPart().catch(() => undefined) };
}
