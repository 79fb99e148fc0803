/**
 * The beat grid of a class: which count of which eight is at a position, and where counts and eights begin. Pure. Positions are
 * milliseconds of the class, independent of the playback rate.
 */

/** A span of constant tempo. Beat n (n ≥ 0) falls at `firstBeatMs + n * 60000 / bpm`, within `[startMs, endMs)`. */
export interface TempoSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly bpm: number;
  readonly firstBeatMs: number;
}

/** One count: its number 1–8, the index of its eight over the class (from 0), and its time range. */
export interface Count {
  /** Index in {@link BeatGrid.counts}. */
  readonly index: number;
  readonly number: number;
  readonly eight: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Eight counts, or fewer where a span begins or ends within them. `first` and `last` are indexes in the grid's counts. */
export interface Eight {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly first: number;
  readonly last: number;
}

export interface BeatGrid {
  readonly counts: readonly Count[];
  readonly eights: readonly Eight[];
}

/** Below this share of a beat the remainder of a span is rounding error, not a count. */
const LEAST_BEAT = 0.05;

/** Lists every count of the spans in order of time. Spans without tempo or length add nothing. */
export function createBeatGrid(spans: readonly TempoSpan[]): BeatGrid {
  const counts: Count[] = [];
  const eights: Eight[] = [];
  for (const span of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    if (!(span.bpm > 0) || !(span.endMs > span.startMs)) continue;
    const beat = 60_000 / span.bpm;
    const begin = Math.max(0, Math.ceil((span.startMs - span.firstBeatMs) / beat - 1e-6));
    for (let n = begin; ; n++) {
      const startMs = span.firstBeatMs + n * beat;
      if (span.endMs - startMs < beat * LEAST_BEAT) break;
      const number = (n % 8) + 1;
      const open = eights.at(-1);
      const index = counts.length;
      const endMs = Math.min(startMs + beat, span.endMs);
      if (number === 1 || n === begin || open === undefined) {
        eights.push({ index: eights.length, startMs, endMs, first: index, last: index });
      } else {
        eights[eights.length - 1] = { ...open, endMs, last: index };
      }
      counts.push({ index, number, eight: eights.length - 1, startMs, endMs });
    }
  }
  return { counts, eights };
}

/** Index of the last item that begins at or before `ms`; -1 if there is none. `items` are ascending. */
function lastBegun(items: readonly { startMs: number }[], ms: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as { startMs: number }).startMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The count at `ms`; null before the first beat, after the last one and between spans. */
export function countAt(grid: BeatGrid, ms: number): Count | null {
  const count = grid.counts[lastBegun(grid.counts, ms)];
  return count !== undefined && ms < count.endMs ? count : null;
}

/** The eight at `ms`; null outside the grid. */
export function eightAt(grid: BeatGrid, ms: number): Eight | null {
  const eight = grid.eights[lastBegun(grid.eights, ms)];
  return eight !== undefined && ms < eight.endMs ? eight : null;
}

function nearest(ms: number, items: readonly { startMs: number; endMs: number }[]): number {
  if (items.length === 0) return ms;
  const at = lastBegun(items, ms);
  const candidates = [items[at]?.startMs, items[at]?.endMs, items[at + 1]?.startMs].filter(
    (x) => x !== undefined,
  );
  return candidates.reduce((best, x) => (Math.abs(x - ms) < Math.abs(best - ms) ? x : best));
}

/** The count boundary nearest to `ms`; `ms` itself without a grid. */
export function snapToCount(grid: BeatGrid, ms: number): number {
  return nearest(ms, grid.counts);
}

/** All count boundaries, ascending, without duplicates closer than half a millisecond. */
function listBorders(grid: BeatGrid): readonly number[] {
  const borders: number[] = [];
  const add = (ms: number) => {
    const last = borders.at(-1);
    if (last === undefined || ms - last > 0.5) borders.push(ms);
  };
  for (const count of grid.counts) {
    add(count.startMs);
    add(count.endMs);
  }
  return borders;
}

/** Snaps `ms` to a count boundary and moves it by `by` counts, within the grid. */
export function moveByCounts(grid: BeatGrid, ms: number, by: number): number {
  const borders = listBorders(grid);
  if (borders.length === 0) return ms;
  const at = lastBegun(
    borders.map((startMs) => ({ startMs })),
    snapToCount(grid, ms) + 0.5,
  );
  return borders[Math.min(borders.length - 1, Math.max(0, at + by))] as number;
}

/** Jump distance where there is no beat grid, in milliseconds. */
const JUMP_WITHOUT_GRID_MS = 10_000;

/**
 * Target of a jump by one eight from `ms`. Backward leads to the start of the current eight. If fewer than two of its counts have passed,
 * backward leads to the previous eight, so two presses go back two eights. Jumps ten seconds without a grid.
 */
export function jumpByEight(grid: BeatGrid, ms: number, direction: -1 | 1): number {
  const eight = eightAt(grid, ms);
  if (eight === null) return ms + direction * JUMP_WITHOUT_GRID_MS;
  if (direction === 1) return grid.eights[eight.index + 1]?.startMs ?? eight.endMs;
  const second = grid.counts[eight.first + 2];
  const begun = second !== undefined && second.eight === eight.index && ms >= second.startMs;
  return begun ? eight.startMs : (grid.eights[eight.index - 1]?.startMs ?? eight.startMs);
}

/** The eights that begin within `[fromMs, toMs)`, with a tolerance of a quarter count for parts cut by hand. */
export function listEights(grid: BeatGrid, fromMs: number, toMs: number): readonly Eight[] {
  return grid.eights.filter((eight) => {
    const slack = (eight.endMs - eight.startMs) / 32;
    return eight.startMs >= fromMs - slack && eight.startMs < toMs - slack;
  });
}
