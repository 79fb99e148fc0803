declare module "./router/location.ts" {
  interface HistoryState {
    /** The player counts in and plays: it was opened by a press on Start, Continue, Next or a part. */
    starts?: boolean;
  }
}

/** State of a link that starts a class. A URL that is typed, reloaded or sent opens the player paused. */
export const startState = { starts: true } as const;

let audio: AudioContext | undefined;

/**
 * The page's audio context, asked to run. The first call has to be within the press that starts a class: Safari allows sound only there,
 * and the sound runs by the time the player is open.
 */
export function wakeSound(): AudioContext {
  audio ??= new AudioContext({ latencyHint: "interactive" });
  // The player asks again.
  if (audio.state !== "running") audio.resume().catch(() => undefined);
  return audio;
}
