import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { refusalOf } from "./refusals.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const codes = [
  "CARD_DECLINED",
  "INSUFFICIENT_FUNDS",
  "CARD_EXPIRED",
  "CARD_CVC_WRONG",
  "PAYMENT_ACTION_REQUIRED",
  "PAYMENT_REFUSED",
  "PAYMENT_USED",
  "PAN_REJECTED",
  "COUPON_UNKNOWN",
  "COUPON_EXPIRED",
  "COUPON_EXHAUSTED",
  "COUPON_NOT_APPLICABLE",
  "TRIAL_NOT_AVAILABLE",
  "PASS_NOT_NEEDED",
  "PASS_CHANGED",
  "PLAN_UNKNOWN",
  "AMOUNT_MISMATCH",
  "PRICE_NOT_ACCEPTED",
  "ILLEGAL_TRANSITION",
  "IN_PROGRESS",
  "IDEMPOTENCY_KEY_REUSED",
  "PROVIDER_UNAVAILABLE",
  "NETWORK",
  "RATE_LIMITED",
];

test("has a message for every error code", () => {
  const unknown = refusalOf("INTERNAL").text;
  const texts = codes.map((code) => refusalOf(code).text);
  expect(new Set(texts).size).toBe(codes.length);
  expect(texts).not.toContain(unknown);
});

test("says next to the card that nothing was charged if the card was declined", () => {
  for (const code of codes.slice(0, 5)) {
    expect(refusalOf(code).text).toContain("You weren’t charged");
    expect(refusalOf(code).field).toBe("card");
  }
});

test("doesn't claim that nothing was charged if the result is unknown", () => {
  for (const code of ["NETWORK", "IN_PROGRESS", "INTERNAL", "OUTCOME_UNKNOWN", "PROVIDER_UNAVAILABLE"]) {
    expect(refusalOf(code).text).not.toContain("You weren’t charged");
    expect(refusalOf(code).canRepeat).toBe(true);
  }
});
