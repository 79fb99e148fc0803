import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { agreementOf, firstCharge, type TakenCoupon } from "./agreement.ts";
import { couponLabels } from "../coupons/coupon-labels.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const listed = {
  amountDue: 0,
  subTotal: 11_900,
  discountsTotal: 0,
  taxTotal: 1_900,
  taxes: [{ name: "VAT", amount: 1_900 }],
  creditsApplied: 0,
  waived: 0,
  total: 11_900,
  dueAt: "2026-12-05T12:00:00Z",
};
const plan = {
  name: "Premium",
  period: 1,
  periodUnit: "year" as const,
  priceInCents: 11_900,
  currencyCode: "EUR",
  trialPeriod: 14,
  trialPeriodUnit: "day" as const,
};
const discounted = { ...listed, discountsTotal: 1_190, total: 10_710, creditsApplied: 210 };
const coupon = (discountDuration: TakenCoupon["discountDuration"]): TakenCoupon => ({
  id: "OPEN",
  discountType: "percentage",
  discountDuration,
  discountPercentage: 10,
  discountAmount: null,
  discountMonths: null,
});

test("charges the amount due now, or the trial's first charge at its end", () => {
  const trial = agreementOf(plan, {
    invoiceEstimate: discounted,
    trialEndTime: "2026-12-05T12:00:00Z",
    renewalTotal: 11_900,
    coupon: null,
    endsAt: null,
    runningPass: null,
  });
  expect(firstCharge(trial)).toBe(10_500);
  const now = {
    invoiceEstimate: { ...discounted, amountDue: 10_500 },
    trialEndTime: null,
    renewalTotal: 11_900,
    coupon: null,
    endsAt: null,
    runningPass: null,
  };
  expect(firstCharge(agreementOf(plan, now))).toBe(10_500);
});

test("names a coupon with its discount and duration", () => {
  expect(couponLabels(coupon("one_time"), "EUR")).toBe("OPEN, 10% once");
  const fixed = { ...coupon("forever"), discountType: "fixed_amount" as const, discountAmount: 500 };
  expect(couponLabels(fixed, "JPY")).toBe("OPEN, ¥500 forever");
  const limited = { ...coupon("limited_period"), discountMonths: 3 };
  expect(couponLabels(limited, "EUR")).toBe("OPEN, 10% for 3 months");
});

test("takes a code off the one payment of a pass, however long it would take off", () => {
  const pass = agreementOf(plan, {
    invoiceEstimate: { ...discounted, amountDue: 10_500 },
    trialEndTime: null,
    renewalTotal: 0,
    coupon: coupon("forever"),
    endsAt: "2026-12-05T12:00:00Z",
    runningPass: { endsAt: "2026-11-25T12:00:00Z" },
  });
  expect(couponLabels(pass.coupon!, "EUR")).toBe("OPEN, 10% once");
  expect(pass.passEndsAt).toBe("2026-12-05T12:00:00Z");
  expect(pass.runningPassEndsAt).toBe("2026-11-25T12:00:00Z");
});
