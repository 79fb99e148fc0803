import { expect, test } from "vitest";
import { createBeatGrid } from "../../../player/public/counts.ts";
import { eightsOf, lengthOf, longest, stretchFrom } from "./trailer-stretch.ts";

/** Eights of 4 s from 0:02 to 0:42. */
const grid = createBeatGrid([{ startMs: 2_000, endMs: 42_000, bpm: 120, firstBeatMs: 2_000 }]);
const eights = (count: number) => ({ eights: count, ms: count * 4_000 });

test("takes as many eights as are wanted and fit into 15 seconds", () => {
  expect(stretchFrom(grid, 6_000, longest, 60_000)).toEqual({ fromMs: 6_000, toMs: 18_000 });
  expect(stretchFrom(grid, 6_000, eights(2), 60_000)).toEqual({ fromMs: 6_000, toMs: 14_000 });
  expect(eightsOf(grid, { fromMs: 6_000, toMs: 14_000 })).toBe(2);
  // The last ones before the counts end.
  expect(stretchFrom(grid, 34_000, longest, 60_000)).toEqual({ fromMs: 34_000, toMs: 42_000 });
});

test("takes 15 seconds outside of the counts, and less at the end", () => {
  expect(stretchFrom(grid, 43_000, longest, 60_000)).toEqual({ fromMs: 43_000, toMs: 58_000 });
  expect(stretchFrom(createBeatGrid([]), 50_000, longest, 60_000)).toEqual({ fromMs: 50_000, toMs: 60_000 });
  expect(stretchFrom(createBeatGrid([]), 59_000, longest, 60_000)).toEqual({ fromMs: 57_000, toMs: 60_000 });
});

test("stays as long as it was when it is moved, between the counts and outside of them", () => {
  const length = lengthOf(grid, { fromMs: 6_000, toMs: 14_000 });
  expect(stretchFrom(grid, 18_000, length, 60_000)).toEqual({ fromMs: 18_000, toMs: 26_000 });
  // By counts, so that it still ends with an eight.
  expect(stretchFrom(grid, 19_500, length, 60_000)).toEqual({ fromMs: 19_500, toMs: 26_000 });
  expect(stretchFrom(grid, 20_500, length, 60_000)).toEqual({ fromMs: 20_500, toMs: 30_000 });
  expect(stretchFrom(grid, 44_000, length, 60_000)).toEqual({ fromMs: 44_000, toMs: 52_000 });
  const short = lengthOf(grid, { fromMs: 43_000, toMs: 48_000 });
  expect(stretchFrom(grid, 50_000, short, 60_000)).toEqual({ fromMs: 50_000, toMs: 55_000 });
  expect(stretchFrom(grid, 6_000, short, 60_000)).toEqual({ fromMs: 6_000, toMs: 11_000 });
});

test("never takes less than 3 seconds", () => {
  const fast = createBeatGrid([{ startMs: 0, endMs: 60_000, bpm: 240, firstBeatMs: 0 }]);
  // An eight lasts 2 s.
  expect(stretchFrom(fast, 4_000, eights(1), 60_000)).toEqual({ fromMs: 4_000, toMs: 8_000 });
});
