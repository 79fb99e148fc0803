import { expect, test } from "vitest";
import { dayField, endOf, lastDayOf, minorOf } from "./typed.ts";

test.each([
  ["25", 2, 2500],
  [" 12,5 ", 2, 1250],
  ["0.05", 2, 5],
  ["600", 0, 600],
  ["600.5", 0, null],
  ["1.005", 2, null],
  ["-5", 2, null],
  ["5 %", 2, null],
  ["1e3", 2, null],
  ["", 2, null],
])("parses %j with %i digits as %j", (text, digits, minor) => {
  expect(minorOf(text, digits)).toBe(minor);
});

test("preserves the chosen last day across daylight saving changes", () => {
  for (const day of ["2026-03-29", "2026-10-25", "2026-12-31", "2028-02-29"])
    expect(dayField(lastDayOf(endOf(day)!))).toBe(day);
  expect(endOf("")).toBeNull();
});
