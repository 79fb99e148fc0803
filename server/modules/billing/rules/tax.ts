import { shareOf, splitByWeight } from "./money.ts";

const hundredPercent = 100_000;

/** One of the taxes of a place. */
export interface TaxPart {
  /** The legal name. */
  readonly name: string;
  /** Thousandths of a percent: 9.975 % is 9975. */
  readonly milliPercent: number;
}

/** The taxes of a place. */
export interface Tax {
  readonly parts: readonly TaxPart[];
  /** Whether prices include the tax. */
  readonly isInclusive: boolean;
  /** The buyer owes it: it is taken out of prices that include it, and isn't charged. */
  readonly isReversed?: boolean;
}

/** A tax with its amount in minor units. */
export interface TaxedPart extends TaxPart {
  readonly amount: number;
}

export const sumOf = (taxes: readonly TaxedPart[]): number =>
  taxes.reduce((sum, { amount }) => sum + amount, 0);

/** The sum of all rates, in thousandths of a percent. */
export const wholeRate = ({ parts }: Pick<Tax, "parts">): number =>
  parts.reduce((sum, { milliPercent }) => sum + milliPercent, 0);

/**
 * The taxes of an amount: included in it or added on top. Each is computed on the net amount. Taxes of zero
 * are omitted.
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

/** A price without the tax that it includes, where the buyer owes the tax. */
export const withoutReversed = (price: number, tax: Tax): number =>
  tax.isReversed && tax.isInclusive ? price - sumOf(taxesOf(price, tax)) : price;

/** A value plus the tax on top of it. */
export const withTax = (value: number, tax: Tax): number =>
  tax.isInclusive || tax.isReversed ? value : value + sumOf(taxesOf(value, tax));

/** The common label of taxes on an invoice: "GST and QST"; "Tax" if there are none. */
export const taxNames = (taxes: readonly TaxPart[]): string =>
  [...new Set(taxes.map(({ name }) => name))].join(" and ") || "Tax";
