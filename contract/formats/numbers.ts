import { memoized, type FormatContext } from "./context.ts";

type Locale = Pick<FormatContext, "locale">;

const currencyOf = memoized(
  (locale, currency, digits) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      ...(digits && { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) }),
    }),
);
const percentOf = memoized(
  (locale, digits) =>
    new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: Number(digits) }),
);

const separatorOf = memoized(
  (locale) => new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")!.value,
);

/** What separates decimals in a language: a point, or a comma. */
export const decimalSeparator = ({ locale }: Locale): string => separatorOf(locale);

/** Number of decimal digits of a currency: 2 for EUR, 0 for JPY. */
export const minorDigits = (currencyCode: string): number =>
  currencyOf("en", currencyCode, "").resolvedOptions().maximumFractionDigits ?? 2;

/**
 * An amount as providers write it: 14.99, or 1900 yen. Made of digits alone, since a float isn't exact.
 * @param minor not negative
 */
export function toDecimal(minor: number, currencyCode: string): string {
  const digits = minorDigits(currencyCode);
  const text = String(minor).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Minor units of an amount as providers write it. */
export const fromDecimal = (decimal: number | string, currencyCode: string): number =>
  Math.round(Number(decimal) * 10 ** minorDigits(currencyCode));

/**
 * €119.00; with `short` a whole amount has no decimals: €119.
 * @param minor integer in the currency’s minor unit: cents, or yen, which have none
 */
export function formatMoney(
  minor: number,
  currencyCode: string,
  { locale }: Locale,
  { short = false } = {},
): string {
  const digits = minorDigits(currencyCode);
  const unit = 10 ** digits;
  const shown = short && minor % unit === 0 ? 0 : digits;
  return currencyOf(locale, currencyCode, String(shown)).format(minor / unit);
}

/**
 * 12.5%.
 * @param share 1 is 100%
 */
export const formatPercent = (share: number, { locale }: Locale, digits = 1): string =>
  percentOf(locale, String(digits)).format(share);

/** Whether a text is a currency code of ISO 4217 that this runtime knows. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf("currency").includes(code);
