/** The audible count-in 5-6-7-8. */
import { wakeSound } from "../../../lib/wake-sound.ts";
import { heardAt, knock, openSound } from "./knock.ts";

/** Lead time before the five, in seconds. Sound that is only starting would cut off the first knock. */
const LEAD_S = { running: 0.02, starting: 0.15 };
const FROM = 5;

/** A count-in that sounds. */
export interface CountInSound {
  /** The `performance.now()` of the one after it. */
  readonly oneAt: number;
  /** From 0 to 1. */
  readonly setVolume: (volume: number) => void;
  readonly stop: () => void;
}

/**
 * Plays 5, 6, 7, 8 at an interval of `beatMs` (real time) and a volume from 0 to 1. Null if there is no sound, or
 * the browser blocks it, as it does without a user gesture.
 */
export async function soundCountIn(beatMs: number, volume: number): Promise<CountInSound | null> {
  const leadS = wakeSound()?.state === "running" ? LEAD_S.running : LEAD_S.starting;
  const context = await openSound();
  if (!context) return null;
  const output = context.createGain();
  output.gain.value = volume;
  output.connect(context.destination);
  const first = context.currentTime + leadS;
  const voices = Array.from({ length: 9 - FROM }, (_unused, n) =>
    knock(context, first + (n * beatMs) / 1000, n === 0, output),
  );
  return {
    oneAt: heardAt(context, first + ((9 - FROM) * beatMs) / 1000),
    setVolume: (to) => (output.gain.value = to),
    stop: () => {
      for (const voice of voices) voice.stop();
    },
  };
}
