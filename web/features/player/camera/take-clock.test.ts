import fc from "fast-check";
import { expect, test } from "vitest";
import { maxGapOf, type Stop, stretchesOf, TakeClock } from "./take-clock.ts";
import { type Take, takeTimeAt } from "./take.ts";

const FRAME_MS = 1000 / 60;

/** Simulates a class that starts at 20 s and stalls at `stops`, sampled 60 times a second until it reaches `toMs`. */
function dance(
  stops: readonly Stop[],
  toMs: number,
  rate: number,
): { clock: TakeClock; isWhole: boolean; lastedMs: number } {
  const clock = new TakeClock({ ms: 20_000, at: 1_000 }, rate);
  const waiting = [...stops];
  let ms = 20_000;
  let held = 0;
  for (let now = 1_000; ; now += FRAME_MS) {
    if (!clock.look(ms, now)) return { clock, isWhole: false, lastedMs: now - 1_000 };
    if (ms >= toMs) return { clock, isWhole: true, lastedMs: now - 1_000 };
    if (waiting[0] && ms >= waiting[0].atMs) held = waiting.shift()!.forMs;
    if (held > 0) held -= FRAME_MS;
    else ms += FRAME_MS * rate;
  }
}

test("maps every moment of a class with stalls to the right moment of the take", () => {
  const stop = fc.record({
    atMs: fc.integer({ min: 20_000, max: 27_000 }),
    forMs: fc.integer({ min: 150, max: 4_000 }),
  });
  const apart = (stops: readonly Stop[]) =>
    stops.every(({ atMs }, at) => at === 0 || atMs - stops[at - 1]!.atMs > 600);
  fc.assert(
    fc.property(
      fc
        .array(stop, { maxLength: 3 })
        .map((stops) => stops.toSorted((a, b) => a.atMs - b.atMs))
        .filter(apart),
      fc.constantFrom(0.6, 0.8, 1),
      (stops, rate) => {
        const { clock, isWhole, lastedMs } = dance(stops, 28_000, rate);
        expect(isWhole).toBe(true);
        expect(clock.stops).toHaveLength(stops.length);
        const take = {
          startMs: 20_000,
          rate,
          offsetMs: 0,
          nudge: 0,
          beatMs: 600,
          stops: clock.stops,
        } as unknown as Take;
        // At its end the recording is as long as the take took, however often the class stalled.
        expect(Math.abs(takeTimeAt(take, 28_000) * 1000 - lastedMs)).toBeLessThan(40);
        expect(takeTimeAt(take, 20_000)).toBe(0);
      },
    ),
    { numRuns: 200 },
  );
});

test("ends the take after a jump or a permanent stall", () => {
  const clock = () => new TakeClock({ ms: 20_000, at: 0 }, 1);
  expect(clock().look(20_100, 100)).toBe(true);
  expect(clock().look(21_000, 100)).toBe(false);
  expect(clock().look(19_000, 100)).toBe(false);
  // A page that was busy for two seconds while the class played on.
  expect(clock().look(22_000, 2_000)).toBe(true);
  expect(dance([{ atMs: 21_000, forMs: 60_000 }], 28_000, 1)).toMatchObject({ isWhole: false });
});

test("picks the longest stretch without a stall to align the take", () => {
  const stops = [
    { atMs: 21_000, forMs: 500 },
    { atMs: 26_000, forMs: 700 },
  ];
  const stretches = stretchesOf(20_000, 27_000, stops);
  expect(stretches).toEqual([
    { fromMs: 20_000, toMs: 21_000, lateMs: 0 },
    { fromMs: 21_000, toMs: 26_000, lateMs: 500 },
    { fromMs: 26_000, toMs: 27_000, lateMs: 1_200 },
  ]);
  expect(maxGapOf(stretches)).toBe(stretches[1]);
  expect(stretchesOf(20_000, 27_000, [])).toEqual([{ fromMs: 20_000, toMs: 27_000, lateMs: 0 }]);
});
