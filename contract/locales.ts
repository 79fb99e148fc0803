/** Languages of the interface. English is the source; each other one has a catalog in `messages/`. */
export const locales = ["en", "es", "de"] as const;
export type Locale = (typeof locales)[number];

export const sourceLocale: Locale = "en";

/**
 * English with accents and a third longer, from left to right and from right to left. Builds with PSEUDO_LOCALES=1 have them,
 * for browsers whose cookie names one.
 */
export const pseudoLocales = ["en-XA", "en-XB"] as const;
export type PseudoLocale = (typeof pseudoLocales)[number];

/** Names of the languages in themselves. */
export const localeNames: Readonly<Record<Locale, string>> = {
  en: "English",
  es: "Español",
  de: "Deutsch",
};

/** Name of the cookie with the chosen language of a browser. */
export const localeCookie = "locale";

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale);

/** The language of a tag such as `de-CH`; English if the interface isn't in it. */
export function localeOf(tag: string | null | undefined): Locale {
  const language = tag?.split("-")[0]?.toLowerCase();
  return isLocale(language) ? language : sourceLocale;
}

/** Direction of a language's script, for the `dir` attribute. */
export const directionOf = (locale: string): "ltr" | "rtl" =>
  /^(?:ar|fa|he|ur)\b|^en-XB$/.test(locale) ? "rtl" : "ltr";

/** The best language for an Accept-Language header; English if it names none of them. */
export function acceptedLocale(header: string | undefined): Locale {
  const ranges = (header ?? "")
    .split(",")
    .slice(0, 20)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return { language: tag.split("-")[0] ?? "", quality: quality ? Number(quality.slice(2)) || 0 : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  const found = ranges.find(({ language }) => isLocale(language) || language === "*")?.language;
  return isLocale(found) ? found : sourceLocale;
}

/** The language in a browser's cookies, which a choice or the account has set; null without one. */
export function chosenLocale(cookies: string): Locale | null {
  const chosen = new RegExp(`(?:^|; )${localeCookie}=([a-z]+)(?:;|$)`).exec(cookies)?.[1];
  return isLocale(chosen) ? chosen : null;
}

/** The pseudo-locale that a browser's cookie names; null without one. */
export function chosenPseudoLocale(cookies: string): PseudoLocale | null {
  const chosen = new RegExp(`(?:^|; )${localeCookie}=(en-X[AB])(?:;|$)`).exec(cookies)?.[1];
  return pseudoLocales.find((locale) => locale === chosen) ?? null;
}

/** The language that a browser chose by its cookie or, without one, by its Accept-Language header. */
export function requestedLocale(headers: {
  cookie?: string | undefined;
  "accept-language"?: string | undefined;
}): Locale {
  return chosenLocale(headers.cookie ?? "") ?? acceptedLocale(headers["accept-language"]);
}
