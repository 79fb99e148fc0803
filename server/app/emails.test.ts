import { expect, test } from "vitest";
import { localeNames, locales, sourceLocale } from "../../contract/locales.ts";
import type { Locale } from "../../contract/locales.ts";
import { withoutFreeText } from "../platform/mail/content.ts";
import { button, dark, light } from "../platform/mail/theme.ts";
import { renderEmail } from "../platform/mail/render.ts";
import { listPreviews } from "../platform/mail/template.ts";
import "./modules.ts";

const timeZone = "Asia/Tokyo";
const studioName = "Marlow Street";
const reader = { locale: "en", timeZone, studioName };
const studio = {
  name: studioName,
  seller: null,
  legalPages: ["imprint", "privacy"] as const,
  brand: { accent: null, logo: null },
};
const place = { locale: "en", publicUrl: "https://dance.example", studio };
/** Subjects in other languages are a little longer. */
const maxSubject = { en: 50, es: 60, de: 60 } satisfies Record<Locale, number>;
/** Gmail cuts longer emails off. */
const maxBytes = 100_000;
const all = listPreviews().map(({ name, variant, email }) => [`${name}, ${variant}`, email] as const);
const inEachLanguage = all.flatMap(([name, email]) =>
  locales.map((locale) => [name, localeNames[locale], email, locale] as const),
);

test("declares emails in every module that sends some", () => {
  const modules = new Set(listPreviews().map(({ name }) => name.split(".")[0]));
  expect([...modules].toSorted()).toEqual([
    "billing",
    "community",
    "identity",
    "notifications",
    "site",
    "studio",
  ]);
});

test.each(inEachLanguage)("writes %s completely in %s, as HTML and as text", async (...given) => {
  const [, , email, locale] = given;
  const content = email.write({ locale, timeZone, studioName });
  const { html, text } = await renderEmail(content, { ...place, locale });
  expect(Buffer.byteLength(html)).toBeLessThan(maxBytes);
  expect(html).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
  expect(html).toMatch(/<html[^>]* dir="ltr"/);
  expect(html.match(/class="action"/g) ?? []).toHaveLength(content.action ? 1 : 0);
  for (const said of [content.heading, ...content.paragraphs.flatMap((part) => part.split("\n"))])
    expect(text).toContain(said);
  for (const { value } of content.facts ?? []) expect(text).toContain(value);
  if (content.action) expect(text).toContain(place.publicUrl + content.action.path);
  for (const written of [html, text, content.subject, content.preheader])
    expect(written).not.toMatch(/undefined|\bnull\b|NaN|\[object|\$\{|\{\w*\}/);
  expect(html).not.toMatch(/<img|<script|<link|src=|url\(/i);
  for (const written of [html, text, content.subject, content.preheader])
    expect(written).not.toContain("Eightcount");
});

test.each(all)("leaves what people write out of %s to an unverified address", (_name, email) => {
  // A request of the law's form answers the address that was typed, with what was sent.
  if (email.isOfOthers) return;
  expect(JSON.stringify(withoutFreeText(email.write(reader)))).not.toContain("Demo");
});

test.each(locales)("writes subjects in %s that inboxes show whole", (locale) => {
  const long = all.filter(
    ([, email]) => email.write({ locale, timeZone, studioName }).subject.length > maxSubject[locale],
  );
  expect(long.map(([name]) => name)).toEqual([]);
});

test.each(locales.filter((locale) => locale !== sourceLocale))(
  "leaves no English in the headings, buttons and small print of emails in %s",
  (locale) => {
    for (const [name, email] of all) {
      const [english, translated] = [email.write(reader), email.write({ locale, timeZone, studioName })];
      // The heading of a text of the studio is the studio’s own, in the languages that it writes.
      if (!english.body) expect(translated.heading, name).not.toBe(english.heading);
      if (english.action) expect(translated.action?.label, name).not.toBe(english.action.label);
      if (english.footnote) expect(translated.footnote, name).not.toBe(english.footnote);
    }
  },
);

test("turns the layout around for a language that is written from the right", async () => {
  const { html } = await renderEmail(all[0]![1].write(reader), { ...place, locale: "ar" });
  expect(html).toMatch(/<html[^>]* dir="rtl"/);
});

/** Contrast of two colors by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test.each([
  ["light", light],
  ["dark", dark],
])("has enough contrast in the %s theme", (_name, { ground, ink, muted, mark }) => {
  expect(contrast(ground, ink)).toBeGreaterThan(7);
  expect(contrast(ground, muted)).toBeGreaterThan(4.5);
  expect(contrast(ground, mark)).toBeGreaterThan(3);
  expect(contrast(button.fill, button.ink)).toBeGreaterThan(4.5);
});
