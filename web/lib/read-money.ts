import { minorDigits } from "./money.ts";

/** GraphQL sends amounts as 32-bit integers. */
const maxAmount = 2 ** 31 - 1;

/** A typed amount in minor units; null if it isn't one above zero. A comma and a point both begin the decimals. */
export function readMoney(typed: string, currencyCode: string): number | null {
  const digits = minorDigits(currencyCode);
  const [, whole = "", decimals = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === "" || decimals.length > digits) return null;
  const amount = Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, "0"));
  return amount > 0 && amount <= maxAmount ? amount : null;
}
