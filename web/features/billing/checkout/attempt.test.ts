import fc from "fast-check";
import { expect, test } from "vitest";
import { awaitConfirmation, beginAttempt, endAttempt, openAttempt, type Payment } from "./attempt.ts";

const memory = () => {
  const stored = new Map<string, string>();
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
};
const counter = () => {
  let count = 0;
  return () => `key-${++count}`;
};
const payment: Payment = {
  planId: "premium-yearly",
  countryCode: "DE",
  postcode: null,
  couponIds: [],
  provider: "eightcount",
  paymentMethodType: "card",
  token: "tok_1",
  withoutTrial: false,
  amountDue: 0,
  firstAmount: 11_900,
  consentVersion: null,
  runningPass: null,
};

test("sends one attempt after a double press or a reload", () => {
  const store = memory();
  const newKey = counter();
  expect(beginAttempt(store, "ana", payment, newKey)).toEqual(
    beginAttempt(store, "ana", { ...payment }, newKey),
  );
  expect(openAttempt(store, "ana")?.key).toBe("key-1");
});

test("never resends an attempt that ended", () => {
  const store = memory();
  const newKey = counter();
  beginAttempt(store, "ana", payment, newKey);
  endAttempt(store);
  expect(openAttempt(store, "ana")).toBeNull();
  expect(beginAttempt(store, "ana", payment, newKey).key).toBe("key-2");
});

test("shares an idempotency key between two payments only if they are the same payment", () => {
  const any = fc.record({
    planId: fc.constantFrom("a", "b"),
    postcode: fc.constantFrom("98101", null),
    countryCode: fc.constantFrom("DE", "US", null),
    couponIds: fc.subarray(["ONE", "TWO"]),
    provider: fc.constantFrom("eightcount" as const, "stripe" as const),
    paymentMethodType: fc.constantFrom("card" as const, "apple_pay" as const),
    token: fc.constantFrom("tok_1", "tok_2"),
    withoutTrial: fc.boolean(),
    amountDue: fc.constantFrom(0, 1499),
    firstAmount: fc.constantFrom(1299, 1499),
    consentVersion: fc.constantFrom("2026-11", null),
    runningPass: fc.constantFrom(null, {
      endsAt: "2026-12-05T12:00:00Z",
      prorationTime: "2026-12-01T12:00:00Z",
    }),
  });
  fc.assert(
    fc.property(any, any, (one, other) => {
      const store = memory();
      const newKey = counter();
      const same =
        beginAttempt(store, "ana", one, newKey).key === beginAttempt(store, "ana", other, newKey).key;
      expect(same).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
});

test("ignores foreign data in the storage", () => {
  const store = memory();
  for (const text of ["", "{", "null", "[]", '{"key":1}']) {
    store.setItem("eightcount.payment-attempt", text);
    expect(openAttempt(store, "ana")).toBeNull();
  }
});

test("remembers an attempt that waits for the bank, and hides it from other accounts", () => {
  const store = memory();
  const attempt = beginAttempt(store, "ana", payment, counter());
  awaitConfirmation(store, attempt, "sub-1", "/class/x");
  expect(openAttempt(store, "ana")).toMatchObject({ subscriptionId: "sub-1", next: "/class/x" });
  expect(openAttempt(store, "ben")).toBeNull();
});
