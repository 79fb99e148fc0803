import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setupI18n, type I18n } from "@lingui/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import PO from "pofile";
import { sourceLocale, type Locale } from "../../../contract/locales.ts";

export type MessageValues = Readonly<Record<string, string | number>>;

/** A text for a person, in English, which `translate` renders in their language. */
export interface Message {
  /** ICU message with named placeholders. */
  readonly text: string;
  readonly values: MessageValues;
}

/** Declares a text. `npm run messages` collects it for the catalogs, so `text` must be a literal. */
export const msg = (text: string, values: MessageValues = {}): Message => ({ text, values });

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

/** Renders a text in a language; in English without a translation. Numbers are formatted in the language. */
export function translate({ text, values }: Message, locale: Locale): string {
  const { i18n, translations } = languageOf(locale);
  const id = generateMessageId(text);
  if (!i18n.messages[id]) i18n.load(locale, { [id]: compileMessageOrThrow(translations.get(id) ?? text) });
  return i18n._(id, values);
}
