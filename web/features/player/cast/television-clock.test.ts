import fc from "fast-check";
import { expect, test } from "vitest";
import { TelevisionClock } from "./television-clock.ts";

test("extrapolates the television's position at its tempo without jumps while its reports are about right", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0.5, 0.8, 1, 1.5),
      fc.array(
        fc.record({ afterMs: fc.integer({ min: 200, max: 4000 }), offMs: fc.integer({ min: -80, max: 80 }) }),
        {
          minLength: 1,
          maxLength: 30,
        },
      ),
      (rate, reports) => {
        const clock = new TelevisionClock(20_000, rate, 0);
        clock.heard(20_000, true, 0);
        let now = 0;
        for (const { afterMs, offMs } of reports) {
          for (const until = now + afterMs; now < until; now += 16) {
            const truth = 20_000 + now * rate;
            expect(Math.abs(clock.positionAt(now) - truth)).toBeLessThanOrEqual(80);
          }
          clock.heard(20_000 + now * rate + offMs, true, now);
        }
      },
    ),
  );
});

test("ignores reports from before a seek until the television has arrived or stayed away for long", () => {
  const clock = new TelevisionClock(20_000, 1, 0);
  clock.heard(20_000, true, 0);
  clock.sendTo(40_000, 1000);
  expect(clock.heard(21_200, true, 1200)).toBe(false);
  expect(clock.positionAt(1500)).toBe(40_000);
  clock.heard(40_050, true, 1800);
  expect(clock.positionAt(2800)).toBe(41_050);
  clock.sendTo(10_000, 3000);
  expect(clock.heard(46_000, true, 9500)).toBe(true);
  expect(clock.positionAt(9500)).toBe(46_000);
});

test("stays at the requested position while paused, and follows a television that reports otherwise", () => {
  const clock = new TelevisionClock(0, 1, 0);
  clock.heard(0, true, 0);
  clock.rest(5000);
  expect(clock.positionAt(9000)).toBe(5000);
  clock.heard(5240, false, 9100);
  expect(clock.positionAt(9200)).toBe(5240);
  expect(clock.isRunning).toBe(false);
});
