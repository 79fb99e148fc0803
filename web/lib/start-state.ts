declare module "./router/location.ts" {
  interface HistoryState {
    /** The player counts in and plays: it was opened by a press on Start, Continue, Next or a part. */
    starts?: boolean;
  }
}

/** State of a link that starts a class. A URL that is typed, reloaded or sent opens the player paused. */
export const startState = { starts: true } as const;
