import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allowanceNow,
  completes,
  creditPractice,
  maxCreditMs,
  lengthOf,
  subtractRanges,
  uniteRanges,
} from "./credit.ts";
import type { CreditRequest, PlayedRange } from "./credit.ts";

const range = fc
  .tuple(fc.integer({ min: 0, max: 600_000 }), fc.integer({ min: 0, max: 60_000 }))
  .map(([fromMs, length]): PlayedRange => ({ fromMs, toMs: fromMs + length }));
const ranges = fc.array(range, { maxLength: 12 });
const now = Date.UTC(2026, 10, 21);

const request: fc.Arbitrary<CreditRequest> = fc.record({
  known: ranges.map(uniteRanges),
  played: ranges,
  playableMs: fc.constantFrom(30_000, 300_000, 600_000),
  grantedAt: fc.option(fc.integer({ min: now - 600_000, max: now + 60_000 })),
  allowanceMs: fc.integer({ min: 0, max: maxCreditMs }),
  now: fc.constant(now),
});

/** Whether each millisecond, sampled at every edge, is in one list exactly if it is in the other. */
const covers = (list: readonly PlayedRange[], ms: number) =>
  list.some(({ fromMs, toMs }) => ms >= fromMs && ms < toMs);
const edges = (...lists: (readonly PlayedRange[])[]) =>
  lists.flat().flatMap(({ fromMs, toMs }) => [fromMs - 1, fromMs, toMs - 1, toMs]);

describe("ranges", () => {
  test("cover the same times when united, ascending and disjoint", () => {
    fc.assert(
      fc.property(ranges, (list) => {
        const united = uniteRanges(list);
        for (const ms of edges(list, united)) expect(covers(united, ms)).toBe(covers(list, ms));
        for (const [at, { fromMs }] of united.entries())
          if (at > 0) expect(fromMs).toBeGreaterThan(united[at - 1]!.toMs);
      }),
    );
  });

  test("cover the times of the one without the other when subtracted", () => {
    fc.assert(
      fc.property(ranges.map(uniteRanges), ranges.map(uniteRanges), (list, known) => {
        const left = subtractRanges(list, known);
        for (const ms of edges(list, known, left))
          expect(covers(left, ms)).toBe(covers(list, ms) && !covers(known, ms));
      }),
    );
  });
});

describe("credit", () => {
  test("never exceeds the played time, the playable time, the wall clock and the allowance", () => {
    fc.assert(
      fc.property(request, (given) => {
        const { ranges: after, addedMs } = creditPractice(given);
        expect(addedMs).toBe(lengthOf(after) - lengthOf(given.known));
        expect(addedMs).toBeGreaterThanOrEqual(0);
        expect(addedMs).toBeLessThanOrEqual(given.allowanceMs);
        if (given.grantedAt === null) expect(addedMs).toBe(0);
        else if (addedMs > 0)
          expect(lengthOf(after)).toBeLessThanOrEqual(2 * Math.max(0, now - given.grantedAt));
        for (const ms of edges(after, given.played, given.known)) {
          const wasPlayed = covers(given.played, ms) && ms < given.playableMs;
          if (covers(after, ms)) expect(wasPlayed || covers(given.known, ms)).toBe(true);
          if (covers(given.known, ms)) expect(covers(after, ms)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is given once for a repeated report", () => {
    fc.assert(
      fc.property(request, (given) => {
        const once = creditPractice({ ...given, allowanceMs: maxCreditMs, grantedAt: 0 });
        const again = creditPractice({
          ...given,
          known: once.ranges,
          allowanceMs: maxCreditMs,
          grantedAt: 0,
        });
        expect(again).toEqual({ ranges: once.ranges, addedMs: 0 });
      }),
    );
  });

  test("covers all honest practice, in any order of reports", () => {
    fc.assert(
      fc.property(
        ranges.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          let known: readonly PlayedRange[] = [];
          for (const played of shuffled)
            known = creditPractice({
              known,
              played: [played],
              playableMs: 660_000,
              grantedAt: 0,
              allowanceMs: maxCreditMs,
              now,
            }).ranges;
          expect(known).toEqual(uniteRanges(list));
        },
      ),
    );
  });
});

test("refills its allowance at twice the wall clock, up to an hour, and not when the clock goes back", () => {
  expect(allowanceNow(15_000, now - 10_000, now)).toBe(35_000);
  expect(allowanceNow(0, now - 100 * 3_600_000, now)).toBe(maxCreditMs);
  expect(allowanceNow(15_000, now + 60_000, now)).toBe(15_000);
});

test("completes a class at nine tenths", () => {
  expect(completes(539_999, 600_000)).toBe(false);
  expect(completes(540_000, 600_000)).toBe(true);
});
