/** Tempo and beats from taps. Pure; milliseconds of the class. */
import type { TempoSpan } from "./beat-grid.ts";

/** Minimum number of taps for an estimate. */
export const LEAST_TAPS = 8;

/** The tempo of regular taps, and the position of one beat. Null if they are too few, too uneven, or not a tempo for dance. */
export function tempoOfTaps(
  taps: readonly number[],
): { readonly bpm: number; readonly beatMs: number } | null {
  if (taps.length < LEAST_TAPS) return null;
  const gaps = taps.slice(1).map((tap, index) => tap - taps[index]!);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  if (!(usual > 0)) return null;
  // A missed beat counts as two, so that the regression line stays straight.
  const places: number[] = [0];
  for (const gap of gaps) places.push(places.at(-1)! + Math.max(1, Math.round(gap / usual)));
  const meanPlace = places.reduce((sum, place) => sum + place, 0) / places.length;
  const meanTap = taps.reduce((sum, tap) => sum + tap, 0) / taps.length;
  let along = 0;
  let across = 0;
  for (const [index, place] of places.entries()) {
    along += (place - meanPlace) * (taps[index]! - meanTap);
    across += (place - meanPlace) ** 2;
  }
  const period = along / across;
  const beatMs = meanTap - meanPlace * period;
  const uneven = Math.max(...taps.map((tap, index) => Math.abs(tap - beatMs - places[index]! * period)));
  const bpm = 60_000 / period;
  return bpm >= 40 && bpm <= 240 && uneven < period / 3 ? { bpm, beatMs } : null;
}

/** The span with its beat nearest to `ms` as a one. */
export function withOne(span: TempoSpan, ms: number): TempoSpan {
  const period = 60_000 / span.bpm;
  const nearest = span.firstBeatMs + Math.round((ms - span.firstBeatMs) / period) * period;
  return { ...span, firstBeatMs: firstOf(span, nearest) };
}

/** The span with another tempo and a beat (the one) at `beatMs`. */
export function withTempo(span: TempoSpan, bpm: number, beatMs: number): TempoSpan {
  return { ...span, bpm, firstBeatMs: firstOf({ ...span, bpm }, beatMs) };
}

/** The last one at or before the span's start, given a one at `oneMs`. */
function firstOf(span: TempoSpan, oneMs: number): number {
  const eight = (8 * 60_000) / span.bpm;
  const first = oneMs - Math.ceil((oneMs - span.startMs) / eight - 1e-9) * eight;
  return Math.round(first * 10) / 10;
}
