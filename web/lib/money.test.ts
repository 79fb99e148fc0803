import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney, minorDigits } from "./money.ts";

test("shows as many decimal digits as the currency has", () => {
  expect(formatMoney(11_900, "EUR")).toBe("€119.00");
  expect(formatMoney(5, "USD")).toBe("$0.05");
  expect(formatMoney(-1_190, "GBP")).toBe("-£11.90");
  expect(formatMoney(1_480, "JPY")).toBe("¥1,480");
});

test("omits only zero decimals in the short format", () => {
  expect(formatMoney(11_900, "EUR", { short: true })).toBe("€119");
  expect(formatMoney(11_990, "EUR", { short: true })).toBe("€119.90");
  expect(formatMoney(1_480, "JPY", { short: true })).toBe("¥1,480");
});

test("never loses a minor unit in the format", () => {
  const currencies = fc.constantFrom("USD", "EUR", "GBP", "JPY", "CHF", "SEK");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), currencies, (minor, currency) => {
      const digits = formatMoney(minor, currency).replace(/\D/g, "");
      expect(Number(digits)).toBe(minor);
      expect(minorDigits(currency)).toBe(currency === "JPY" ? 0 : 2);
    }),
  );
});
