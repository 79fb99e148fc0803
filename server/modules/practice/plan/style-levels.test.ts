import { describe, expect, test } from "vitest";
import { levelsByStyle } from "./style-levels.ts";
import type { RatedLevel } from "./style-levels.ts";

describe("levels by style", () => {
  const rated = (styleId: number, levelRank: number, difficulty: RatedLevel["difficulty"]): RatedLevel => ({
    styleId,
    levelRank,
    difficulty,
  });

  test("go below a class that was too hard and above one that was too easy, in its style alone", () => {
    expect(levelsByStyle(2, [rated(7, 2, "too_hard")])).toEqual({ 7: 1 });
    expect(levelsByStyle(1, [rated(7, 1, "too_easy"), rated(8, 1, "too_hard")])).toEqual({ 7: 2, 8: 0 });
  });

  test("follow the last word, and keep what was found right", () => {
    expect(levelsByStyle(1, [rated(7, 1, "too_easy"), rated(7, 2, "too_hard")])).toEqual({});
    expect(levelsByStyle(2, [rated(7, 2, "too_hard"), rated(7, 1, "right")])).toEqual({ 7: 1 });
    expect(levelsByStyle(1, [rated(7, 2, "right"), rated(8, 0, "right")])).toEqual({ 7: 2 });
  });

  test("stay as they are for an easy class that was too easy, and a hard one that was too hard", () => {
    expect(levelsByStyle(2, [rated(7, 0, "too_easy"), rated(8, 3, "too_hard")])).toEqual({});
    expect(levelsByStyle(0, [rated(7, 0, "too_hard")])).toEqual({});
    expect(levelsByStyle(3, [rated(7, 3, "too_easy")])).toEqual({});
  });
});
