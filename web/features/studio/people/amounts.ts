import { minorDigits } from "../../../lib/money.ts";

/** An amount that staff typed, in minor units; null if it isn't one. Accepts a comma or a point before the cents. */
export function readAmount(typed: string, currencyCode: string): number | null {
  const digits = minorDigits(currencyCode);
  const text = typed.trim().replace(",", ".");
  if (!/^\d{1,9}(\.\d+)?$/.test(text)) return null;
  const [whole = "", cents = ""] = text.split(".");
  if (cents.length > digits) return null;
  const amount = Number(whole) * 10 ** digits + Number(cents.padEnd(digits, "0") || "0");
  return amount > 0 ? amount : null;
}
