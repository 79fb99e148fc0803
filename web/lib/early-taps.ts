import { patterns } from "./paths.ts";
import { matchPath } from "./router/location.ts";

declare global {
  interface Window {
    /**
     * Set by the script in the HTML of a page with a first view, which keeps the last press on a link or button: lets presses through from now
     * on, and does the kept one if `isDone`.
     */
    endEarlyTaps?: (isDone: boolean) => void;
    /** Set with it: the link or button that was pressed last; null if none was. */
    earlyTap?: () => HTMLElement | null;
    /** The start of a guest's session, if a class was started on a first view. Never rejects. */
    earlySignIn?: Promise<void>;
    /** The access token of that session, once it has started. */
    earlyToken?: string;
  }
}

/**
 * Ends keeping presses on a first view. A page calls it when it is interactive.
 * @param isDone false drops the press from before
 */
export const endEarlyTaps = (isDone: boolean): void => window.endEarlyTaps?.(isDone);

/** The address of the class whose Start was pressed on a first view; null if nothing or something else was. */
export function earlyStart(): string | null {
  const tap = window.earlyTap?.();
  if (!(tap instanceof HTMLAnchorElement) || !matchPath(patterns.player, tap.pathname)) return null;
  return tap.pathname + tap.search;
}
