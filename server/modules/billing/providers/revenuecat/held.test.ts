import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accessUntil } from "../../rules/held.ts";
import { grantsAccess } from "../../rules/states.ts";
import type { HeldSubscription } from "../../owner-ports.ts";
import { readingOf } from "./held.ts";
import type { KnownPlans, StoreTerms } from "./held.ts";
import { subscriberAnswer } from "./subscriber.ts";

const start = Date.UTC(2026, 4, 1, 12);
const hour = 3_600_000;
const day = 24 * hour;
const customer = "0f0e0d0c-0b0a-4908-8706-050403020100";
const terms: StoreTerms = {
  entitlements: new Map([
    ["gold", "premium"],
    ["silver", "basic"],
  ]),
  allowsSandbox: false,
};
const at = (days: number): string => new Date(start + days * day).toISOString();
const subscription = (given: object = {}) => ({
  store: "app_store",
  is_sandbox: false,
  period_type: "normal",
  ownership_type: "PURCHASED",
  original_purchase_date: at(-100),
  purchase_date: at(-10),
  expires_date: at(20),
  ...given,
});
interface Given {
  readonly subscriptions?: Record<string, object>;
  readonly purchases?: Record<string, object[]>;
  readonly entitlements?: Record<string, object>;
  readonly known?: KnownPlans;
  readonly terms?: Partial<StoreTerms>;
}
const reading = ({ subscriptions = {}, purchases = {}, entitlements, known, terms: more }: Given) =>
  readingOf(
    subscriberAnswer.parse({
      request_date_ms: start,
      subscriber: {
        management_url: null,
        subscriptions,
        non_subscriptions: purchases,
        entitlements: entitlements ?? {
          gold: { product_identifier: "p", expires_date: at(20), purchase_date: at(-10) },
        },
      },
    }),
    { customer, terms: { ...terms, ...more }, known: known ?? new Map() },
  );
const only = (given: Given): HeldSubscription => {
  const { subscriptions } = reading(given);
  expect(subscriptions).toHaveLength(1);
  return subscriptions[0]!;
};

describe("one subscription", () => {
  test.each([
    ["renews", {}, { status: "active", isRetried: false, canceledAt: null, trialEndsAt: null }],
    ["is a trial", { period_type: "trial" }, { status: "in_trial", trialEndsAt: new Date(at(20)) }],
    [
      "is a trial of someone else in the family",
      { period_type: "trial", ownership_type: "FAMILY_SHARED" },
      { status: "active", trialEndsAt: null },
    ],
    ["has an introductory price", { period_type: "intro" }, { status: "active" }],
    ["is prepaid", { period_type: "prepaid" }, { status: "non_renewing" }],
    ["was given by the studio", { store: "promotional" }, { status: "non_renewing", managementUrl: null }],
    [
      "was given for ever",
      { store: "promotional", expires_date: at(200 * 365) },
      { status: "active", accessEndsAt: null },
    ],
    [
      "was canceled",
      { unsubscribe_detected_at: at(-1) },
      { status: "non_renewing", canceledAt: new Date(at(-1)), accessEndsAt: new Date(at(20)) },
    ],
    ["has expired", { expires_date: at(-1) }, { status: "canceled", isRetried: false }],
    [
      "was refunded",
      { refunded_at: at(-1) },
      { status: "canceled", accessEndsAt: new Date(at(-1)), canceledAt: new Date(at(-1)) },
    ],
    ["was refunded for an earlier term", { refunded_at: at(-40) }, { status: "active", canceledAt: null }],
    [
      "couldn't be charged, with grace",
      { expires_date: at(-1), billing_issues_detected_at: at(-1), grace_period_expires_date: at(5) },
      { status: "active", isRetried: true, graceEndsAt: new Date(at(5)) },
    ],
    [
      "couldn't be charged, and the store reports a cancellation for that",
      {
        expires_date: at(-1),
        billing_issues_detected_at: at(-1),
        unsubscribe_detected_at: at(-1),
        grace_period_expires_date: at(5),
      },
      { status: "active", isRetried: true, graceEndsAt: new Date(at(5)) },
    ],
    [
      "couldn't be charged, without grace",
      { expires_date: at(-1), billing_issues_detected_at: at(-1) },
      { status: "canceled", isRetried: true },
    ],
    [
      "couldn't be charged for longer than stores try",
      { expires_date: at(-70), billing_issues_detected_at: at(-70) },
      { status: "canceled", isRetried: false },
    ],
    ["will pause", { auto_resume_date: at(50) }, { status: "active", pausedUntil: null }],
    [
      "is paused",
      { expires_date: at(-1), auto_resume_date: at(50) },
      { status: "paused", pausedUntil: new Date(at(50)) },
    ],
    ["wasn't resumed", { expires_date: at(-9), auto_resume_date: at(-1) }, { status: "canceled" }],
  ])("that %s", (_, given, expected) => {
    expect(only({ subscriptions: { p: subscription(given) } })).toMatchObject(expected);
  });

  test("is the plan of its highest entitlement, by the length of its term", () => {
    const both = {
      gold: { product_identifier: "p", expires_date: at(20) },
      silver: { product_identifier: "p", expires_date: at(20) },
      other: { product_identifier: "p", expires_date: at(20) },
    };
    const of = (given: object) =>
      only({ subscriptions: { p: subscription(given) }, entitlements: both }).plan;
    expect(of({})).toEqual({ accessType: "premium", periodUnit: "month" });
    expect(of({ expires_date: at(355) })).toEqual({ accessType: "premium", periodUnit: "year" });
  });

  test("grants nothing by an entitlement that isn't configured, or by none", () => {
    const others: Record<string, object>[] = [
      { other: { product_identifier: "p", expires_date: at(20) } },
      {},
    ];
    for (const entitlements of others)
      expect(reading({ subscriptions: { p: subscription() }, entitlements }).subscriptions).toEqual([]);
  });

  test("of a test purchase grants nothing, unless it is allowed", () => {
    const given = { subscriptions: { p: subscription({ is_sandbox: true, period_type: "trial" }) } };
    expect(reading(given).subscriptions).toEqual([]);
    expect(only({ ...given, terms: { allowsSandbox: true } }).status).toBe("in_trial");
  });

  test("links the store's page, and never a URL of another kind", () => {
    const link = (given: object) => only({ subscriptions: { p: subscription(given) } }).managementUrl;
    expect(link({})).toBe("https://apps.apple.com/account/subscriptions");
    expect(link({ store: "play_store" })).toBe("https://play.google.com/store/account/subscriptions");
    expect(link({ management_url: "https://play.google.com/x" })).toBe("https://play.google.com/x");
    expect(link({ store: "other", management_url: "javascript:alert(1)" })).toBe(null);
  });

  test("shows the store's price in minor units, of any currency", () => {
    const price = (amount: number, currency: string) => {
      const held = only({ subscriptions: { p: subscription({ price: { amount, currency } }) } });
      return [held.priceAmount, held.currencyCode];
    };
    expect(price(14.99, "EUR")).toEqual([1499, "EUR"]);
    expect(price(0.1 + 0.2, "USD")).toEqual([30, "USD"]);
    expect(price(1500, "JPY")).toEqual([1500, "JPY"]);
    expect(price(4.99, "?")).toEqual([null, null]);
  });
});

test("a change of product stays the same subscription", () => {
  const old = subscription({ expires_date: at(-1), purchase_date: at(-20) });
  const entitlements = {
    gold: { product_identifier: "new", expires_date: at(29) },
    silver: { product_identifier: "old", expires_date: at(-1) },
  };
  const before = only({ subscriptions: { old }, entitlements });
  const changed = only({
    subscriptions: { old, new: subscription({ purchase_date: at(-1), expires_date: at(29) }) },
    entitlements,
  });
  expect(changed).toMatchObject({ ref: before.ref, status: "active", plan: { accessType: "premium" } });
  expect(before.plan).toMatchObject({ accessType: "basic" });
});

test("two stores at once are two subscriptions, though the entitlement names one product", () => {
  const subscriptions = {
    p: subscription(),
    play: subscription({
      store: "play_store",
      original_purchase_date: at(-50),
      expires_date: at(10),
      product_plan_identifier: "monthly",
    }),
  };
  const playRef = `${customer}:play_store:${Date.parse(at(-50))}`;
  const known = new Map([[playRef, { planId: "premium-monthly", accessType: "premium" as const }]]);
  expect(reading({ subscriptions }).subscriptions).toHaveLength(1);
  const both = reading({ subscriptions, known }).subscriptions;
  expect(both.map(({ store, plan }) => [store, plan])).toEqual([
    ["app_store", { accessType: "premium", periodUnit: "month" }],
    ["play_store", { id: "premium-monthly" }],
  ]);
  // What no entitlement covers any more isn't granted from memory.
  const silver = { silver: { product_identifier: "p", expires_date: at(20) } };
  expect(
    reading({ subscriptions, known, entitlements: silver }).subscriptions.map(({ store }) => store),
  ).toEqual(["app_store"]);
});

test("a base plan of Google Play is found by both of RevenueCat's notations", () => {
  const subscriptions = {
    premium: subscription({ store: "play_store", product_plan_identifier: "monthly" }),
  };
  for (const named of [
    { product_identifier: "premium", product_plan_identifier: "monthly" },
    { product_identifier: "premium:monthly" },
    { product_identifier: "premium" },
  ])
    expect(only({ subscriptions, entitlements: { gold: { ...named, expires_date: at(20) } } }).status).toBe(
      "active",
    );
  const other = {
    gold: { product_identifier: "premium", product_plan_identifier: "yearly", expires_date: at(20) },
  };
  expect(reading({ subscriptions, entitlements: other }).subscriptions).toEqual([]);
});

test("a purchase for life has no end, and goes with its entitlement", () => {
  const purchases = { life: [{ id: "x1", store: "app_store", is_sandbox: false, purchase_date: at(-3) }] };
  const gold = (expires_date: string | null) => ({ gold: { product_identifier: "life", expires_date } });
  expect(only({ purchases, entitlements: gold(null) })).toMatchObject({
    status: "active",
    accessEndsAt: null,
  });
  expect(only({ purchases, entitlements: gold(at(9)) })).toMatchObject({
    status: "non_renewing",
    accessEndsAt: new Date(at(9)),
  });
  expect(reading({ purchases, entitlements: {} }).subscriptions).toEqual([]);
});

test("an entitlement without a purchase is a grant of a day at most", () => {
  const gold = (hours: number) => ({ gold: { product_identifier: "p", expires_date: at(hours / 24) } });
  expect(only({ entitlements: gold(20) })).toMatchObject({
    ref: `${customer}:granted:gold`,
    status: "non_renewing",
    accessEndsAt: new Date(start + 20 * hour),
    store: null,
  });
  expect(reading({ entitlements: gold(400) }).subscriptions).toEqual([]);
  // A test purchase doesn't become a grant.
  const sandbox = { p: subscription({ is_sandbox: true }) };
  expect(reading({ subscriptions: sandbox, entitlements: gold(20) }).subscriptions).toEqual([]);
});

/** Whole days around the present, or nothing. */
const days = fc.integer({ min: -400, max: 400 }).map(at);
const maybe = fc.option(days, { nil: null });
const anySubscription = fc.record({
  store: fc.constantFrom("app_store", "play_store", "amazon", "promotional", "new_store"),
  is_sandbox: fc.boolean(),
  period_type: fc.constantFrom("normal", "trial", "intro", "promotional", "prepaid"),
  ownership_type: fc.constantFrom("PURCHASED", "FAMILY_SHARED", null),
  original_purchase_date: maybe,
  purchase_date: days,
  expires_date: maybe,
  grace_period_expires_date: maybe,
  unsubscribe_detected_at: maybe,
  billing_issues_detected_at: maybe,
  refunded_at: maybe,
  auto_resume_date: maybe,
});
const products = ["p", "q", "r"];
const anyAnswer = fc.record({
  subscriptions: fc.dictionary(fc.constantFrom(...products), anySubscription, { maxKeys: 3 }),
  entitlements: fc.dictionary(
    fc.constantFrom("gold", "silver", "other"),
    fc.record({ product_identifier: fc.constantFrom(...products), expires_date: maybe }),
    { maxKeys: 3 },
  ),
});

describe("whatever the stores answer", () => {
  const reversed = (record: Record<string, object>) => Object.fromEntries(Object.entries(record).reverse());

  test("no access outlasts the end or the grace that the store reported, and what won't renew has no other end", () => {
    const graceHours = 48;
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const given = [
          ...Object.values(answer.subscriptions).flatMap(({ expires_date, grace_period_expires_date }) => [
            expires_date,
            grace_period_expires_date,
          ]),
          ...Object.values(answer.entitlements).map(({ expires_date }) => expires_date),
        ];
        const last = Math.max(start, ...given.map((date) => (date ? Date.parse(date) : 0)));
        for (const held of reading(answer).subscriptions) {
          const until = accessUntil(held, new Date(start), graceHours).getTime();
          expect(until).toBeLessThanOrEqual(last + graceHours * hour);
          if (held.status === "non_renewing") expect(until).toBeLessThanOrEqual(last);
          if (!grantsAccess(held.status)) expect(until).toBe(start);
        }
      }),
    );
  });

  test("only purchases in production with a configured entitlement grant, and none that was paid back", () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const real = Object.entries(answer.subscriptions).filter(
          ([product, { is_sandbox: isSandbox, purchase_date: since, refunded_at: refunded }]) =>
            !isSandbox &&
            !(refunded && refunded >= since) &&
            Object.entries(answer.entitlements).some(
              ([name, one]) => terms.entitlements.has(name) && one.product_identifier === product,
            ),
        );
        const granting = reading(answer).subscriptions.filter(
          ({ status, store }) => grantsAccess(status) && store !== null,
        );
        expect(granting.length).toBeLessThanOrEqual(real.length);
      }),
    );
  });

  test("the order of the lists doesn't matter, and each subscription stands in the reading once", () => {
    fc.assert(
      fc.property(anyAnswer, ({ subscriptions, entitlements }) => {
        const one = reading({ subscriptions, entitlements });
        expect(
          reading({ subscriptions: reversed(subscriptions), entitlements: reversed(entitlements) }),
        ).toEqual(one);
        const refs = one.subscriptions.map(({ ref }) => ref);
        expect(new Set(refs).size).toBe(refs.length);
        expect(one.whole).toEqual([{ customer, version: start }]);
      }),
    );
  });
});
