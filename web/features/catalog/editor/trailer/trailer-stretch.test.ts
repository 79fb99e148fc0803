import { expect, test } from "vitest";
import { createBeatGrid } from "../../../player/public/counts.ts";
import { eightsOf, stretchFrom } from "./trailer-stretch.ts";

/** Eights of 4 s from 0:02 to 0:42. */
const grid = createBeatGrid([{ startMs: 2_000, endMs: 42_000, bpm: 120, firstBeatMs: 2_000 }]);
const all = Infinity;

test("takes as many eights as are wanted and fit into 15 seconds", () => {
  expect(stretchFrom(grid, 6_000, all, 60_000)).toEqual({ fromMs: 6_000, toMs: 18_000 });
  expect(stretchFrom(grid, 6_000, 2, 60_000)).toEqual({ fromMs: 6_000, toMs: 14_000 });
  expect(eightsOf(grid, { fromMs: 6_000, toMs: 14_000 })).toBe(2);
  // The last ones before the counts end.
  expect(stretchFrom(grid, 34_000, all, 60_000)).toEqual({ fromMs: 34_000, toMs: 42_000 });
});

test("takes 15 seconds outside of the counts, and less at the end", () => {
  expect(stretchFrom(grid, 43_000, all, 60_000)).toEqual({ fromMs: 43_000, toMs: 58_000 });
  expect(stretchFrom(createBeatGrid([]), 50_000, all, 60_000)).toEqual({ fromMs: 50_000, toMs: 60_000 });
  expect(stretchFrom(createBeatGrid([]), 59_000, all, 60_000)).toEqual({ fromMs: 57_000, toMs: 60_000 });
});

test("never takes less than 3 seconds", () => {
  const fast = createBeatGrid([{ startMs: 0, endMs: 60_000, bpm: 240, firstBeatMs: 0 }]);
  // An eight lasts 2 s.
  expect(stretchFrom(fast, 4_000, 1, 60_000)).toEqual({ fromMs: 4_000, toMs: 8_000 });
});
