import { memoized, type FormatContext } from "./context.ts";

const currencyNamesOf = memoized(
  (locale) => new Intl.DisplayNames(locale, { type: "currency", fallback: "none" }),
);

/** Name of an ISO 4217 currency; null if unknown. */
export const currencyName = (code: string, { locale }: Pick<FormatContext, "locale">): string | null =>
  currencyNamesOf(locale).of(code) ?? null;

/** IANA time zones of this device or server, in alphabetical order. */
export const timeZones = (): string[] => Intl.supportedValuesOf("timeZone");
