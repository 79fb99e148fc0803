import type { HeldSubscription } from "../held-ports.ts";
import { periodsAfter } from "../rules/calendar.ts";
import type { Period } from "../rules/calendar.ts";
import { wholeRate, withTax } from "../rules/tax.ts";
import type { Tax } from "../rules/tax.ts";

/** The greatest price that costs no more than an amount, with the tax that comes on top of it. */
export function priceWithin(amount: number, tax: Tax): number {
  let price = tax.isInclusive ? amount : Math.ceil((amount * 100_000) / (100_000 + wholeRate(tax)));
  while (withTax(price, tax) > amount) price -= 1;
  return price;
}

/** Terms of at most a century. */
const maxTerms = 5_200;

/**
 * From when our cycle counts the terms, and the number of the running one: the provider's own anchor if its terms are counted as
 * ours are, so that the 31st stays the 31st. Otherwise terms are counted from the end of the running one.
 */
export function anchorOf(
  { anchorAt, termEndsAt }: Pick<HeldSubscription, "anchorAt" | "termEndsAt">,
  period: Period,
): { anchorAt: Date; termNumber: number } {
  for (let number = 0; number <= maxTerms; number += 1) {
    const end = periodsAfter(anchorAt, number, period);
    if (end.getTime() === termEndsAt.getTime()) return { anchorAt, termNumber: number };
    if (end > termEndsAt) break;
  }
  return { anchorAt: termEndsAt, termNumber: 0 };
}
