import { expect, test } from "vitest";
import { dateOf, daysTyped, daysUntil, movedBy } from "./free-days.ts";

const from = new Date(2026, 11, 30, 23, 30);

test("counts free days to a day, across a year, and refuses none and too many", () => {
  expect(daysUntil(from, "2027-01-02")).toBe(3);
  expect(dateOf(movedBy(from, 3))).toBe("2027-01-02");
  expect(daysUntil(from, "2027-12-31")).toBe(366);
  for (const date of ["2026-12-30", "2026-12-01", "2028-01-01", ""]) expect(daysUntil(from, date)).toBeNull();
});

test("reads typed days of 1 to 366", () => {
  expect(["1", "366", "0", "367", "-3", "1.5", ""].map(daysTyped)).toEqual([
    1,
    366,
    null,
    null,
    null,
    null,
    null,
  ]);
});
