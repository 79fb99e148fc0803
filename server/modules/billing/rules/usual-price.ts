import { minorDigits } from "../../../../contract/formats/numbers.ts";

/** Currencies with cents in which prices are whole nevertheless. */
const wholePrices: ReadonlySet<string> = new Set([
  "COP",
  "CZK",
  "DKK",
  "HUF",
  "IDR",
  "INR",
  "NOK",
  "PHP",
  "SEK",
  "THB",
  "TWD",
]);

/**
 * The price of a usual ending that is nearest to an amount. In most currencies it ends in .99. In those without cents, and where
 * prices are whole, it ends in 9 below 1,000, and from there on in a 9 at the third place and zeros: 149, 1,490, 14,900.
 * @param minor minor units, not rounded
 */
export function usualPrice(minor: number, currencyCode: string): number {
  const unit = 10 ** minorDigits(currencyCode);
  if (unit > 1 && !wholePrices.has(currencyCode))
    return Math.max(Math.round((minor + 1) / unit) * unit - 1, unit - 1);
  const whole = minor / unit;
  const nine = 10 ** Math.max(Math.floor(Math.log10(Math.max(whole, 1))) - 2, 0);
  const step = 10 * nine;
  return Math.max(Math.round((whole + nine) / step) * step - nine, 9 * nine) * unit;
}
