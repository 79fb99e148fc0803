import { useEffect, useSyncExternalStore, type RefObject } from "react";
import { mayPlay } from "../../../lib/autoplay.ts";

/** Autoplay candidates with their visible share. */
const visibleShares = new Map<Element, number>();
const listeners = new Set<() => void>();
let best: Element | null = null;
let observer: IntersectionObserver | null = null;

function choose(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, intersectionRatio } of entries)
    if (visibleShares.has(target)) visibleShares.set(target, intersectionRatio);
  const [first] = [...visibleShares].filter(([, share]) => share > 0.6).sort(([, a], [, b]) => b - a);
  const next = first?.[0] ?? null;
  if (next === best) return;
  best = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this is the most visible item of a list, so that its video may autoplay. Never with data saving or
 * reduced motion.
 */
export function useIsSeen(box: RefObject<Element | null>, isWanted: boolean): boolean {
  useEffect(() => {
    const element = box.current;
    if (!isWanted || !element || !mayPlay()) return;
    observer ??= new IntersectionObserver(choose, { threshold: [0, 0.6, 0.8, 1] });
    visibleShares.set(element, 0);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      visibleShares.delete(element);
      if (best === element) choose([]);
    };
  }, [box, isWanted]);
  return useSyncExternalStore(subscribe, () => best !== null && best === box.current);
}
