import { expect, test } from "vitest";
import { moveGrid } from "./stretch.ts";

test("removes a tempo section of a trimmed class whose first beat is cut off", () => {
  const span = { startMs: 10_000, endMs: 20_000, bpm: 120, firstBeatMs: 12_000 };
  expect(moveGrid([span], -4000, 8000)).toEqual([]);
  expect(moveGrid([span], -4000, 8001)).toEqual([{ ...span, startMs: 6000, endMs: 8001, firstBeatMs: 8000 }]);
  expect(moveGrid([span], -16_000, 30_000)).toEqual([{ ...span, startMs: 0, endMs: 4000, firstBeatMs: 0 }]);
});
