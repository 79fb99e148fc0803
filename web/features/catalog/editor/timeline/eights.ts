/** Steps and names of moments by the counts of a class. Pure. */
import { formatDuration } from "../../../../lib/formats.ts";
import { countAt, moveByCounts, type BeatGrid } from "../../../player/public/counts.ts";

/** Steps without counts, milliseconds. */
const [longStepMs, shortStepMs] = [1_000, 100];

/** Borders of eights, ascending. */
export const bordersOf = ({ eights }: BeatGrid): number[] =>
  [...new Set(eights.flatMap(({ startMs, endMs }) => [Math.round(startMs), Math.round(endMs)]))].toSorted(
    (a, b) => a - b,
  );

/** The border of an eight nearest to a moment; the moment itself without counts. */
export const snapped = (borders: readonly number[], ms: number): number =>
  borders.reduce((best, one) => (Math.abs(one - ms) < Math.abs(best - ms) ? one : best), borders[0] ?? ms);

/** The next border of an eight before or after a moment; a second on where there is none. */
export function stepByEight(borders: readonly number[], ms: number, direction: 1 | -1): number {
  const next =
    direction === 1 ? borders.find((one) => one > ms + 1) : borders.findLast((one) => one < ms - 1);
  return next ?? ms + direction * longStepMs;
}

/** A count before or after a moment; a tenth of a second on without counts. */
export const stepByCount = (grid: BeatGrid, ms: number, direction: 1 | -1): number =>
  grid.counts.length === 0 ? ms + direction * shortStepMs : Math.round(moveByCounts(grid, ms, direction));

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
