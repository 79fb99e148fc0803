declare global {
  interface Window {
    /**
     * Set by the script in the HTML of a page with a first view, which keeps the last press on a link or button: lets presses through from now
     * on, and does the kept one if `isDone`.
     */
    endEarlyTaps?: (isDone: boolean) => void;
  }
}

/**
 * Ends keeping presses on a first view. A page calls it when its links lead where they should.
 * @param isDone false drops the press from before
 */
export const endEarlyTaps = (isDone: boolean): void => window.endEarlyTaps?.(isDone);
