/** The audible count-in 5-6-7-8. */
import { heardAt, knock, openSound } from "./knock.ts";

/** Lead time before the five, so that the first sound is never cut off, in seconds. */
const BREATH_S = 0.15;
const FROM = 5;

/**
 * Plays 5, 6, 7, 8 at an interval of `beatMs` (real time). Returns the `performance.now()` of the one after them, and a function that
 * silences them. Null if the browser blocks sound, as it does without a user gesture.
 */
export async function soundCountIn(
  beatMs: number,
): Promise<{ readonly oneAt: number; readonly stop: () => void } | null> {
  const context = await openSound();
  if (!context) return null;
  const first = context.currentTime + BREATH_S;
  const voices = Array.from({ length: 9 - FROM }, (_unused, n) =>
    knock(context, first + (n * beatMs) / 1000, n === 0),
  );
  return {
    oneAt: heardAt(context, first + ((9 - FROM) * beatMs) / 1000),
    stop: () => {
      for (const voice of voices) voice.stop();
    },
  };
}
