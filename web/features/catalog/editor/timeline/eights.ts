/** Steps and names of moments by the counts of a class. Pure. */
import { formatDuration } from "../../../../lib/formats.ts";
import { countAt, moveByCounts, type BeatGrid } from "../../../player/public/counts.ts";

/** Steps without counts, milliseconds. */
const [longStepMs, shortStepMs] = [1_000, 100];

/** The border of an eight nearest to a moment, at most half an eight away; otherwise the moment itself. */
export const snapped = ({ eights }: BeatGrid, ms: number): number =>
  eights
    .flatMap(({ startMs, endMs }) =>
      [startMs, endMs].filter((border) => Math.abs(border - ms) <= (endMs - startMs) / 2),
    )
    .map(Math.round)
    .reduce<number | null>(
      (best, one) => (best === null || Math.abs(one - ms) < Math.abs(best - ms) ? one : best),
      null,
    ) ?? ms;

/** The next border of an eight before or after a moment; outside of the counts a second on, at most up to the next border. */
export function stepByEight({ eights }: BeatGrid, ms: number, direction: 1 | -1): number {
  const borders = eights.map(({ startMs, endMs }) => [Math.round(startMs), Math.round(endMs)] as const);
  if (direction === 1) {
    const [startMs, endMs] = borders.find(([, end]) => end > ms + 1) ?? [Infinity, Infinity];
    return startMs <= ms + 1 ? endMs : Math.min(startMs, ms + longStepMs);
  }
  const [startMs, endMs] = borders.findLast(([start]) => start < ms - 1) ?? [-Infinity, -Infinity];
  return endMs >= ms - 1 ? startMs : Math.max(endMs, ms - longStepMs);
}

/** A count before or after a moment; a tenth of a second on outside of the counts. */
export const stepByCount = (grid: BeatGrid, ms: number, direction: 1 | -1): number =>
  countAt(grid, ms + direction)
    ? Math.round(moveByCounts(grid, ms, direction))
    : ms + direction * shortStepMs;

/** Eight and count at a moment, from 1; null outside of the counts. */
export function placeAt(grid: BeatGrid, ms: number): { eight: number; count: number } | null {
  const count = countAt(grid, ms + 1);
  return count && { eight: count.eight + 1, count: count.number };
}

/** A moment with tenths of a second: 2:50.0. */
export function formatMoment(ms: number): string {
  const tenths = Math.round(ms / 100);
  return `${formatDuration(Math.floor(tenths / 10) * 1000)}.${tenths % 10}`;
}
