import { expect, test } from "vitest";
import { formatDuration, formatMonthDayYear, formatPart } from "./formats.ts";
import { formatDiscreteDuration, formatMonthDayPlainYear, formatNumericDate } from "./record-formats.ts";

test("formats durations in both forms", () => {
  expect(formatDuration(3_723_000)).toBe("1:02:03");
  expect(formatDuration(123_000)).toBe("2:03");
  expect(formatDiscreteDuration(3_723_000)).toBe("1 Hr 2 Min 3 Sec");
  expect(formatDiscreteDuration(0)).toBe("0 Sec");
});

test("formats dates in the three forms", () => {
  const date = new Date("2026-11-20T12:00:00Z");
  expect(formatMonthDayYear(date)).toBe("Nov 20, 2026");
  expect(formatMonthDayPlainYear(date)).toBe("Nov 20 2026");
  expect(formatNumericDate(date)).toBe("11/20/2026");
});

test("shows a dash for a share of an empty whole", () => {
  expect(formatPart(1, 8)).toBe("12.5%");
  expect(formatPart(0, 0)).toBe("–");
});
