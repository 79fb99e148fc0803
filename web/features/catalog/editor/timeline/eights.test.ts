import { expect, test } from "vitest";
import { createBeatGrid } from "../../../player/public/counts.ts";
import { snapped, stepByCount, stepByEight } from "./eights.ts";

// Eights of 4 s from 0:30 to 1:30, between talk without counts.
const grid = createBeatGrid([{ startMs: 30_000, endMs: 90_000, bpm: 120, firstBeatMs: 30_000 }]);

test("snaps to the nearest eight, but not from talk to counts far away", () => {
  expect(snapped(grid, 35_500)).toBe(34_000);
  expect(snapped(grid, 28_500)).toBe(30_000);
  expect(snapped(grid, 5_000)).toBe(5_000);
  expect(snapped(grid, 170_000)).toBe(170_000);
  expect(snapped(createBeatGrid([]), 5_000)).toBe(5_000);
});

test("steps by an eight within the counts, and by a second up to them", () => {
  expect(stepByEight(grid, 34_000, 1)).toBe(38_000);
  expect(stepByEight(grid, 34_000, -1)).toBe(30_000);
  expect(stepByEight(grid, 170_000, -1)).toBe(169_000);
  expect(stepByEight(grid, 5_000, 1)).toBe(6_000);
  expect(stepByEight(grid, 29_500, 1)).toBe(30_000);
  expect(stepByEight(grid, 30_000, -1)).toBe(29_000);
});

test("steps by a count within the counts, and by a tenth of a second outside of them", () => {
  expect(stepByCount(grid, 34_000, 1)).toBe(34_500);
  expect(stepByCount(grid, 34_000, -1)).toBe(33_500);
  expect(stepByCount(grid, 170_000, 1)).toBe(170_100);
  expect(stepByCount(grid, 30_000, -1)).toBe(29_900);
});
