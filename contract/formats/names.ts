import { memoized, type FormatContext } from "./context.ts";

type Locale = Pick<FormatContext, "locale">;

const namesOf = memoized(
  (locale, type) => new Intl.DisplayNames(locale, { type: type as "region" | "language", fallback: "none" }),
);
const currencyNamesOf = memoized(
  (locale) => new Intl.DisplayNames(locale, { type: "currency", fallback: "none" }),
);
const listOf = memoized(
  (locale, type) => new Intl.ListFormat(locale, { type: type as "conjunction" | "disjunction" }),
);

/** Looks a name up; null for a code that is malformed or unknown. */
function nameOf(code: string, type: "region" | "language", locale: string): string | null {
  try {
    return namesOf(locale, type).of(code) ?? null;
  } catch {
    return null;
  }
}

/** Name of an ISO 3166-1 alpha-2 country; null if unknown. */
export const countryName = (code: string, { locale }: Locale): string | null =>
  nameOf(code, "region", locale);

// Groups of countries and reserved codes, which have names of their own.
const notCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);
const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** All ISO 3166-1 alpha-2 countries with their names, by name. It takes some milliseconds. */
export const countriesByName = (locale: Locale): { readonly code: string; readonly name: string }[] =>
  alphabet
    .flatMap((first) => alphabet.map((second) => first + second))
    // A former code, such as BU, stands for its successor.
    .filter((code) => !notCountries.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .flatMap((code) => {
      const name = countryName(code, locale);
      return name === null ? [] : [{ code, name }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, locale.locale));

/** Name of an ISO 4217 currency; null if unknown. */
export const currencyName = (code: string, { locale }: Locale): string | null =>
  currencyNamesOf(locale).of(code) ?? null;

/** Name of a BCP 47 language tag; null if malformed or unknown. */
export const languageName = (tag: string, { locale }: Locale): string | null =>
  nameOf(tag, "language", locale);

/** Name of a language in itself, with a capital: English, Português (Brasil). The tag if unknown. */
export function nativeLanguageName(tag: string): string {
  const name = nameOf(tag, "language", tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Tap, jazz, and house. */
export const formatList = (items: readonly string[], { locale }: Locale): string =>
  listOf(locale, "conjunction").format(items);

/** The parts of `formatList`, for items with a markup of their own. `item` is the place in the list; null between items. */
export const listParts = (
  count: number,
  { locale }: Locale,
): { readonly item: number | null; readonly text: string }[] =>
  listOf(locale, "conjunction")
    .formatToParts(Array.from({ length: count }, (_unused, place) => String(place)))
    .map(({ type, value }) => ({ item: type === "element" ? Number(value) : null, text: value }));

/** Tap, jazz, or house. */
export const formatOptions = (items: readonly string[], { locale }: Locale): string =>
  listOf(locale, "disjunction").format(items);

const rightToLeft = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm"]);

/** Direction of a language’s script, for `dir`. */
export const textDirection = (locale: string): "ltr" | "rtl" =>
  rightToLeft.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr";
