// What the script in the HTML of a page with a first view sets.
declare global {
  interface Window {
    /** Ends keeping the last press on a link or button: lets presses through from now on, and does the kept one if `isDone`. */
    endEarlyTaps?: (isDone: boolean) => void;
    /** The link that was pressed last, below the origin; null if none was, or a button. `starts`: it starts a class. */
    earlyLink?: () => { readonly href: string; readonly starts: boolean } | null;
    /** The token of the guest's session that it has started, if a class was started; null if that failed. */
    earlySignIn?: Promise<string | null>;
  }
}

/**
 * Ends keeping presses on a first view. A page calls it when it is interactive.
 * @param isDone false drops the press from before
 */
export const endEarlyTaps = (isDone: boolean): void => window.endEarlyTaps?.(isDone);

/** The token of the session that a first view has started, once; null without one. A first view starts none from now on. */
export async function takeEarlyToken(): Promise<string | null> {
  const token = window.earlySignIn;
  window.earlySignIn = Promise.resolve(null);
  return (await token) ?? null;
}
