import { shareOf } from "./money.ts";
import type { TaxedPart } from "./tax.ts";

export const creditNoteReasons = ["refund", "withdrawal", "dispute_lost", "canceled"] as const;
/** Why an invoice is taken back. `canceled`: it was never paid, and isn't owed any more. */
export type CreditNoteReason = (typeof creditNoteReasons)[number];

/** Money of a paid invoice that left again, in minor units. */
export interface MoneyBack {
  readonly amountPaid: number;
  readonly amountRefunded: number;
  /** Lost to disputes. */
  readonly amountLost: number;
  /** What credit notes say was refunded. */
  readonly noted: number;
}

/**
 * What left an invoice and has no credit note yet. A refund that failed keeps its note, since the money is still
 * owed: the next refund is covered by it.
 */
export const uncreditedOf = ({ amountPaid, amountRefunded, amountLost, noted }: MoneyBack): number =>
  Math.max(0, Math.min(amountPaid, amountRefunded + amountLost) - noted);

/**
 * The tax share of a credit note. Shares are differences of rounded sums, so that the parts of a whole invoice
 * add up to its taxes to the cent.
 * @param before what earlier credit notes of the invoice took back
 */
export function creditNoteTaxes(
  invoice: { readonly total: number; readonly taxes: readonly TaxedPart[] },
  before: number,
  amount: number,
): TaxedPart[] {
  if (invoice.total <= 0) return [];
  const upTo = (part: TaxedPart, sum: number) => shareOf(part.amount, sum, invoice.total);
  return invoice.taxes
    .map((part) => ({ ...part, amount: upTo(part, before + amount) - upTo(part, before) }))
    .filter((part) => part.amount > 0);
}
