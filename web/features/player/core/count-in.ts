/** The audible 5-6-7-8 before the one, by Web Audio's own clock, so that it is exact whatever the page is doing. */

/** Time between asking and the five, so that the first sound is never cut off, in seconds. */
const BREATH_S = 0.15;
const FROM = 5;

let audio: AudioContext | null = null;

/** A short knock; the five sounds higher, as the one of the count-in. */
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

/** When, on `performance.now()`, what is scheduled at `contextS` is heard. */
function heardAt(context: AudioContext, contextS: number): number {
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
  if (contextTime > 0 && performanceTime > 0) return performanceTime + (contextS - contextTime) * 1000;
  const latency = Number.isFinite(context.outputLatency) ? context.outputLatency : 0;
  return performance.now() + (contextS - context.currentTime + latency) * 1000;
}

/**
 * Sounds 5, 6, 7, 8 at `beatMs` apart (real time). Gives when the one after them falls, on `performance.now()`, and a way to be
 * silent at once. To be called within a gesture, or after one.
 */
export async function soundCountIn(
  beatMs: number,
): Promise<{ readonly oneAt: number; readonly stop: () => void }> {
  audio ??= new AudioContext({ latencyHint: "interactive" });
  const context = audio;
  await context.resume();
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
