import { expect, test } from "vitest";
import { loopOf, type Arrangement } from "../../../../demo/music/loops.ts";
import { SONGS } from "../../../../demo/music/songs.ts";
import { RATE } from "../../../../demo/music/voices.ts";
import { analysisRate, onsetsOf } from "./onsets.ts";
import { proposeSpans } from "./propose.ts";

/**
 * `seconds` of a demo track, mono, at the sample rate of the analysis. The first beat falls half a beat after the
 * start.
 */
function track(style: string, arrangement: Arrangement, frames: number, seconds: number): Float32Array {
  const { left, right } = loopOf(style, frames, arrangement);
  const ratio = RATE / analysisRate;
  return Float32Array.from({ length: Math.floor(seconds * analysisRate) }, (_unused, i) => {
    // Averaging the source samples of each output sample filters out most of the hi-hats.
    let sum = 0;
    const from = Math.floor(i * ratio);
    const to = Math.floor((i + 1) * ratio);
    for (let k = from; k < to; k += 1) sum += left[k % left.length]! + right[k % right.length]!;
    return sum / (2 * (to - from));
  });
}
const joined = (parts: readonly Float32Array[]): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
/** Milliseconds between a beat and the nearest beat of a pulse. */
const apart = (beatMs: number, bpm: number, firstBeatMs: number): number => {
  const period = 60_000 / bpm;
  const off = (((beatMs - firstBeatMs) % period) + period) % period;
  return Math.min(off, period - off);
};

test("finds the tempo and beats of the demo music", () => {
  const found = { right: 0, octave: 0, beat: 0, all: 0 };
  for (const style of Object.keys(SONGS))
    for (const frames of [120, 150]) {
      const bpm = (8 * 30 * 60) / frames;
      const [span] = proposeSpans(onsetsOf(track(style, "full", frames, 48)));
      found.all += 1;
      const ratio = (span?.bpm ?? 0) / bpm;
      const isRight = Math.abs(ratio - 1) < 0.005;
      if (isRight) found.right += 1;
      if ([0.5, 2].some((octave) => Math.abs(ratio - octave) < 0.01)) found.octave += 1;
      const off = span && isRight ? apart(30_000 / bpm, span.bpm, span.firstBeatMs) : 999;
      if (off < 40) found.beat += 1;
    }
  expect(found.right + found.octave).toBeGreaterThanOrEqual(found.all * 0.85);
  expect(found.beat).toBeGreaterThanOrEqual(found.all * 0.6);
});

test("starts another span at a change of tempo, with an exact tempo for each", () => {
  const sound = joined([track("hip-hop", "full", 150, 60), track("hip-hop", "full", 120, 60)]);
  const spans = proposeSpans(onsetsOf(sound));
  expect(spans.map(({ bpm }) => Math.round(bpm))).toEqual([96, 120]);
  expect(Math.abs(spans[0]!.endMs - 60_000)).toBeLessThan(12_000);
  for (const { confidence } of spans) expect(confidence).toBeGreaterThan(0.2);
});

test("proposes no spans for silence and little confidence for noise", () => {
  expect(proposeSpans(onsetsOf(new Float32Array(30 * analysisRate)))).toEqual([]);
  let state = 1;
  const noise = Float32Array.from({ length: 60 * analysisRate }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  for (const { confidence } of proposeSpans(onsetsOf(noise))) expect(confidence).toBeLessThan(0.2);
});
