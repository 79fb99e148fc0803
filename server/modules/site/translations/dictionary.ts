import type { Locale } from "../../../../contract/locales.ts";
import type { TranslationRow } from "./store.ts";

/** Translations of the studio's contents, in memory: every list of categories or plans reads them. */
export interface Dictionary {
  /** A text in a language; null without a translation that still applies. */
  find(of: { kind: string; subject: string; field: string; locale: Locale; text: string }): string | null;
  /** Languages that some class has been translated into. The texts of classes are read per request. */
  readonly classLocales: ReadonlySet<Locale>;
}

const keyOf = (row: { kind: string; subject: string; field: string; locale: string }): string =>
  `${row.locale} ${row.kind} ${row.field} ${row.subject}`;

/** Whether a translation still applies: a built-in one does until the studio changes the text. */
export const applies = (row: TranslationRow, text: string): boolean =>
  row.source === null || row.source === text;

export function dictionaryOf(
  rows: readonly TranslationRow[],
  classLocales: readonly Locale[] = [],
): Dictionary {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return {
    find: (of) => {
      const row = byKey.get(keyOf(of));
      return row && applies(row, of.text) ? row.text : null;
    },
    classLocales: new Set(classLocales),
  };
}
