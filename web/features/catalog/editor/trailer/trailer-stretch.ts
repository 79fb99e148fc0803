/** Which stretch of a class its trailer is. Pure. Milliseconds. */
import type { BeatGrid } from "../../../player/public/counts.ts";

export type Stretch = { readonly fromMs: number; readonly toMs: number };

const [minMs, maxMs] = [3_000, 15_000];

/** Eights that lie within a stretch. */
export const eightsOf = ({ eights }: BeatGrid, { fromMs, toMs }: Stretch): number =>
  eights.filter(({ startMs, endMs }) => startMs >= fromMs - 1 && endMs <= toMs + 1).length;

/**
 * The stretch from a moment on: as many eights as wanted and as fit into 15 s, at least 3 s. Outside of the counts it has 15 s. What
 * would reach over the end of the class begins earlier.
 */
export function stretchFrom(grid: BeatGrid, ms: number, wanted: number, durationMs: number): Stretch {
  const fromMs = Math.max(0, Math.min(ms, durationMs - minMs));
  const ends = grid.eights
    .filter(({ startMs, endMs }) => startMs >= fromMs - 1 && endMs <= durationMs)
    .map(({ endMs }) => Math.round(endMs));
  const fitting = ends.filter((end) => end - fromMs >= minMs && end - fromMs <= maxMs);
  const wantedMs = ends[wanted - 1] ?? Infinity;
  const toMs = fitting.findLast((end) => end <= wantedMs) ?? fitting[0];
  return { fromMs, toMs: toMs ?? Math.min(durationMs, fromMs + maxMs) };
}
