/** Phrases of a class: the last eight, from the five, between A and B. Pure; milliseconds of the class. */
import { type BeatGrid, eightAt, moveByCounts, snapToCount } from "./beat-grid.ts";
import type { LoopRange } from "./loop.ts";

/** The eight that was just danced: the current one from its fifth count on, else the previous one. Null outside the grid. */
export function lastEight(grid: BeatGrid, ms: number): LoopRange | null {
  const now = eightAt(grid, ms);
  if (now === null) return null;
  const fifth = grid.counts[now.first + 4];
  const isDanced = fifth !== undefined && fifth.eight === now.index && ms >= fifth.startMs;
  const { startMs, endMs } = isDanced ? now : (grid.eights[now.index - 1] ?? now);
  return { startMs, endMs };
}

/** Target of "again from the five": the one of the eight at `ms`, which the count-in 5-6-7-8 precedes. `ms` outside the grid. */
export function againFrom(grid: BeatGrid, ms: number, loop: LoopRange | null): number {
  return loop?.startMs ?? eightAt(grid, ms)?.startMs ?? ms;
}

/** Lead-in in counts that a start skips, so that the count-in is followed by the class's first count. */
const SKIPPED_COUNTS = 8;

/** Where a start at `ms` begins: the one of its eight, or the first count after a short lead-in. */
export function startFrom(grid: BeatGrid, ms: number): number {
  const [first] = grid.counts;
  if (!first || ms >= first.startMs) return againFrom(grid, ms, null);
  return first.startMs - ms <= SKIPPED_COUNTS * (first.endMs - first.startMs) ? first.startMs : ms;
}

/** Distance in counts within which a handle snaps to an eight's boundary. */
const PULL_COUNTS = 0.75;

/** Position of a handle dragged from `fromMs` by `counts` (fractions allowed): snaps to a count, preferably a one. */
export function dragged(grid: BeatGrid, fromMs: number, counts: number): number {
  const whole = Math.round(counts);
  const at = moveByCounts(grid, fromMs, whole);
  for (const near of [0, 1, -1]) {
    const candidate = moveByCounts(grid, fromMs, whole + near);
    const isEight = grid.eights.some(
      ({ startMs, endMs }) => Math.abs(startMs - candidate) < 1 || Math.abs(endMs - candidate) < 1,
    );
    if (isEight && Math.abs(counts - whole - near) <= PULL_COUNTS) return candidate;
  }
  return at;
}

/** A loop with `end` moved to the count nearest to `ms`; null if that would reverse it. */
export function withHandle(
  grid: BeatGrid,
  loop: LoopRange,
  end: "startMs" | "endMs",
  ms: number,
): LoopRange | null {
  const next = { ...loop, [end]: snapToCount(grid, ms) };
  return next.endMs > next.startMs ? next : null;
}
