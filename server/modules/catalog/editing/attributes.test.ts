import { expect, test } from "vitest";
import { eightsOf, readParts } from "./attributes.ts";
import type { GivenPart } from "./attributes.ts";

const grid = [
  { startMs: 0, endMs: 60_000, bpm: 120, firstBeatMs: 0 },
  { startMs: 60_000, endMs: 90_000, bpm: 60, firstBeatMs: 60_000 },
];
const part = (startMs: number, endMs: number): GivenPart => ({
  title: "Slow",
  kind: "slow",
  startMs,
  endMs,
});

test.each([
  [0, 4_000, 1],
  [0, 60_000, 15],
  [60_000, 76_000, 2],
  // Across the tempo change: fifteen eights and two.
  [0, 76_000, 17],
  [90_000, 120_000, 0],
])("counts the eights from %i to %i ms: %i", (startMs, endMs, eights) => {
  expect(eightsOf(grid, startMs, endMs)).toBe(eights);
});

test.each([
  ["a part that ends before its start", [part(5_000, 4_000)]],
  ["parts that overlap", [part(0, 5_000), part(4_000, 6_000)]],
  ["a part beyond the end of the class", [part(0, 90_001)]],
  ["a part without a title", [{ ...part(0, 10), title: "  " }]],
  ["too many parts", Array.from({ length: 61 }, (_, at) => part(at * 10, at * 10 + 5))],
])("rejects %s", (_, parts) => {
  expect(() => readParts(parts, 90_000, grid)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
});
