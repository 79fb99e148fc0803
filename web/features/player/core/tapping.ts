/** Tempo and beats from taps. Pure; milliseconds of the class. */
import type { TempoSpan } from "./beat-grid.ts";

/** Fewer taps than this say too little. */
export const LEAST_TAPS = 8;

/** The tempo of evenly meant taps, and a moment that a beat falls on; null while they are too few, too uneven, or no tempo to dance to. */
export function tempoOfTaps(
  taps: readonly number[],
): { readonly bpm: number; readonly beatMs: number } | null {
  if (taps.length < LEAST_TAPS) return null;
  const gaps = taps.slice(1).map((tap, index) => tap - taps[index]!);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  if (!(usual > 0)) return null;
  // A missed beat counts as two, so that the line through the rest stays straight.
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

/** A stretch whose beat nearest to `ms` is a one. */
export function withOne(span: TempoSpan, ms: number): TempoSpan {
  const period = 60_000 / span.bpm;
  const nearest = span.firstBeatMs + Math.round((ms - span.firstBeatMs) / period) * period;
  return { ...span, firstBeatMs: firstOf(span, nearest) };
}

/** A stretch of another tempo, with a beat (the one) at `beatMs`. */
export function withTempo(span: TempoSpan, bpm: number, beatMs: number): TempoSpan {
  return { ...span, bpm, firstBeatMs: firstOf({ ...span, bpm }, beatMs) };
}

/** The last one at or before the stretch's beginning, when there is a one at `oneMs`. */
function firstOf(span: TempoSpan, oneMs: number): number {
  const eight = (8 * 60_000) / span.bpm;
  const first = oneMs - Math.ceil((oneMs - span.startMs) / eight - 1e-9) * eight;
  return Math.round(first * 10) / 10;
}
