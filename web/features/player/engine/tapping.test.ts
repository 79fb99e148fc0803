import fc from "fast-check";
import { expect, test } from "vitest";
import { countAt, createBeatGrid } from "./beat-grid.ts";
import { tempoOfTaps, withOne, withTempo } from "./tapping.ts";

test("finds the tempo of uneven taps with a missed beat", () => {
  const jitter = [12, -9, 4, -15, 8, 3, -6, 10, -2, 5];
  const taps = jitter.map((off, index) => 10_000 + index * 625 + off).filter((_tap, index) => index !== 4);
  const found = tempoOfTaps(taps)!;
  expect(found.bpm).toBeCloseTo(96, 0);
  expect(Math.abs(found.beatMs - 10_000)).toBeLessThan(15);
  expect(tempoOfTaps(taps.slice(0, 5))).toBeNull();
  expect(tempoOfTaps([0, 100, 900, 1_000, 2_400, 2_500, 2_600, 4_000])).toBeNull();
});

test("makes the tapped beat a one wherever the span begins", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60_000 }),
      fc.integer({ min: 60, max: 200 }),
      fc.integer({ min: 0, max: 30_000 }),
      (startMs, bpm, after) => {
        const span = { startMs, endMs: startMs + 120_000, bpm, firstBeatMs: startMs + 37 };
        for (const changed of [withOne(span, startMs + after), withTempo(span, bpm, startMs + after)]) {
          const ones = createBeatGrid([changed]).counts.filter(({ number }) => number === 1);
          const nearest = Math.min(...ones.map((count) => Math.abs(count.startMs - startMs - after)));
          expect(nearest).toBeLessThanOrEqual(30_000 / bpm + 1);
          expect(changed.firstBeatMs).toBeLessThanOrEqual(startMs + 0.1);
          expect(countAt(createBeatGrid([changed]), startMs + 1_000)).not.toBeNull();
        }
      },
    ),
  );
});
