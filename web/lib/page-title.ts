import { useEffect } from "react";

type Listener = (page: { title: string; pathname: string }) => void;
const listeners = new Set<Listener>();
let newest: Parameters<Listener>[0] | null = null;

/**
 * Names the page, from the page's component once it knows its name: `usePageTitle(t`Saved classes`)`. Undefined while loading.
 * The shell announces the title, moves the focus to the page's h1 and counts the page view when it changes.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · Eightcount`;
    newest = { title, pathname: location.pathname };
    for (const listener of listeners) listener(newest);
  }, [title]);
}

/** Calls `listener` each time a page names itself. Returns the way to stop. */
export function onPageTitle(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page that named itself last; null before any did. */
export const namedPage = (): { title: string; pathname: string } | null => newest;
