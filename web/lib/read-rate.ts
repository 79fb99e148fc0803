import { decimalSeparator } from "../../contract/formats/numbers.ts";

/**
 * A typed exchange rate. The decimals begin with the language's separator. The other one is read as decimals too, unless three digits
 * follow it: 17,500 in English may mean thousands.
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
