import { minorDigits } from "../../../../contract/formats/numbers.ts";

/** The room for taxes that are added at checkout, as a factor. */
const taxRoom = 1.25;

/**
 * What staff with a limit may refund unless the studio set another amount: a month of its most expensive plan with its taxes,
 * rounded up to a whole amount.
 * @param highestMonth the highest price of a month in a currency, in minor units
 * @returns minor units
 */
export function defaultRefundLimit(highestMonth: number, currencyCode: string): number {
  const unit = 10 ** minorDigits(currencyCode);
  return Math.ceil((highestMonth * taxRoom) / unit) * unit;
}
