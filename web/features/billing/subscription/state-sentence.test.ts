import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { stateSentence, type SubscriptionDetails } from "./state-sentence.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const running: SubscriptionDetails = {
  status: "active",
  plan: { name: "Premium", period: 1, periodUnit: "year", currencyCode: "EUR", priceInCents: 11_900 },
  nextAmount: 11_900,
  nextBillingAt: "2027-12-05T12:00:00Z",
  accessEndsAt: null,
  resumesAt: null,
  dunning: null,
  nextPlanName: null,
};
const title = (change: Partial<SubscriptionDetails>) => stateSentence({ ...running, ...change }).title;
const detail = (change: Partial<SubscriptionDetails>) => stateSentence({ ...running, ...change }).detail;

test("a running subscription names its next payment and the day", () => {
  expect(title({})).toBe("Premium, yearly. Your next payment is €119.00 on Dec 5, 2027.");
  expect(title({ nextAmount: 10_710 })).toContain("€107.10");
});

test("a trial names its first payment, and what comes after a discounted one", () => {
  const trial = { status: "in_trial", nextAmount: 10_710, nextBillingAt: "2026-12-05T12:00:00Z" } as const;
  expect(title(trial)).toBe("Premium, yearly. Your first payment is €107.10 on Dec 5, 2026.");
  expect(detail(trial)).toContain("€119.00 a year");
});

test("a failed payment says what is open, when it is tried again and what stays", () => {
  const dunning = { amount: 11_900, retryAt: "2026-12-08T12:00:00Z" };
  expect(title({ dunning })).toBe("Premium, yearly. Your payment of €119.00 didn’t go through.");
  expect(detail({ dunning })).toContain("Dec 8, 2026");
  expect(detail({ dunning })).toContain("stays open");
});

test("a cancelled one says how long it lasts, a paused one when it charges again", () => {
  const end = { accessEndsAt: "2027-12-05T12:00:00Z" };
  expect(title({ status: "non_renewing", ...end })).toBe("Premium, yearly. You keep it until Dec 5, 2027.");
  expect(title({ status: "paused", resumesAt: "2027-02-05T12:00:00Z" })).toBe(
    "Premium, yearly. Paused until Feb 5, 2027.",
  );
  expect(detail({ status: "paused", resumesAt: "2027-02-05T12:00:00Z" })).toContain("we charge €119.00");
});

test("what has ended, or never began, is said as dancing for free", () => {
  expect(stateSentence(null).title).toBe("You dance for free.");
  expect(title({ status: "canceled_during_pending" })).toBe("You dance for free.");
  expect(title({ status: "canceled", accessEndsAt: "2026-12-05T12:00:00Z" })).toBe(
    "Premium ended on Dec 5, 2026. You dance for free.",
  );
});

test("every state has a sentence, also without its dates", () => {
  const states = [
    "active",
    "canceled",
    "canceled_during_pending",
    "future",
    "future_canceled",
    "in_trial",
    "non_renewing",
    "paused",
    "pending",
  ] as const;
  for (const status of states) {
    expect(title({ status }).length).toBeGreaterThan(10);
    expect(title({ status, nextBillingAt: null, nextAmount: null })).not.toMatch(/null|Invalid|undefined/);
  }
});

test("a change to come stands beside the next payment", () => {
  expect(detail({ nextPlanName: "Standard" })).toBe("From Dec 5, 2027 it is Standard.");
});
