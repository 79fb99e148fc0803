import { expect, test } from "vitest";
import { acceptedLocale, requestedLocale, chosenPseudoLocale, directionOf } from "./locales.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["fr-FR, es-MX;q=0.7, en;q=0.3", "es"],
  ["en;q=0.2, de;q=0.9", "de"],
  ["de;q=0, en", "en"],
  ["fr, ja", "en"],
  ["*;q=0.5, es;q=0.1", "en"],
  ["es;q=x", "en"],
])("reads the language from the header %s", (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});

test("prefers the language of the cookie", () => {
  expect(requestedLocale({ cookie: "theme=room; locale=es", "accept-language": "de" })).toBe("es");
});

test("ignores an unknown language in the cookie", () => {
  expect(requestedLocale({ cookie: "locale=xx", "accept-language": "de" })).toBe("de");
});

test("reads a pseudo-locale from its cookie alone, and no other language", () => {
  expect(chosenPseudoLocale("theme=room; locale=en-XB")).toBe("en-XB");
  expect(chosenPseudoLocale("locale=de")).toBeNull();
  expect(requestedLocale({ cookie: "locale=en-XA", "accept-language": "de" })).toBe("de");
  expect(["en-XA", "en-XB"].map((locale) => directionOf(locale))).toEqual(["ltr", "rtl"]);
});
