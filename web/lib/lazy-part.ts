import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/**
 * As React's `lazy`, begun by `preload` and shown at once where its script is here by then. React's own shows what stands in for it first,
 * also for a script that is here, and then holds the part back until 300 ms have passed since (FALLBACK_THROTTLE_MS in its source).
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): {
  Part: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches the script; what fails here is asked for again, and told, once the part is shown. */
  preload: () => void;
} {
  let here: { default: ComponentType<Props> } | null = null;
  const fetchPart = async () => (here = { default: await load() });
  const Part = lazy<ComponentType<Props>>(() => {
    if (here === null) return fetchPart();
    const found = here;
    // oxlint-disable-next-line unicorn/no-thenable -- what React awaits may answer within `then`, and is then taken without a wait
    return { then: (take: (module: typeof found) => void) => take(found) } as Promise<typeof found>;
  });
  return { Part, preload: () => void fetchPart().catch(() => undefined) };
}
