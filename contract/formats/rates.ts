import { memoized, type FormatContext } from "./context.ts";

const ratesOf = memoized((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }));

/** An exchange rate: 0.92, or 0.00612. */
export const formatRate = (rate: number, { locale }: Pick<FormatContext, "locale">): string =>
  ratesOf(locale).format(rate);
