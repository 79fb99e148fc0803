/** The catalogs of `messages/`: gettext's PO files, which translators' tools read. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import PO from "pofile";
import { locales, sourceLocale, type Locale } from "../../contract/locales.ts";

const folder = join(import.meta.dirname, "../../messages");
export const translated: readonly Locale[] = locales.filter((locale) => locale !== sourceLocale);

/** A message of the source code. */
export type SourceMessage = {
  id: string;
  message: string;
  context?: string;
  comments: readonly string[];
  /** Files that use it, relative to the project. */
  files: readonly string[];
};

export const catalogFile = (locale: Locale): string => join(folder, `${locale}.po`);

/** The translations of a language by message id; a missing one is left out. */
export function readTranslations(locale: Locale): Map<string, string> {
  const found = new Map<string, string>();
  for (const { msgid, msgctxt, msgstr } of PO.parse(readFileSync(catalogFile(locale), "utf8")).items)
    if (msgstr[0]) found.set(generateMessageId(msgid, msgctxt ?? undefined), msgstr[0]);
  return found;
}

/** Prints the catalog of a language: the source's messages in order, with their translations. */
export function printCatalog(
  locale: Locale,
  messages: readonly SourceMessage[],
  translations: ReadonlyMap<string, string>,
): string {
  const catalog = new PO();
  catalog.headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    Language: locale,
  };
  catalog.items = messages.map(({ id, message, context, comments, files }) => {
    const item = new PO.Item();
    item.msgid = message;
    if (context !== undefined) item.msgctxt = context;
    item.msgstr = [locale === sourceLocale ? "" : (translations.get(id) ?? "")];
    item.extractedComments = [...comments];
    item.references = [...files];
    return item;
  });
  return `${catalog.toString().trimEnd()}\n`;
}

/** Writes all catalogs; translations without a message are dropped. */
export function writeCatalogs(messages: readonly SourceMessage[]): void {
  for (const locale of locales) {
    let translations = new Map<string, string>();
    try {
      translations = readTranslations(locale);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    writeFileSync(catalogFile(locale), printCatalog(locale, messages, translations));
  }
}

type Token = string | readonly [string, string?, (Record<string, readonly Token[]> | string)?];

/** The placeholders and tags of an ICU message. @throws if it can't be parsed */
function placeholdersOf(message: string): Set<string> {
  const names = new Set<string>();
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (typeof token === "string") {
        for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) names.add(tag);
        continue;
      }
      const [name, , cases] = token;
      // The parser prints a plural's # as its number.
      if (name !== "#") names.add(name);
      if (cases && typeof cases === "object")
        for (const [key, branch] of Object.entries(cases)) if (key !== "offset") walk(branch);
    }
  };
  const tokens = compileMessageOrThrow(message) as unknown;
  walk((typeof tokens === "string" ? [tokens] : tokens) as readonly Token[]);
  return names;
}

/** Why a translation doesn't fit its message; null if it does. */
export function faultOf(message: string, translation: string): string | null {
  try {
    const [wanted, given] = [placeholdersOf(message), placeholdersOf(translation)];
    const lacking = [...wanted].filter((name) => !given.has(name));
    const surplus = [...given].filter((name) => !wanted.has(name));
    if (lacking.length > 0) return `lacks ${lacking.join(", ")}`;
    return surplus.length > 0 ? `has an unknown ${surplus.join(", ")}` : null;
  } catch (error) {
    return `isn't an ICU message: ${(error as Error).message}`;
  }
}
