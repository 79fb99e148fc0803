import { minorDigits } from "../../../../../contract/formats/numbers.ts";

/** An amount as Braintree writes it: 14.99, or 1900 yen. Made of digits alone, since a float isn't exact. */
export function decimalOf(minor: number, currencyCode: string): string {
  const digits = minorDigits(currencyCode);
  const text = String(minor).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Minor units of an amount as Braintree writes it. */
export const minorOf = (decimal: string, currencyCode: string): number =>
  Math.round(Number(decimal) * 10 ** minorDigits(currencyCode));
