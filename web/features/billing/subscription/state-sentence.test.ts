import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { stateSentence, type SubscriptionDetails } from "./state-sentence.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const running: SubscriptionDetails = {
  status: "active",
  isComplimentary: false,
  isPrepaid: false,
  plan: {
    name: "Premium",
    period: 1,
    periodUnit: "year",
    currencyCode: "EUR",
    priceInCents: 11_900,
    renews: true,
  },
  nextAmount: 11_900,
  nextBillingAt: "2027-12-05T12:00:00Z",
  accessEndsAt: null,
  resumesAt: null,
  dunning: null,
  owner: null,
  nextPlanName: null,
};
const title = (change: Partial<SubscriptionDetails>) => stateSentence({ ...running, ...change }).title;
const detail = (change: Partial<SubscriptionDetails>) => stateSentence({ ...running, ...change }).detail;

test("names the next payment and its day for a running subscription", () => {
  expect(title({})).toBe("Premium, yearly: next payment €119.00 on Dec 5, 2027");
  expect(title({ nextAmount: 10_710 })).toContain("€107.10");
});

test("names a trial's first payment, and the price after a discounted one", () => {
  const trial = { status: "in_trial", nextAmount: 10_710, nextBillingAt: "2026-12-05T12:00:00Z" } as const;
  expect(title(trial)).toBe("Premium, yearly: first payment €107.10 on Dec 5, 2026");
  expect(detail(trial)).toContain("€119.00 a year");
});

test("says what is open, when it is retried and what stays accessible after a failed payment", () => {
  const dunning = {
    amount: 11_900,
    retryAt: "2026-12-08T12:00:00Z",
    willRetry: true,
    needsConfirmation: false,
  };
  expect(title({ dunning })).toBe("Premium, yearly: your €119.00 payment failed");
  expect(detail({ dunning })).toContain("Dec 8, 2026");
  expect(detail({ dunning })).toContain("keep access");
  const waiting = { ...dunning, willRetry: false, needsConfirmation: true };
  expect(title({ dunning: waiting })).toBe("Premium, yearly: confirm €119.00 with your bank");
  expect(detail({ dunning: waiting })).toContain("Pay by Dec 8, 2026");
});

test("says how long a canceled subscription lasts and when a paused one charges again", () => {
  const end = { accessEndsAt: "2027-12-05T12:00:00Z" };
  expect(title({ status: "non_renewing", ...end })).toBe("Premium, yearly: ends Dec 5, 2027");
  expect(title({ status: "paused", resumesAt: "2027-02-05T12:00:00Z" })).toBe(
    "Premium, yearly: paused until Feb 5, 2027",
  );
  expect(detail({ status: "paused", resumesAt: "2027-02-05T12:00:00Z" })).toContain("we’ll charge €119.00");
});

test("describes an ended or never started subscription as dancing for free", () => {
  expect(stateSentence(null).title).toBe("You’re on the free plan.");
  expect(title({ status: "canceled_during_pending" })).toBe("You’re on the free plan.");
  expect(title({ status: "canceled", accessEndsAt: "2026-12-05T12:00:00Z" })).toBe(
    "Premium ended on Dec 5, 2026. You’re on the free plan.",
  );
});

test("has a sentence for every state, even without dates", () => {
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

test("shows a scheduled plan change next to the next payment", () => {
  expect(detail({ nextPlanName: "Standard" })).toBe("Changes to Standard on Dec 5, 2027.");
});

test("says that a subscription ends if a new price must be accepted first", () => {
  expect(title({ nextAmount: null })).toBe(
    "Premium, yearly: ends Dec 5, 2027 unless you accept its new price",
  );
  expect(detail({ status: "paused", nextAmount: null, resumesAt: "2026-12-05T12:00:00Z" })).toMatch(
    /ends that day unless you accept/,
  );
});

test("calls a plan that the studio gave free, and offers no way to keep paying for it", () => {
  const given = {
    status: "non_renewing",
    isComplimentary: true,
    accessEndsAt: "2027-12-05T12:00:00Z",
  } as const;
  expect(title(given)).toBe("Premium, yearly: free until Dec 5, 2027");
  expect(detail(given)).not.toContain("resume");
});

test("names dates but no amounts if a provider bills the subscription", () => {
  const owner = { billedBy: "Chargebee", isRetrying: false };
  expect(title({ owner, nextAmount: null })).toBe("Premium, yearly: renews Dec 5, 2027");
  expect(title({ owner, status: "in_trial" })).toBe("Premium, yearly: free trial until Dec 5, 2027");
  expect(title({ owner: { ...owner, isRetrying: true } })).toBe("Premium, yearly: your last payment failed");
  expect(detail({ owner: { ...owner, isRetrying: true } })).toContain("Chargebee will try again.");
  const paused = { status: "paused", resumesAt: "2028-01-05T12:00:00Z", nextAmount: null, owner } as const;
  expect(title(paused)).toBe("Premium, yearly: paused until Jan 5, 2028");
  expect(detail(paused)).toContain("Chargebee charges you again when it resumes.");
});

test("says when a pass ends, and that it doesn't renew", () => {
  const plan = {
    ...running.plan,
    name: "Premium pass",
    period: 10,
    periodUnit: "day",
    renews: false,
  } as const;
  const pass = { status: "non_renewing", isPrepaid: true, plan, nextBillingAt: null } as const;
  const end = { ...pass, accessEndsAt: "2026-12-05T12:00:00Z" };
  expect(title(end)).toMatch(/^Your pass ends on Dec 5, 2026, /);
  expect(detail(end)).toBe(
    "Premium pass, 10 days. It doesn’t renew. Buy it again to add its days after the end.",
  );
});
