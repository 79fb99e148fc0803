import fc from "fast-check";
import { expect, test } from "vitest";
import { fitParts, keepKeys } from "./fit-parts.ts";
import type { ClassParts, ReadPart } from "./fit-parts.ts";

const beatGrid = [{ startMs: 0, endMs: 60_000, bpm: 120, firstBeatMs: 0 }];
const part = (startMs: number, endMs: number, key?: number | null): ReadPart => ({
  key,
  index: 1,
  title: `From ${startMs}`,
  kind: "slow",
  startMs,
  endMs,
  eights: 0,
});
const classOf = (parts: readonly ReadPart[]): ClassParts =>
  keepKeys(parts, { parts: [], unplacedParts: [], lastPartKey: 0 });
/** Parts one after another, and the length of the class. */
const classes = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.nat(3000)), { minLength: 1, maxLength: 20 })
  .map((lengths) => {
    let at = 0;
    const parts = lengths.map(([length, gap]) => part((at += gap), (at += length)));
    const durationMs = at + 500;
    return { durationMs, whole: fitParts(classOf(parts), { byMs: 0, durationMs, beatGrid }) };
  });

test("fits parts into a video of any stretch: in order, within the video, each exactly once", () => {
  fc.assert(
    fc.property(
      classes,
      fc.integer({ min: -50_000, max: 50_000 }),
      fc.integer({ min: 1, max: 300_000 }),
      ({ whole }, byMs, durationMs) => {
        const video = { byMs, durationMs, beatGrid };
        const fitted = fitParts(whole, video);
        let before = 0;
        for (const [at, { index, startMs, endMs }] of fitted.parts.entries()) {
          expect(index).toBe(at + 1);
          expect(startMs).toBeGreaterThanOrEqual(before);
          expect(endMs).toBeGreaterThan(startMs);
          expect(endMs).toBeLessThanOrEqual(durationMs);
          before = endMs;
        }
        const keys = [...fitted.parts, ...fitted.unplacedParts].map(({ key }) => key);
        expect(keys.toSorted((a, b) => a - b)).toEqual(whole.parts.map(({ key }) => key));
        expect(fitParts(fitted, { ...video, byMs: 0 })).toEqual(fitted);
      },
    ),
  );
});

test("brings every part back to its exact place, whatever the videos in between had", () => {
  const cuts = fc.array(
    fc.tuple(fc.integer({ min: -50_000, max: 50_000 }), fc.integer({ min: 1, max: 300_000 })),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(classes, cuts, ({ whole, durationMs }, videos) => {
      let [fitted, moved] = [whole, 0];
      for (const [byMs, lengthMs] of videos) {
        fitted = fitParts(fitted, { byMs, durationMs: lengthMs, beatGrid });
        moved += byMs;
      }
      expect(fitParts(fitted, { byMs: -moved, durationMs, beatGrid })).toEqual(whole);
    }),
  );
});

test("leaves a part without a place where another one was put", () => {
  const short = fitParts(classOf([part(0, 10_000), part(40_000, 50_000)]), {
    byMs: 0,
    durationMs: 30_000,
    beatGrid,
  });
  const edited = keepKeys([part(0, 10_000, 1), part(12_000, 30_000, null)], { ...short, lastPartKey: 2 });
  expect(edited.parts.map(({ key }) => key)).toEqual([1, 3]);
  const earlier = fitParts(edited, { byMs: -25_000, durationMs: 30_000, beatGrid });
  expect(earlier.parts.map(({ key, startMs }) => [key, startMs])).toEqual([
    [3, 0],
    [2, 15_000],
  ]);
  const overlapping = keepKeys([part(12_000, 30_000, 3)], { ...short, lastPartKey: 3 });
  const moved = keepKeys([part(12_000, 45_000, null)], { ...overlapping, lastPartKey: 3 });
  const long = fitParts(moved, { byMs: 0, durationMs: 60_000, beatGrid });
  expect(long.unplacedParts).toMatchObject([{ key: 2, formerStartMs: 40_000, formerEndMs: 50_000 }]);
});

test("keeps keys of parts that stay, by their place where a client knows none, and gives no key twice", () => {
  const found = { ...classOf([part(0, 1000), part(1000, 2000), part(2000, 3000)]), lastPartKey: 7 };
  const keys = (given: ReadPart[]) => keepKeys(given, found).parts.map(({ key }) => key);
  expect(keys([part(0, 500, null), part(500, 1000, 1), part(2000, 3000, 3)])).toEqual([8, 1, 3]);
  expect(keys([part(0, 500, 2), part(500, 1000, 2), part(2000, 3000, 99)])).toEqual([2, 8, 9]);
  // A deleted part that the editor brings back has members' progress again.
  expect(keys([part(0, 500, 5), part(500, 1000, 5), part(2000, 3000, null)])).toEqual([5, 8, 9]);
  expect(keys([part(0, 500), part(500, 1000), part(2000, 3000), part(3000, 4000)])).toEqual([1, 2, 3, 8]);
});
