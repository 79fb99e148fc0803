/**
 * A typed amount in minor units; null if it isn't one. Both decimal signs are read, since people type either.
 * @param digits decimals of the currency
 */
export function readMoney(typed: string, digits: number): number | null {
  const match = /^(\d{1,7})(?:[.,](\d+))?$/.exec(typed.trim());
  if (!match || (match[2] ?? "").length > digits) return null;
  const [, whole = "", fraction = ""] = match;
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, "0") || "0");
}
