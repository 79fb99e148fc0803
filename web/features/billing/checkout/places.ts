import type { BillingAddress } from "../../../../contract/card-field.ts";
import { countryName as countryNameIn } from "../../../../contract/formats/names.ts";
import { here } from "../../../lib/reader.ts";

/** Billing regions of the buyer. Countries are ISO 3166-1. */
export type Places = {
  /** Country of the shown prices, unless another is chosen. */
  countryCode: string;
  /** Country of the request; null if unknown. */
  locatedIn: string | null;
  /** Countries with their own prices. */
  countries: readonly string[];
};

/** The rest of the world: ISO 3166's user-assigned code for an unknown country. */
export const elsewhere = "ZZ";

export const countryName = (code: string): string => countryNameIn(code, here()) ?? code;

/** Countries to choose from, sorted by name. Includes `chosen`; the rest of the world comes last. */
export function countryChoices({ countries, locatedIn }: Places, chosen: string): string[] {
  const codes = new Set([...countries, chosen, ...(locatedIn ? [locatedIn] : [])]);
  codes.delete(elsewhere);
  return [
    ...[...codes].sort((one, other) => countryName(one).localeCompare(countryName(other), here().locale)),
    elsewhere,
  ];
}

/**
 * Complete postcodes, where taxes depend on them: ZIP codes of five or nine digits, Canadian codes of six
 * characters.
 */
const patterns: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[a-z]\d[a-z]\d[a-z]\d$/i,
};

/** Whether taxes of a country depend on the postcode. */
export const asksPostcode = (countryCode: string): boolean => Object.hasOwn(patterns, countryCode);

/** The billing address; without a postcode until it is complete. */
export function addressOf(countryCode: string, typed: string): BillingAddress {
  const postcode = typed.replaceAll(/\s/g, "").toUpperCase();
  return { countryCode, postcode: patterns[countryCode]?.test(postcode) ? postcode : null };
}
