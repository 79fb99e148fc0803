import { expect, test } from "vitest";
import { moveGrid } from "./stretch.ts";

const span = { startMs: 10_000, endMs: 20_000, bpm: 120, firstBeatMs: 12_000 };
const whole = { beatGrid: [span], beatGridOutside: [] };

test("removes a tempo section of a trimmed class whose first beat is cut off", () => {
  expect(moveGrid(whole, -4000, 8000).beatGrid).toEqual([]);
  expect(moveGrid(whole, -4000, 8001).beatGrid).toEqual([
    { ...span, startMs: 6000, endMs: 8001, firstBeatMs: 8000 },
  ]);
  expect(moveGrid(whole, -16_000, 30_000).beatGrid).toEqual([
    { ...span, startMs: 0, endMs: 4000, firstBeatMs: 0 },
  ]);
});

test("keeps the counts of what is cut off for the video that has it", () => {
  for (const [byMs, durationMs] of [
    [-4000, 8000],
    [-4000, 9000],
    [-16_000, 30_000],
    [-14_000, 3000],
    [-40_000, 30_000],
  ] as const)
    expect(moveGrid(moveGrid(whole, byMs, durationMs), -byMs, 60_000)).toEqual(whole);
});
