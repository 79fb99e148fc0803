import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DomainError } from "../../../platform/errors.ts";
import { addDays, periodsAfter } from "./calendar.ts";
import { checkCoupon, isStillTaken } from "../coupons/rules.ts";
import type { CouponTerms, TakenCoupon } from "../coupons/rules.ts";
import { percentOf, shareOf, splitByWeight } from "./money.ts";
import { prorate, unusedValue } from "./proration.ts";
import { totalsOf } from "./totals.ts";

const cents = fc.integer({ min: 0, max: 10_000_000 });

const coupon = (terms: Partial<CouponTerms>): CouponTerms => ({
  id: "TEN",
  discountType: "percentage",
  basisPoints: 1000,
  amounts: {},
  duration: "one_time",
  durationMonths: null,
  appliesTo: "invoice",
  forStudents: false,
  state: "active",
  planIds: null,
  redeemBy: null,
  redemptionsLeft: null,
  ...terms,
});

const anyCoupon = fc
  .record({
    id: fc.stringMatching(/^[A-Z]{2,6}$/),
    isFixed: fc.boolean(),
    size: fc.integer({ min: 1, max: 10_000 }),
    appliesTo: fc.constantFrom("item" as const, "invoice" as const),
  })
  .map(({ id, isFixed, size, appliesTo }) =>
    coupon(
      isFixed
        ? { id, appliesTo, discountType: "fixed_amount", basisPoints: null, amounts: { USD: size } }
        : { id, appliesTo, basisPoints: size },
    ),
  );

const anyTax = fc.record({
  parts: fc.array(
    fc.record({ name: fc.constant("VAT"), milliPercent: fc.integer({ min: 0, max: 30_000 }) }),
    {
      maxLength: 3,
    },
  ),
  isInclusive: fc.boolean(),
});

describe("money", () => {
  test("rounds half up, also below zero", () => {
    expect([percentOf(150, 100), percentOf(149, 100), percentOf(50, 100), percentOf(-150, 100)]).toEqual([
      2, 1, 1, -1,
    ]);
  });

  test("computes a share within a hundredth of a cent of the exact one", () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 10_000_000 }), (amount, part, whole) => {
        const exact = (amount * part) / whole;
        expect(Math.abs(shareOf(amount, part, whole) - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-12);
      }),
    );
  });

  test("splits an amount into non-negative parts that add up to it", () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 8 }), (amount, weights) => {
        const parts = splitByWeight(amount, weights);
        const sum = parts.reduce((all, part) => all + part, 0);
        expect(sum).toBe(weights.some((weight) => weight > 0) ? amount : 0);
        expect(parts.every((part) => part >= 0)).toBe(true);
      }),
    );
  });
});

describe("an invoice", () => {
  const any = fc.record({
    prices: fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 3 }),
    given: cents,
    coupons: fc.uniqueArray(anyCoupon, { maxLength: 3, selector: ({ id }) => id }),
    tax: anyTax,
    credits: cents,
  });
  const of = ({
    prices,
    given,
    coupons,
    tax,
    credits,
  }: typeof any extends fc.Arbitrary<infer T> ? T : never) =>
    totalsOf({
      charges: [
        ...prices.map((amount) => ({ kind: "plan" as const, description: "Plan", amount })),
        ...(given ? [{ kind: "unused_time" as const, description: "Unused", amount: -given }] : []),
      ],
      coupons,
      tax,
      credits,
      currencyCode: "USD",
    });

  test("is the sum of its lines, is never negative, and loses nothing", () => {
    fc.assert(
      fc.property(any, (input) => {
        const totals = of(input);
        expect(totals.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.total);
        expect(totals.creditsApplied + totals.amountDue).toBe(totals.total);
        for (const amount of [totals.total, totals.amountDue, totals.taxTotal, totals.carried])
          expect(amount).toBeGreaterThanOrEqual(0);
        expect(totals.discountsTotal).toBeLessThanOrEqual(
          input.prices.reduce((sum, price) => sum + price, 0),
        );
        expect(totals.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.taxTotal);
        const onTop = input.tax.isInclusive ? 0 : totals.taxTotal;
        expect(totals.subTotal - totals.discountsTotal + onTop).toBe(totals.total);
      }),
    );
  });

  test("has the same total for any order of coupons", () => {
    fc.assert(
      fc.property(any, fc.nat(), (input, turn) => {
        const turned = [...input.coupons];
        for (let at = turned.length - 1; at > 0; at -= 1) {
          const other = (turn + at * 7) % (at + 1);
          [turned[at], turned[other]] = [turned[other]!, turned[at]!];
        }
        expect(of({ ...input, coupons: turned })).toEqual(of(input));
      }),
    );
  });

  test("applies fixed amounts before percentages, then tax, then credits", () => {
    const totals = totalsOf({
      charges: [{ kind: "plan", description: "Premium", amount: 10_000 }],
      coupons: [
        coupon({ id: "HALF", basisPoints: 5000 }),
        coupon({ id: "TWENTY", discountType: "fixed_amount", basisPoints: null, amounts: { USD: 2000 } }),
      ],
      tax: { parts: [{ name: "Sales tax", milliPercent: 10_000 }], isInclusive: false },
      credits: 1400,
      currencyCode: "USD",
    });
    expect(totals).toMatchObject({
      subTotal: 10_000,
      discountsTotal: 6000,
      taxTotal: 400,
      total: 4400,
      creditsApplied: 1400,
      amountDue: 3000,
    });
  });
});

describe("coupons", () => {
  const now = new Date("2026-03-01T00:00:00Z");
  const codeOf = (terms: Partial<CouponTerms>) => {
    try {
      checkCoupon(coupon(terms), { planId: "basic-monthly", currencyCode: "JPY", now });
      return null;
    } catch (error) {
      return (error as DomainError).code;
    }
  };
  test.each([
    [{}, null],
    [{ state: "archived" as const }, "COUPON_EXPIRED"],
    [{ redeemBy: now }, "COUPON_EXPIRED"],
    [{ redemptionsLeft: 0 }, "COUPON_EXHAUSTED"],
    [{ planIds: ["premium-yearly"] }, "COUPON_NOT_APPLICABLE"],
    [{ discountType: "fixed_amount" as const, amounts: { USD: 500 } }, "COUPON_NOT_APPLICABLE"],
  ])("with %o: %s", (terms, code) => expect(codeOf(terms)).toBe(code));

  test("apply for their duration, counted in months of discounted terms", () => {
    const taken = (terms: Partial<TakenCoupon>): TakenCoupon => ({
      ...coupon({}),
      coveredMonths: 2,
      isSpent: false,
      ...terms,
    });
    expect(isStillTaken(taken({ coveredMonths: 0 }))).toBe(true);
    expect(isStillTaken(taken({ isSpent: true }))).toBe(false);
    expect(isStillTaken(taken({ duration: "forever" }))).toBe(true);
    expect(isStillTaken(taken({ duration: "limited_period", durationMonths: 3 }))).toBe(true);
    expect(isStillTaken(taken({ duration: "limited_period", durationMonths: 2 }))).toBe(false);
  });
});

describe("terms", () => {
  test("that begin at a month's end return to it", () => {
    const anchor = new Date("2026-01-31T10:30:00Z");
    const ends = [1, 2, 3, 13].map((count) =>
      periodsAfter(anchor, count, { period: 1, periodUnit: "month" }).toISOString().slice(0, 10),
    );
    expect(ends).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2027-02-28"]);
    const leap = periodsAfter(new Date("2024-02-29T00:00:00Z"), 1, { period: 1, periodUnit: "year" });
    expect(leap.toISOString()).toBe("2025-02-28T00:00:00.000Z");
  });

  test("follow one another without gap, overlap or change of the hour", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom("day", "week", "month", "year" as const),
        (anchor, count, periodUnit) => {
          const period = { period: 1, periodUnit: periodUnit as "day" };
          const here = periodsAfter(anchor, count, period);
          const next = periodsAfter(anchor, count + 1, period);
          expect(next.getTime()).toBeGreaterThan(here.getTime());
          expect(here.toISOString().slice(11)).toBe(anchor.toISOString().slice(11));
        },
      ),
    );
  });
});

describe("proration", () => {
  const startsAt = new Date("2026-01-01T00:00:00Z");
  const term = { startsAt, endsAt: addDays(startsAt, 30) };
  test("never credits more than was paid, and credits less later in the term", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: -10, max: 40 }), (paid, days) => {
        const at = addDays(startsAt, days);
        const value = unusedValue(paid, term, at);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(paid);
        expect(unusedValue(paid, term, addDays(at, 1))).toBeLessThanOrEqual(value);
      }),
    );
  });

  test("charges half the difference at half the term; another interval is paid in full", () => {
    const at = addDays(startsAt, 15);
    expect(prorate({ termValue: 800, term, at, newPrice: 1500, keepsInterval: true })).toEqual({
      charge: 750,
      credit: 400,
      newTermStartsAt: null,
    });
    expect(prorate({ termValue: 800, term, at, newPrice: 9000, keepsInterval: false })).toEqual({
      charge: 9000,
      credit: 400,
      newTermStartsAt: at,
    });
  });
});
