import { expect, test } from "vitest";
import { reminderDays, taxPlacement } from "./estimate.ts";

const estimate = {
  amountDue: 0,
  subTotal: 11_900,
  discountsTotal: 1_190,
  taxTotal: 1_785,
  taxes: [{ name: "VAT", amount: 1_900 }],
  creditsApplied: 0,
  waived: 0,
  total: 10_710,
  dueAt: "2026-12-05T12:00:00Z",
};

test("detects inclusive tax if the total matches without it, else exclusive tax", () => {
  expect(taxPlacement(estimate)).toBe("within");
  expect(taxPlacement({ ...estimate, total: 12_495 })).toBe("on_top");
  expect(taxPlacement({ ...estimate, taxTotal: 0 })).toBeNull();
});

test("lists reminders seven and two days before the charge, except past days", () => {
  const iso = (days: Date[]) => days.map((day) => day.toISOString().slice(0, 10));
  expect(iso(reminderDays(estimate.dueAt, new Date("2026-11-21T12:00:00Z")))).toEqual([
    "2026-11-28",
    "2026-12-03",
  ]);
  expect(iso(reminderDays(estimate.dueAt, new Date("2026-12-01T12:00:00Z")))).toEqual(["2026-12-03"]);
});
