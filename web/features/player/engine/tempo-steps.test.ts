import fc from "fast-check";
import { expect, test } from "vitest";
import { climb, lowerTempo, nextTempo, usualLadder } from "./tempo-steps.ts";

const percents = fc.integer({ min: 25, max: 150 });
const steps = fc.constantFrom(5 as const, 10 as const);

test("ends every ladder at the class's own tempo", () => {
  fc.assert(
    fc.property(percents, steps, (percent, step) => {
      let rate = percent / 100;
      for (let taken = 0; taken < 20; taken++) {
        const next = nextTempo(rate, step);
        if (next === null) break;
        expect(next).toBeGreaterThan(rate);
        expect(Math.round(next * 100) % step).toBe(0);
        rate = next;
      }
      expect(rate).toBeGreaterThanOrEqual(1);
      if (percent <= 100) expect(rate).toBe(1);
    }),
  );
});

test("lowers the tempo by the step that raised it", () => {
  for (const step of [5, 10] as const)
    for (let percent = 60; percent < 100; percent += step)
      expect(lowerTempo(nextTempo(percent / 100, step)!, step)).toBe(percent / 100);
  expect(lowerTempo(0.6, 10)).toBeNull();
});

test("climbs after enough clean passes, but not while on hold", () => {
  expect(climb(0.8, 1, usualLadder)).toBeNull();
  expect(climb(0.8, 2, usualLadder)).toBe(0.9);
  expect(climb(0.8, 2, { ...usualLadder, step: 5 })).toBe(0.85);
  expect(climb(0.8, 5, { ...usualLadder, held: true })).toBeNull();
  expect(climb(1, 5, usualLadder)).toBeNull();
});
