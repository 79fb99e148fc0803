/** Short knocks on the Web Audio clock, so that they are exact even if the page is busy. */
import { wakeSound } from "../../../lib/wake-sound.ts";

/** Time that a browser gets to start the sound; one that blocks it never answers. */
const blockedAfterMs = 500;

const isRunning = (audio: AudioContext): boolean => audio.state === "running";

/** The page's audio context, running. Null if there is no sound, or the browser blocks it, as it does without a user gesture. */
export async function openSound(): Promise<AudioContext | null> {
  const audio = wakeSound();
  if (audio === null || isRunning(audio)) return audio;
  await Promise.race([
    audio.resume(),
    new Promise((resolve) => {
      setTimeout(resolve, blockedAfterMs);
    }),
  ]);
  return isRunning(audio) ? audio : null;
}

/** Plays a knock into `output` at a time of the context, in seconds. An accent is higher. @returns what can silence it */
export function knock(
  context: AudioContext,
  at: number,
  isAccent: boolean,
  output: AudioNode = context.destination,
): OscillatorNode {
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.frequency.value = isAccent ? 1760 : 1320;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.5, at + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.07);
  voice.connect(gain).connect(output);
  voice.start(at);
  voice.stop(at + 0.08);
  return voice;
}

type OutputClock = Pick<AudioContext, "getOutputTimestamp" | "currentTime" | "outputLatency">;

/** The `performance.now()` at which sound scheduled at `contextS` is heard. */
export function heardAt(context: OutputClock, contextS: number): number {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
  if (contextTime > 0 && performanceTime > 0) return performanceTime + (contextS - contextTime) * 1000;
  const latency = Number.isFinite(context.outputLatency) ? context.outputLatency : 0;
  return performance.now() + (contextS - context.currentTime + latency) * 1000;
}

/** When sound is to be scheduled to be heard at a `performance.now()`, in seconds of the context. */
export const scheduledAt = (context: OutputClock, atMs: number): number =>
  (atMs - heardAt(context, 0)) / 1000;
