import { expect, test } from "vitest";
import { subscriptionsByPlan } from "./figures.ts";

const row = { planId: "premium-monthly", planName: "Premium", currencyCode: "EUR", count: 2, monthly: 3_000 };

test("groups by plan and currency, and counts only paid subscriptions as recurring", () => {
  const found = subscriptionsByPlan([
    { ...row, status: "active" },
    { ...row, status: "payment_failed", count: 1, monthly: 1_500 },
    { ...row, status: "in_trial" },
    { ...row, status: "non_renewing", count: 1, monthly: 1_500 },
    { ...row, status: "active", currencyCode: "USD" },
  ]);
  expect(found.map(({ currencyCode, recurring }) => [currencyCode, recurring])).toEqual([
    ["EUR", 6_000],
    ["USD", 3_000],
  ]);
  expect(found[0]?.counts).toEqual({ active: 2, payment_failed: 1, in_trial: 2, non_renewing: 1 });
});
