/** Which stretch of a class its trailer is. Pure. Milliseconds. */
import type { BeatGrid } from "../../../player/public/counts.ts";

export type Stretch = { readonly fromMs: number; readonly toMs: number };

const [minMs, maxMs] = [3_000, 15_000];

/** Eights of which at least half comes after a moment. */
const eightsAfter = ({ eights }: BeatGrid, ms: number) =>
  eights.filter(({ startMs, endMs }) => (startMs + endMs) / 2 >= ms);

/** Eights that a stretch dances to their end: of the first one it may lack up to half. */
export const eightsOf = (grid: BeatGrid, { fromMs, toMs }: Stretch): number =>
  eightsAfter(grid, fromMs).filter(({ endMs }) => endMs <= toMs + 1).length;

/** How long a trailer is to be: in eights, and in milliseconds where it has none. */
export type Length = { readonly eights: number; readonly ms: number };

export const longest: Length = { eights: Infinity, ms: maxMs };

/** How long a stretch is. */
export const lengthOf = (grid: BeatGrid, stretch: Stretch): Length => ({
  eights: eightsOf(grid, stretch),
  ms: stretch.toMs - stretch.fromMs,
});

/**
 * The stretch from a moment on: as many eights as wanted and as fit into 15 s, at least 3 s. Without eights, and outside of the counts,
 * it has the wanted milliseconds. What would end less than 3 s later begins earlier.
 */
export function stretchFrom(grid: BeatGrid, ms: number, wanted: Length, durationMs: number): Stretch {
  const fromMs = Math.max(0, Math.min(ms, durationMs - minMs));
  const ends = eightsAfter(grid, fromMs)
    .filter(({ endMs }) => endMs <= durationMs)
    .map(({ endMs }) => Math.round(endMs));
  const fitting = ends.filter((end) => end - fromMs >= minMs && end - fromMs <= maxMs);
  const wantedMs = ends[wanted.eights - 1] ?? Infinity;
  const toMs = wanted.eights > 0 ? (fitting.findLast((end) => end <= wantedMs) ?? fitting[0]) : undefined;
  return { fromMs, toMs: toMs ?? Math.min(durationMs, fromMs + wanted.ms) };
}
