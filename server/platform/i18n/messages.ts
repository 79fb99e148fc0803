import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setupI18n, type I18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import PO from "pofile";
import { formatDate } from "../../../contract/formats/dates.ts";
import { isolateValues } from "../../../contract/formats/isolate.ts";
import { formatMoney } from "../../../contract/formats/numbers.ts";
import { localeOf, sourceLocale, type Locale } from "../../../contract/locales.ts";

/** Values of a text; a message among them is rendered in the same language. */
export type MessageValues = Readonly<Record<string, string | number | Message>>;

/** A text for a person, which `translate` renders in their language. Only the functions below make one. */
export type Message =
  | {
      readonly kind: "text";
      /** ICU message with named placeholders, in English. */
      readonly text: string;
      readonly values: MessageValues;
      readonly context: string | undefined;
    }
  | { readonly kind: "verbatim"; readonly text: string }
  | { readonly kind: "money"; readonly amount: number; readonly currencyCode: string }
  | { readonly kind: "day"; readonly at: Date }
  | { readonly kind: "read"; readonly read: (locale: Locale) => string }
  | { readonly kind: "joined"; readonly parts: readonly Message[]; readonly separator: string };

/**
 * Declares a text. `npm run messages` collects it for the catalogs, so `text` and `context` must be literals.
 * @param options.context tells two meanings of the same English text apart
 */
export const msg = (
  text: string,
  values: MessageValues = {},
  options: { readonly context?: string } = {},
): Message => ({ kind: "text", text, values, context: options.context });

/** A text that is the same in every language: a name, a title, what a person wrote. */
export const verbatim = (text: string): Message => ({ kind: "verbatim", text });

/** A text that is translated elsewhere than in the catalogs, such as the name of a plan. @param read gives it in a language */
export const readIn = (read: (locale: Locale) => string): Message => ({ kind: "read", read });

/** An amount in minor units, formatted in the reader's language. */
export const moneyIn = (currencyCode: string, amount: number): Message => ({
  kind: "money",
  amount,
  currencyCode,
});

/** A UTC day, formatted in the reader's language. */
export const utcDay = (at: Date): Message => ({ kind: "day", at });

/** A text in English alone: for developers of API clients, who pass what no page lets a person enter. */
export const inEnglish = (text: string): Message => verbatim(text);

/** Whole sentences, one after another. */
export const sentences = (...parts: readonly Message[]): Message => ({
  kind: "joined",
  parts,
  separator: " ",
});

/** One text a line. */
export const lines = (...parts: readonly Message[]): Message => ({ kind: "joined", parts, separator: "\n" });

const catalogFolder = join(import.meta.dirname, "../../../messages");

interface Language {
  readonly i18n: I18n;
  readonly translations: ReadonlyMap<string, string>;
}
const languages = new Map<Locale, Language>();

/** Reads a language's catalog, once. */
function languageOf(locale: Locale): Language {
  let language = languages.get(locale);
  if (!language) {
    const i18n = setupI18n({ locale, messages: { [locale]: {} } });
    languages.set(locale, (language = { i18n, translations: readCatalog(locale) }));
  }
  return language;
}

function readCatalog(locale: Locale): Map<string, string> {
  const found = new Map<string, string>();
  if (locale === sourceLocale) return found;
  const catalog = PO.parse(readFileSync(join(catalogFolder, `${locale}.po`), "utf8"));
  for (const { msgid, msgctxt, msgstr } of catalog.items)
    if (msgstr[0]) found.set(generateMessageId(msgid, msgctxt ?? undefined), msgstr[0]);
  return found;
}

/**
 * Renders a text in a language; in English without a translation. Numbers are formatted in the language.
 * @param tag a language such as `es`, or a tag such as `de-CH`
 */
export function translate(message: Message, tag: string): string {
  if (message.kind === "verbatim") return message.text;
  if (message.kind === "money") return formatMoney(message.amount, message.currencyCode, { locale: tag });
  if (message.kind === "day") return formatDate(message.at, "date", { locale: tag, timeZone: "UTC" });
  if (message.kind === "read") return message.read(localeOf(tag));
  if (message.kind === "joined")
    return message.parts.map((part) => translate(part, tag)).join(message.separator);
  const { text, values, context } = message;
  const locale = localeOf(tag);
  const { i18n, translations } = languageOf(locale);
  const id = generateMessageId(text, context);
  if (!i18n.messages[id]) i18n.load(locale, { [id]: compileMessageOrThrow(translations.get(id) ?? text) });
  return i18n._(
    id,
    isolateValues(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === "object" ? translate(value, tag) : value,
        ]),
      ),
    ),
  );
}
