import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { subscriptionsByPlan } from "./figures.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const row = {
  planId: "premium-monthly",
  planName: "Premium",
  period: 1,
  periodUnit: "month",
  currencyCode: "EUR",
  count: 2,
  monthly: 0,
} as const;

test("groups by plan and currency, by name and interval, and adds up their parts of net MRR", () => {
  const found = subscriptionsByPlan([
    { ...row, status: "active", monthly: 2_100 },
    { ...row, status: "payment_failed", count: 1, monthly: 1_260 },
    { ...row, status: "in_trial" },
    { ...row, status: "non_renewing", count: 1 },
    { ...row, status: "active", currencyCode: "USD", monthly: 3_000 },
    { ...row, status: "active", planId: "premium-yearly", periodUnit: "year", monthly: 833 },
  ]);
  expect(found.map(({ label, currencyCode, recurring }) => [label, currencyCode, recurring])).toEqual([
    ["Premium, monthly", "EUR", 3_360],
    ["Premium, monthly", "USD", 3_000],
    ["Premium, yearly", "EUR", 833],
  ]);
  expect(found[0]?.counts).toEqual({ active: 2, payment_failed: 1, in_trial: 2, non_renewing: 1 });
});
