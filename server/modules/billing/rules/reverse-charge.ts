import { euCountries } from "./countries.ts";
import type { Tax } from "./tax.ts";

/** The country of a VAT id by its prefix. Greece's is EL. Northern Ireland's XI holds for goods alone. */
export const countryOfVatId = (vatId: string): string => {
  const prefix = vatId.slice(0, 2);
  return prefix === "EL" ? "GR" : prefix;
};

/** Where seller and buyer are, and their VAT ids, as far as each has one. */
export interface TaxParties {
  readonly seller: { readonly countryCode: string | null; readonly vatId: string | null } | null;
  /** `vatId` is valid, or null. */
  readonly buyer: { readonly vatId: string | null } | null;
  /** The place of sale. It must agree with the buyer's VAT id. */
  readonly countryCode: string;
}

/**
 * Whether the buyer owes the tax: a business in another EU country than the seller, both with VAT ids (EU VAT
 * directive, articles 44 and 196).
 */
export function isReverseCharge({ seller, buyer, countryCode }: TaxParties): boolean {
  if (!seller?.vatId || !seller.countryCode || !buyer?.vatId) return false;
  return (
    euCountries.has(seller.countryCode) &&
    euCountries.has(countryCode) &&
    countryCode !== seller.countryCode &&
    countryOfVatId(buyer.vatId) === countryCode
  );
}

/** The tax of a place for a buyer who owes it: prices lose the tax that they include. */
export const reversed = (tax: Tax): Tax => ({ ...tax, isReversed: true });
