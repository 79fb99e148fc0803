/** Loop heatmap: how many people loop each count. Pure. */
import { type BeatGrid, listEights } from "./beat-grid.ts";
import type { ClassPart } from "./clock.ts";

/** The number of people who loop `[fromMs, toMs)`; ranges are disjoint. */
export interface LoopedStretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly people: number;
}

/** An eight of a part: its number from 1, and the number of people per count. */
export interface HotEight {
  readonly number: number;
  readonly people: readonly number[];
}

/** The eights of a part with the number of people who loop the middle of each count. */
export function heatmapOfPart(
  grid: BeatGrid,
  part: ClassPart,
  stretches: readonly LoopedStretch[],
): readonly HotEight[] {
  return listEights(grid, part.startMs, part.endMs).map((eight, index) => ({
    number: index + 1,
    people: grid.counts.slice(eight.first, eight.last + 1).map(({ startMs, endMs }) => {
      const middle = (startMs + endMs) / 2;
      return stretches.find(({ fromMs, toMs }) => fromMs <= middle && middle < toMs)?.people ?? 0;
    }),
  }));
}
