import { decimalSeparator } from "../../contract/formats/numbers.ts";

/**
 * A typed exchange rate. A comma and a point both begin the decimals, unless that one may separate thousands in the language:
 * 17,500 in English.
 * @returns "grouped" for such a text, or null if it isn't a number above zero
 */
export function readRate(typed: string, locale: string): number | "grouped" | null {
  const text = typed.trim();
  const [, whole = "", separator, part = ""] = /^(\d{1,9})(?:([.,])(\d{1,12}))?$/.exec(text) ?? [];
  const isOwn = separator === undefined || separator === decimalSeparator({ locale });
  if (!(whole && isOwn) && /^[1-9]\d{0,2}(?:[.,'’\s]\d{3})+(?:[.,]\d+)?$/.test(text)) return "grouped";
  const value = Number(`${whole || "0"}.${part || "0"}`);
  return value > 0 ? value : null;
}
