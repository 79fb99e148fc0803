/** Formats money in the page’s language. Amounts are integers in minor units: cents, or yen, which have none. */
import { formatMoney as formatMoneyIn } from "../../contract/formats/numbers.ts";
import { here } from "./reader.ts";

export { minorDigits } from "../../contract/formats/numbers.ts";

/** €119.00; with `short` a whole amount has no decimals: €119. */
export const formatMoney = (minor: number, currencyCode: string, options?: { short?: boolean }): string =>
  formatMoneyIn(minor, currencyCode, here(), options);
