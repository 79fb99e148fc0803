import fc from "fast-check";
import { expect, test } from "vitest";
import { createBeatGrid, snapToCount } from "./beat-grid.ts";
import { againFrom, dragged, lastEight, withHandle } from "./phrases.ts";
import { countedIn } from "./run-in.ts";

// 120 BPM: a count takes half a second, an eight four seconds.
const grid = createBeatGrid([{ startMs: 0, endMs: 40_000, bpm: 120, firstBeatMs: 0 }]);

test("returns the previous eight as the last one until five counts of the current one have passed", () => {
  expect(lastEight(grid, 9000)).toEqual({ startMs: 4000, endMs: 8000 });
  expect(lastEight(grid, 10_000)).toEqual({ startMs: 8000, endMs: 12_000 });
  expect(lastEight(grid, 100)).toEqual({ startMs: 0, endMs: 4000 });
  expect(lastEight(createBeatGrid([]), 100)).toBeNull();
});

test("restarts from the loop's start, or from the one of the current eight", () => {
  expect(againFrom(grid, 9000, null)).toBe(8000);
  expect(againFrom(grid, 9000, { startMs: 6000, endMs: 10_000 })).toBe(6000);
});

test("snaps a dragged handle to a count, preferably a one, close to the pointer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 80 }),
      fc.double({ min: -20, max: 20, noNaN: true }),
      (from, counts) => {
        const to = dragged(grid, from * 500, counts);
        expect(snapToCount(grid, to)).toBeCloseTo(to);
        const wanted = Math.min(40_000, Math.max(0, (from + counts) * 500));
        expect(Math.abs(to - wanted)).toBeLessThanOrEqual(0.76 * 500);
      },
    ),
  );
  expect(dragged(grid, 6500, 2.4)).toBe(8000);
  expect(dragged(grid, 4000, 2.4)).toBe(5000);
});

test("never lets loop handles cross", () => {
  const loop = { startMs: 4000, endMs: 8000 };
  expect(withHandle(grid, loop, "endMs", 4000)).toBeNull();
  expect(withHandle(grid, loop, "startMs", 7400)).toEqual({ startMs: 7500, endMs: 8000 });
});

test("counts five to eight in the four beats before the entry", () => {
  const entry = { ms: 0, at: 10_000, beatMs: 500 };
  expect([7900, 8000, 8499, 8500, 9000, 9500, 9999].map((now) => countedIn(entry, now))).toEqual([
    null,
    5,
    5,
    6,
    7,
    8,
    8,
  ]);
});
