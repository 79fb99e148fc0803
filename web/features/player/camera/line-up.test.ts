import { expect, test } from "vitest";
import { lineUp, onsets } from "./line-up.ts";

const sampleRate = 16_000;
/** Deterministic noise, −1 to 1. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
/** Drums at 100 BPM with hi-hats and a bass, like a class. `rate` slows it at the same pitch. */
function music(seconds: number, rate = 1, accents = () => 1): Float32Array {
  const hiss = noise(7);
  const out = new Float32Array(seconds * sampleRate);
  const hits: { at: number; tone: number; loud: number }[] = [];
  const beat = 0.6;
  for (let n = 0; n * beat * 0.5 < seconds * rate; n++) {
    const isSnare = n % 4 === 2;
    const isKick = n % 4 === 0 || n % 16 === 7;
    hits.push({
      at: (n * beat * 0.5) / rate,
      tone: isKick ? 60 : isSnare ? 190 : 0,
      loud: (isKick || isSnare ? 0.7 : 0.2) * accents(),
    });
  }
  for (const { at, tone, loud } of hits) {
    const begin = Math.round(at * sampleRate);
    for (let k = 0; k < 0.12 * sampleRate && begin + k < out.length; k++) {
      const t = k / sampleRate;
      out[begin + k]! +=
        loud * Math.exp(-t * 40) * (tone ? Math.sin(2 * Math.PI * tone * t) + 0.3 * hiss() : hiss());
    }
  }
  for (let k = 0; k < out.length; k++) out[k]! += 0.1 * Math.sin(2 * Math.PI * 110 * (k / sampleRate));
  return out;
}
/** Simulates a phone recording it in a room from `fromS` on: quieter, with echoes and noise of level `loud`. */
function record(sound: Float32Array, fromS: number, seconds: number, loud: number): Float32Array {
  const own = noise(99);
  const begin = Math.round(fromS * sampleRate);
  return Float32Array.from({ length: seconds * sampleRate }, (_unused, k) => {
    const at = (delay: number) => sound[begin + k - Math.round(delay * sampleRate)] ?? 0;
    return 0.2 * at(0) + 0.08 * at(0.011) + 0.05 * at(0.023) + loud * own();
  });
}

test.each([1, 0.8, 0.6])("aligns a take in a quiet room within a frame at tempo %f", (rate) => {
  const heard = onsets(music(24), sampleRate);
  for (const fromS of [0, 0.137, 1.2345]) {
    const taken = onsets(record(music(30, rate), fromS, 10, 0.002), sampleRate);
    // The clocks are off by the latency of microphone and loudspeaker.
    const found = lineUp(heard, taken, rate, fromS * 1000 + 120);
    expect.soft(found.isSure).toBe(true);
    expect(Math.abs(found.offsetMs - fromS * 1000)).toBeLessThan(1000 / 30);
  }
});

test("never aligns a take to the next beat when the loudspeaker is 250 ms late", () => {
  // Played by hand: no two beats are equally loud.
  const played = (): (() => number) => {
    const hand = noise(5);
    return () => 0.6 + 0.4 * hand();
  };
  const heard = onsets(music(24, 1, played()), sampleRate);
  for (const lateMs of [-150, 250]) {
    const taken = onsets(record(music(30, 1, played()), 1.2345, 10, 0.002), sampleRate);
    const found = lineUp(heard, taken, 1, 1234.5 + lateMs);
    if (found.isSure) expect(Math.abs(found.offsetMs - 1234.5)).toBeLessThan(1000 / 30);
  }
});

test("reports a take without the class's sound as unsure and keeps the expected offset", () => {
  const own = noise(3);
  const room = Float32Array.from({ length: 10 * sampleRate }, () => 0.05 * own());
  const found = lineUp(onsets(music(24), sampleRate), onsets(room, sampleRate), 1, 500);
  expect(found).toMatchObject({ isSure: false, offsetMs: 500 });
  const silent = lineUp(onsets(music(24), sampleRate), onsets(new Float32Array(160_000), sampleRate), 1, 500);
  expect(silent.isSure).toBe(false);
});
