import { useEffect } from "react";
import { studio } from "./studio.ts";

type Listener = (page: { title: string; pathname: string }) => void;
const listeners = new Set<Listener>();
let newest: Parameters<Listener>[0] | null = null;

/**
 * Sets the page title, from the page's component once its name has loaded: `usePageTitle(t`Saved classes`)`.
 * Undefined while loading.
 * On a change the shell announces the title, moves the focus to the page's h1 and counts the page view.
 */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${studio.name}`;
    newest = { title, pathname: location.pathname };
    for (const listener of listeners) listener(newest);
  }, [title]);
}

/** Calls `listener` each time a page sets its title. Returns an unsubscribe function. */
export function onPageTitle(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last page that set its title; null before the first one. */
export const namedPage = (): { title: string; pathname: string } | null => newest;
