import { describe, expect, test } from "vitest";
import { centered, focusAt, framedBox } from "./framing.ts";

const wide = 16 / 9;
const phone = { width: 390, height: 844 };

describe("framedBox", () => {
  test("fills an upright phone around a dancer who fits", () => {
    const box = framedBox(phone, wide, { spread: 0.2, focus: 0.5 });
    expect(box.top).toBe(0);
    expect(box.height).toBeCloseTo(844);
    expect(box.left).toBeCloseTo((390 - 844 * wide) / 2);
  });

  test("never shows less of the width than the dance needs", () => {
    const { width } = framedBox(phone, wide, { spread: 0.35, focus: 0.5 });
    expect(390 / width).toBeCloseTo(0.35);
  });

  test("shows 4:5 of the middle without a known dancer, below the count", () => {
    const box = framedBox(phone, wide, { spread: centered.spread, focus: 0.5 });
    expect(box.height).toBeCloseTo(487.5);
    expect(box.top).toBeCloseTo((844 - 487.5) / 2);
  });

  test.each([
    { focus: 0, left: 0 },
    { focus: 1, left: 390 - 844 * wide },
  ])("stays within the image at focus $focus", ({ focus, left }) => {
    expect(framedBox(phone, wide, { spread: 0.2, focus }).left).toBeCloseTo(left);
  });

  test("fills a phone with an upright video, and crops a little of both its sides", () => {
    const box = framedBox(phone, 9 / 16, { spread: 0.2, focus: 0.2 });
    expect(box.top).toBe(0);
    expect(box.height).toBeGreaterThan(0.9 * 844);
    expect(box.left).toBeCloseTo((390 - box.width) / 2);
    expect(390 / box.width).toBeCloseTo(0.86);
  });

  test("fills what a small phone leaves above its controls", () => {
    const box = framedBox({ width: 320, height: 235 }, wide, { spread: 0.3, focus: 0.5 });
    expect(box.top).toBe(0);
    expect(box.height).toBeCloseTo(235);
  });

  test("shows all of an upright video on a tablet, and all of any video in a landscape frame", () => {
    expect(framedBox({ width: 820, height: 1180 }, 9 / 16, { spread: 0.2, focus: 0.2 }).height).toBe(1180);
    expect(framedBox({ width: 1440, height: 700 }, wide, { spread: 0.2, focus: 0.2 }).height).toBe(700);
  });
});

test("moves the focus between its points, and holds it before and after", () => {
  const framing = {
    spread: 0.3,
    points: [
      { atMs: 1000, x: 0.2 },
      { atMs: 2000, x: 0.6 },
    ],
  };
  expect([0, 1000, 1500, 2000, 9000].map((ms) => focusAt(framing, ms))).toEqual([0.2, 0.2, 0.4, 0.6, 0.6]);
});
