/** The audible count-in 5-6-7-8, scheduled on the Web Audio clock, so that it is exact even if the page is busy. */

/** Lead time before the five, so that the first sound is never cut off, in seconds. */
const BREATH_S = 0.15;
const FROM = 5;
/** Time that a browser gets to start the sound; one that blocks it never answers. */
const BLOCKED_AFTER_MS = 500;

let audio: AudioContext | null = null;

/** A short knock; the five is higher. */
function knock(context: AudioContext, at: number, isFirst: boolean): OscillatorNode {
  const voice = context.createOscillator();
  const gain = context.createGain();
  voice.frequency.value = isFirst ? 1760 : 1320;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.5, at + 0.002);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.07);
  voice.connect(gain).connect(context.destination);
  voice.start(at);
  voice.stop(at + 0.08);
  return voice;
}

/** The `performance.now()` at which sound scheduled at `contextS` is heard. */
function heardAt(context: AudioContext, contextS: number): number {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
  if (contextTime > 0 && performanceTime > 0) return performanceTime + (contextS - contextTime) * 1000;
  const latency = Number.isFinite(context.outputLatency) ? context.outputLatency : 0;
  return performance.now() + (contextS - context.currentTime + latency) * 1000;
}

/**
 * Plays 5, 6, 7, 8 at an interval of `beatMs` (real time). Returns the `performance.now()` of the one after them, and a function that
 * silences them. Null if the browser blocks sound, as it does without a user gesture.
 */
export async function soundCountIn(
  beatMs: number,
): Promise<{ readonly oneAt: number; readonly stop: () => void } | null> {
  audio ??= new AudioContext({ latencyHint: "interactive" });
  const context = audio;
  await Promise.race([
    context.resume(),
    new Promise((resolve) => {
      setTimeout(resolve, BLOCKED_AFTER_MS);
    }),
  ]);
  if (context.state !== "running") return null;
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
