import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatDiscreteDuration,
  formatDuration,
  formatMonthDayPlainYear,
  formatMonthDayYear,
  formatNumericDate,
  formatPart,
  weekStart,
} from "./formats.ts";

test("durations in both forms", () => {
  expect(formatDuration(3_723_000)).toBe("1:02:03");
  expect(formatDuration(123_000)).toBe("2:03");
  expect(formatDiscreteDuration(3_723_000)).toBe("1 Hr 2 Min 3 Sec");
  expect(formatDiscreteDuration(0)).toBe("0 Sec");
});

test("dates in the three forms", () => {
  const date = new Date("2026-11-20T12:00:00Z");
  expect(formatMonthDayYear(date, "UTC")).toBe("Nov 20, 2026");
  expect(formatMonthDayPlainYear(date, "UTC")).toBe("Nov 20 2026");
  expect(formatNumericDate(date, "UTC")).toBe("11/20/2026");
});

test("a share of nothing is no share", () => {
  expect(formatPart(1, 8)).toBe("12.5%");
  expect(formatPart(0, 0)).toBe("–");
});

test("a week starts on the Monday before, at noon", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(2000, 0, 3), max: new Date(2100, 0, 1), noInvalidDate: true }),
      (date) => {
        const start = weekStart(date);
        expect(start.getDay()).toBe(1);
        expect(start.getHours()).toBe(12);
        const days = (new Date(date).setHours(12, 0, 0, 0) - start.getTime()) / 86_400_000;
        expect(Math.round(days)).toBeGreaterThanOrEqual(0);
        expect(Math.round(days)).toBeLessThan(7);
      },
    ),
  );
});
