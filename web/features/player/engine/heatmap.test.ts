import { expect, test } from "vitest";
import { createBeatGrid } from "./beat-grid.ts";
import { heatmapOfPart } from "./heatmap.ts";

test("counts the people who loop each count", () => {
  const grid = createBeatGrid([{ startMs: 0, endMs: 16_000, bpm: 60, firstBeatMs: 0 }]);
  const part = { index: 1, title: "The drag", kind: "counts", startMs: 0, endMs: 16_000, eights: 2 } as const;
  expect(heatmapOfPart(grid, part, [{ fromMs: 4_000, toMs: 10_000, people: 21 }])).toEqual([
    { number: 1, people: [0, 0, 0, 0, 21, 21, 21, 21] },
    { number: 2, people: [21, 21, 0, 0, 0, 0, 0, 0] },
  ]);
});
