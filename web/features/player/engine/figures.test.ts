import { expect, test } from "vitest";
import { createBeatGrid } from "./beat-grid.ts";
import { figuredEights, findingsOf } from "./figures.ts";

// 120 beats a minute: an eight takes four seconds.
const grid = createBeatGrid([{ startMs: 0, endMs: 32_000, bpm: 120, firstBeatMs: 0 }]);
const part = (index: number, startMs: number, endMs: number) =>
  ({ index, title: `Part ${index}`, kind: "slow", startMs, endMs, eights: 4 }) as const;
const parts = [part(1, 0, 16_000), part(2, 16_000, 32_000)];

test("finds where people stop and what they loop, by the eights of each part", () => {
  const eights = figuredEights(grid, parts, {
    dancing: [
      { fromMs: 0, toMs: 20_000, people: 40 },
      { fromMs: 20_000, toMs: 32_000, people: 30 },
    ],
    looped: [{ fromMs: 4_000, toMs: 12_000, people: 20 }],
  });
  expect(eights.map(({ part: { index }, number, dancing }) => [index, number, dancing])).toEqual([
    [1, 1, 40],
    [1, 2, 40],
    [1, 3, 40],
    [1, 4, 40],
    [2, 1, 40],
    [2, 2, 30],
    [2, 3, 30],
    [2, 4, 30],
  ]);
  expect(
    findingsOf(eights, 40, 5).map(({ kind, first, last, people }) => [
      kind,
      first.part.index,
      first.number,
      last.number,
      people,
    ]),
  ).toEqual([
    ["loop", 1, 2, 3, 20],
    ["drop", 2, 2, 2, 10],
  ]);
});

test("hides what few people did, and shows a part without counts as one stretch", () => {
  const none = createBeatGrid([]);
  const eights = figuredEights(none, parts, {
    dancing: [
      { fromMs: 0, toMs: 16_000, people: 9 },
      { fromMs: 16_000, toMs: 32_000, people: 5 },
    ],
    looped: [],
  });
  expect(eights.map(({ number, dancing }) => [number, dancing])).toEqual([
    [1, 9],
    [1, 5],
  ]);
  expect(findingsOf(eights, 9, 5)).toEqual([]);
});
