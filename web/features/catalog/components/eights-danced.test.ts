import { expect, it } from "vitest";
import { eightsDanced } from "./eights-danced.ts";

const part = { startMs: 10_000, endMs: 50_000, eights: 4 };

it("fills the eights before the position, and the current one by its share", () => {
  expect(eightsDanced(part, 35_000)).toEqual([1, 1, 0.5, 0]);
  expect(eightsDanced(part, 10_000)).toEqual([0, 0, 0, 0]);
  expect(eightsDanced(part, null)).toEqual([0, 0, 0, 0]);
  expect(eightsDanced(part, 90_000)).toEqual([1, 1, 1, 1]);
});

it("draws at least one block, and no more than can be told apart", () => {
  expect(eightsDanced({ ...part, eights: 0 }, null)).toHaveLength(1);
  expect(eightsDanced({ ...part, eights: 400 }, null)).toHaveLength(24);
});
