import { shareOf, splitByWeight } from "./money.ts";

const hundredPercent = 100_000;

/** One tax among those of a place. */
export interface TaxPart {
  /** As its law calls it. */
  readonly name: string;
  /** Thousandths of a percent: 9.975 % is 9975. */
  readonly milliPercent: number;
}

/** What tax a place takes. */
export interface Tax {
  readonly parts: readonly TaxPart[];
  /** Whether prices hold it already. */
  readonly isInclusive: boolean;
}

/** A tax with what it came to, in minor units. */
export interface TaxedPart extends TaxPart {
  readonly amount: number;
}

export const sumOf = (taxes: readonly TaxedPart[]): number =>
  taxes.reduce((sum, { amount }) => sum + amount, 0);

/** All that a place takes, in thousandths of a percent. */
export const wholeRate = ({ parts }: Pick<Tax, "parts">): number =>
  parts.reduce((sum, { milliPercent }) => sum + milliPercent, 0);

/**
 * The taxes of an amount: within it where prices hold them, on top of it where they don't, each reckoned on the amount without the others. What comes
 * to nothing is left out.
 */
export function taxesOf(amount: number, tax: Tax): TaxedPart[] {
  const rate = wholeRate(tax);
  const amounts = tax.isInclusive
    ? splitByWeight(
        shareOf(amount, rate, hundredPercent + rate),
        tax.parts.map(({ milliPercent }) => milliPercent),
      )
    : tax.parts.map(({ milliPercent }) => shareOf(amount, milliPercent, hundredPercent));
  return tax.parts
    .map(({ name, milliPercent }, at) => ({ name, milliPercent, amount: amounts[at]! }))
    .filter((part) => part.amount > 0);
}

/** A value with what is paid on top of it. */
export const withTax = (value: number, tax: Tax): number =>
  tax.isInclusive ? value : value + sumOf(taxesOf(value, tax));

/** What an invoice calls its taxes together: "GST and QST"; "Tax" where nothing is taken. */
export const taxNames = (taxes: readonly TaxPart[]): string =>
  [...new Set(taxes.map(({ name }) => name))].join(" and ") || "Tax";
