import type { BillingAddress } from "../../../../contract/card-field.ts";

/** What the studio knows of where somebody buys. Countries are ISO 3166-1. */
export type Places = {
  /** Whose prices are shown, unless another is chosen. */
  countryCode: string;
  /** Where the request comes from; null when that isn't known. */
  locatedIn: string | null;
  /** The countries that prices were made for. */
  countries: readonly string[];
};

/** The rest of the world: the code that ISO 3166 leaves to its users for an unknown country. */
export const elsewhere = "ZZ";

const names = new Intl.DisplayNames("en", { type: "region" });

export const countryName = (code: string): string => names.of(code) ?? code;

/** The countries to choose from, by name; `chosen` is among them, and the rest of the world comes last. */
export function countryChoices({ countries, locatedIn }: Places, chosen: string): string[] {
  const codes = new Set([...countries, chosen, ...(locatedIn ? [locatedIn] : [])]);
  codes.delete(elsewhere);
  return [
    ...[...codes].sort((one, other) => countryName(one).localeCompare(countryName(other), "en")),
    elsewhere,
  ];
}

/** A whole postcode, where taxes go by it: five digits or nine of a ZIP code, six characters of a Canadian one. */
const patterns: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[a-z]\d[a-z]\d[a-z]\d$/i,
};

/** Whether taxes of a country go by the postcode. */
export const asksPostcode = (countryCode: string): boolean => Object.hasOwn(patterns, countryCode);

/** The bill's address; without a postcode until a whole one is typed. */
export function addressOf(countryCode: string, typed: string): BillingAddress {
  const postcode = typed.replaceAll(/\s/g, "").toUpperCase();
  return { countryCode, postcode: patterns[countryCode]?.test(postcode) ? postcode : null };
}
