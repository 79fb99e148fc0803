import { describe, expect, test } from "vitest";
import { withTax } from "../rules/tax.ts";
import { anchorOf, priceWithin } from "./terms.ts";

const taxOf = (milliPercent: number, isInclusive = false) => ({
  parts: [{ name: "Tax", milliPercent }],
  isInclusive,
});

describe("the price of a subscription that is taken over", () => {
  test("costs what was paid before where tax is included, or isn't charged", () => {
    expect(priceWithin(1900, taxOf(19_000, true))).toBe(1900);
    expect(priceWithin(1900, { parts: [], isInclusive: false })).toBe(1900);
  });

  test("costs no more than was paid before where tax comes on top, and at most a unit less", () => {
    for (const milliPercent of [5_000, 8_250, 9_975])
      for (let amount = 50; amount < 3_000; amount += 7) {
        const paid = withTax(priceWithin(amount, taxOf(milliPercent)), taxOf(milliPercent));
        expect(paid).toBeLessThanOrEqual(amount);
        expect(paid).toBeGreaterThanOrEqual(amount - 1);
      }
  });
});

describe("the terms of a subscription that is taken over", () => {
  const monthly = { period: 1, periodUnit: "month" } as const;
  const day = (text: string) => new Date(`${text}T10:00:00Z`);

  test("are counted from the provider's anchor, so that the 31st stays the 31st", () => {
    expect(anchorOf({ anchorAt: day("2026-01-31"), termEndsAt: day("2026-04-30") }, monthly)).toEqual({
      anchorAt: day("2026-01-31"),
      termNumber: 3,
    });
  });

  test("are counted from the end of the present one if the provider counts otherwise", () => {
    const ends = day("2026-04-12");
    expect(anchorOf({ anchorAt: day("2026-01-31"), termEndsAt: ends }, monthly)).toEqual({
      anchorAt: ends,
      termNumber: 0,
    });
    // A trial that was shortened: the anchor is after the term.
    expect(anchorOf({ anchorAt: day("2026-05-31"), termEndsAt: ends }, monthly)).toEqual({
      anchorAt: ends,
      termNumber: 0,
    });
  });
});
