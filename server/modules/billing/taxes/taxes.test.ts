import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { regionName } from "./places.ts";
import { taxesOf, withTax, wholeRate } from "../rules/tax.ts";
import type { Tax } from "../rules/tax.ts";
import { builtInRates } from "./rates.ts";
import { taxAt } from "./taxes.ts";

const day = (text: string) => new Date(`${text}T12:00:00Z`);
const at = (countryCode: string, region: string, on: string, own: Parameters<typeof taxAt>[2] = []) =>
  taxAt({ countryCode, region }, day(on), own);

describe("the built-in table", () => {
  test("lists each place and date once, with known regions and a source to check", () => {
    const seen = builtInRates.map(({ countryCode, region, from }) => `${countryCode}-${region} ${from}`);
    expect(new Set(seen).size).toBe(seen.length);
    for (const { countryCode, region, from, parts, source } of builtInRates) {
      expect(countryCode).toMatch(/^[A-Z]{2}$/);
      if (region) expect(regionName(countryCode, region)).not.toBeNull();
      expect(new Date(from).toISOString().slice(0, 10)).toBe(from);
      expect(new URL(source).protocol).toBe("https:");
      for (const { name, milliPercent } of parts) {
        expect(name).not.toBe("");
        expect(Number.isInteger(milliPercent)).toBe(true);
      }
      expect(wholeRate({ parts })).toBeLessThanOrEqual(30_000);
    }
  });

  test("includes or excludes tax in prices the same way in all regions of a country", () => {
    for (const { countryCode, isInclusive } of builtInRates)
      expect(at(countryCode, "", "2026-06-01").isInclusive).toBe(isInclusive);
  });
});

describe("the tax of a place", () => {
  test("is that of its region, else of its country", () => {
    expect(at("US", "WA", "2026-06-01").parts).toEqual([{ name: "Sales tax", milliPercent: 6500 }]);
    expect(at("US", "OR", "2026-06-01").parts).toEqual([]);
    expect(at("CA", "AB", "2026-06-01").parts).toEqual([{ name: "GST", milliPercent: 5000 }]);
    expect(at("CA", "ON", "2026-06-01").parts).toEqual([{ name: "HST", milliPercent: 13_000 }]);
    expect(at("BR", "", "2026-06-01")).toEqual({ parts: [], isInclusive: false });
  });

  test("changes on its effective date", () => {
    const rateOf = (on: string) => wholeRate(at("CA", "NS", on));
    expect([rateOf("2025-03-31"), rateOf("2025-04-01")]).toEqual([15_000, 14_000]);
    expect(wholeRate(at("EE", "", "2020-01-01"))).toBe(22_000);
  });

  test("is the tax override from its date on", () => {
    const own = [{ region: "WA", from: "2026-07-01", isInclusive: false, parts: [] }];
    expect(wholeRate(at("US", "WA", "2026-06-30", own))).toBe(6500);
    expect(wholeRate(at("US", "WA", "2026-07-01", own))).toBe(0);
    expect(wholeRate(at("US", "TX", "2026-07-01", own))).toBe(6250);
  });
});

describe("taxes of an amount", () => {
  test("are each computed on the net amount, in thousandths of a percent", () => {
    const quebec = at("CA", "QC", "2026-06-01");
    expect(taxesOf(11_900, quebec).map(({ amount }) => amount)).toEqual([595, 1187]);
    expect(withTax(11_900, quebec)).toBe(13_682);
    expect(taxesOf(10_710, { parts: [{ name: "VAT", milliPercent: 20_000 }], isInclusive: true })).toEqual([
      { name: "VAT", milliPercent: 20_000, amount: 1785 },
    ]);
  });

  test("never exceed an inclusive price, and add up to a single tax of the combined rate", () => {
    const any = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.nat(10_000_000), any, (amount, rates) => {
        const tax: Tax = {
          parts: rates.map((milliPercent, index) => ({ name: String(index), milliPercent })),
          isInclusive: true,
        };
        const whole = { parts: [{ name: "all", milliPercent: wholeRate(tax) }], isInclusive: true };
        const sum = (parts: readonly { amount: number }[]) =>
          parts.reduce((all, part) => all + part.amount, 0);
        expect(sum(taxesOf(amount, tax))).toBe(sum(taxesOf(amount, whole)));
        expect(sum(taxesOf(amount, tax))).toBeLessThanOrEqual(amount);
        expect(withTax(amount, tax)).toBe(amount);
      }),
    );
  });
});
