import fc from "fast-check";
import { expect, test } from "vitest";
import { isReverseCharge, reversed } from "./reverse-charge.ts";
import { sumOf, taxesOf } from "./tax.ts";
import { totalsOf } from "./totals.ts";

const seller = { countryCode: "DE", vatId: "DE123456788" };

test.each([
  ["FR40303265045", "FR", true],
  ["EL094259216", "GR", true],
  // Domestic businesses pay tax.
  ["DE136695976", "DE", false],
  // The place of sale contradicts the VAT id.
  ["FR40303265045", "AT", false],
  ["GB980780684", "GB", false],
  ["CHE107787577", "CH", false],
  ["XI110305878", "GB", false],
])("reverses the charge for %s in %s: %s", (vatId, countryCode, expected) => {
  expect(isReverseCharge({ seller, buyer: { vatId }, countryCode })).toBe(expected);
});

test("needs VAT ids of both sides, and a seller in the EU", () => {
  const buyer = { vatId: "FR40303265045" };
  const place = { countryCode: "FR" };
  expect(isReverseCharge({ seller, buyer: { vatId: null }, ...place })).toBe(false);
  expect(isReverseCharge({ seller, buyer: null, ...place })).toBe(false);
  expect(isReverseCharge({ seller: null, buyer, ...place })).toBe(false);
  expect(isReverseCharge({ seller: { ...seller, vatId: null }, buyer, ...place })).toBe(false);
  expect(isReverseCharge({ seller: { countryCode: "US", vatId: "US1" }, buyer, ...place })).toBe(false);
});

test("charges the price without its tax, adds up, and never credits more than it charges", () => {
  const amount = fc.integer({ min: 0, max: 5_000_000 });
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.integer({ min: 0, max: 30_000 }),
      fc.boolean(),
      (price, unused, credits, milliPercent, isInclusive) => {
        const tax = { parts: [{ name: "VAT", milliPercent }], isInclusive };
        const totals = totalsOf({
          charges: [
            { kind: "plan", description: "Premium", amount: price },
            { kind: "unused_time", description: "Basic", amount: -unused },
          ],
          coupons: [],
          tax: reversed(tax),
          credits,
          currencyCode: "EUR",
        });
        const net = isInclusive ? price - sumOf(taxesOf(price, tax)) : price;
        expect(totals.planValue).toBe(net);
        expect(totals.taxes).toEqual([]);
        expect(totals.total + unused - totals.carried).toBe(net);
        expect(totals.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totals.total);
        expect(totals.subTotal - totals.discountsTotal).toBe(totals.total);
        expect(totals.creditsApplied + totals.amountDue).toBe(totals.total);
      },
    ),
  );
});
