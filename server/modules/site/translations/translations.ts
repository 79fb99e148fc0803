import { isLocale, locales, sourceLocale, type Locale } from "../../../../contract/locales.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { BadInput, NotFound } from "../../../platform/errors.ts";
import { inEnglish, readIn } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { readLine, readText } from "../../../platform/text.ts";
import { recordAuditEntry, requireStaff } from "../../identity/index.ts";
import { settingsTopic } from "../cache.ts";
import { countStudioChange } from "../legal/store.ts";
import type { Studio } from "../studio.ts";
import { applies, dictionaryOf } from "./dictionary.ts";
import {
  deleteOtherTranslations,
  deleteTranslations,
  listTranslations,
  replaceTranslations,
} from "./store.ts";
import type { TranslationRow } from "./store.ts";

export const translatedKinds = [
  "section",
  "category",
  "style",
  "option",
  "badge",
  "challenge",
  "course",
  "plan",
  "class",
  "part",
  "landing",
] as const;
export type TranslatedKind = (typeof translatedKinds)[number];

/** Something whose texts can be translated, with the texts as the studio wrote them. Empty ones are left out. */
export interface TranslatedSubject {
  readonly subject: string;
  readonly texts: Readonly<Record<string, string | null>>;
}

/** How a module's content is translated. */
export interface TranslatedContent {
  readonly kind: TranslatedKind;
  /** Fields with the longest text of each, in characters. `isLong`: several lines. */
  readonly fields: Readonly<Record<string, { readonly max: number; readonly isLong?: boolean }>>;
  /** Role that may translate it, beside admins. */
  readonly role?: "editor";
  /** What there is to translate. @param subject null for all; kinds with many give none then */
  list(ctx: Ctx, subject: string | null): Promise<readonly TranslatedSubject[]>;
  /** Runs in the transaction that saved the translations of a subject. */
  onSaved?(tx: Tx, subject: string, rows: readonly TranslationRow[]): Promise<void>;
}

const contents = new Map<TranslatedKind, TranslatedContent>();

/** Makes a kind of content translatable. Call it at module scope. */
export function defineTranslated(content: TranslatedContent): void {
  contents.set(content.kind, content);
}

/** A studio as far as its contents are translated. */
export type TranslatedStudio = Pick<Studio, "locale" | "dictionary">;

/** A studio without translations, for demo values. */
export const untranslated: TranslatedStudio = { locale: sourceLocale, dictionary: dictionaryOf([]) };

/** Reader's language first, then the studio's. */
const orderOf = (studio: TranslatedStudio, locale: Locale): Locale[] => [...new Set([locale, studio.locale])];

/** A text of the studio's contents in a reader's language, else in the studio's, else as it was written. */
export function translated(
  of: { readonly studio: TranslatedStudio; readonly locale: Locale },
  kind: Exclude<TranslatedKind, "class">,
  subject: string,
  field: string,
  text: string,
): string {
  for (const locale of orderOf(of.studio, of.locale)) {
    const found = of.studio.dictionary.find({ kind, subject, field, locale, text });
    if (found !== null) return found;
  }
  return text;
}

/** Like `translated`, for a text whose reader is known later: in an email or a notification. */
export const contentText = (
  studio: TranslatedStudio,
  kind: Exclude<TranslatedKind, "class">,
  subject: string,
  field: string,
  text: string,
): Message => readIn((locale) => translated({ studio, locale }, kind, subject, field, text));

/** Whether classes have texts in the reader's language, which `readClassTexts` reads. */
export const hasClassTexts = (ctx: Ctx): boolean =>
  ctx.locale !== ctx.studio.locale && ctx.studio.dictionary.classLocales.has(ctx.locale);

/** Texts of a class in one language: each gives the translation of an original, which is null if it doesn't apply anymore. */
export type ClassTexts = (field: string, original: string) => string | null;

/** Texts of classes in the reader's language by class id. */
export async function readClassTexts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, ClassTexts>> {
  const rows = (await listTranslations(ctx.db, "class", ids)).filter(({ locale }) => locale === ctx.locale);
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  return new Map(
    [...bySubject].map(([id, texts]) => [
      id,
      (field, original) => texts.find((row) => row.field === field && applies(row, original))?.text ?? null,
    ]),
  );
}

/** A text with its translations, as editors see it. */
export interface EditedText {
  readonly field: string;
  readonly text: string;
  readonly maxLength: number;
  readonly isLong: boolean;
  /** One for each language but the studio’s; null without a translation. */
  readonly translations: readonly { readonly locale: Locale; readonly text: string | null }[];
}
export interface EditedTranslations {
  readonly kind: TranslatedKind;
  readonly subject: string;
  readonly texts: readonly EditedText[];
}

function contentOf(ctx: Ctx, kind: TranslatedKind): TranslatedContent {
  const content = contents.get(kind);
  if (!content) throw new Error(`No module translates the kind ${kind}.`);
  requireStaff(ctx, ...(content.role ? [content.role] : []));
  return content;
}

/**
 * Contents of a kind with their translations; built-in ones only while they apply. For staff.
 * @param subject null for all; classes and challenges are too many for that
 * @throws NotFound for anyone else, Unauthenticated
 */
export async function editedTranslations(
  ctx: Ctx,
  kind: TranslatedKind,
  subject: string | null,
): Promise<EditedTranslations[]> {
  const content = contentOf(ctx, kind);
  const subjects = await content.list(ctx, subject);
  const rows = await listTranslations(
    ctx.db,
    kind,
    subjects.map((one) => one.subject),
  );
  return subjects.map((one) => ({
    kind,
    subject: one.subject,
    texts: Object.entries(content.fields).flatMap(([field, { max, isLong = false }]) => {
      const text = one.texts[field];
      if (!text) return [];
      const own = rows.filter(
        (row) => row.subject === one.subject && row.field === field && applies(row, text),
      );
      const translations = locales
        .filter((locale) => locale !== ctx.studio.locale)
        .map((locale) => ({ locale, text: own.find((row) => row.locale === locale)?.text ?? null }));
      return [{ field, text, maxLength: max, isLong, translations }];
    }),
  }));
}

/** A translation, as sent by an editor. */
export interface GivenTranslation {
  readonly field: string;
  readonly locale: string;
  /** Empty: delete the translation. */
  readonly text: string;
}

/**
 * Saves translations of one subject; those that aren't sent stay. For staff.
 * @throws BadInput, NotFound for an unknown subject and for anyone else, Unauthenticated
 */
export async function saveTranslations(
  ctx: Ctx,
  kind: TranslatedKind,
  subject: string,
  given: readonly GivenTranslation[],
): Promise<EditedTranslations> {
  const content = contentOf(ctx, kind);
  if (!(await content.list(ctx, subject)).some((one) => one.subject === subject)) throw new NotFound(kind);
  const texts = given.map(({ field, locale, text }) => {
    const limits = content.fields[field];
    if (!limits || !isLocale(locale))
      throw new BadInput("texts", inEnglish("Unknown field or language. `translations` lists the fields."));
    const read = limits.isLong ? readText : readLine;
    return { field, locale, text: text.trim() === "" ? "" : read(text, `${locale}.${field}`, limits.max) };
  });
  if (new Set(texts.map(({ field, locale }) => `${locale} ${field}`)).size < texts.length)
    throw new BadInput("texts", inEnglish("Send each field once per language."));
  await ctx.transact(async (tx) => {
    await replaceTranslations(tx.db, { kind, subject }, texts);
    await content.onSaved?.(tx, subject, await listTranslations(tx.db, kind, [subject]));
    await recordAuditEntry(tx, {
      action: "site.translations_saved",
      subject: `${kind}:${subject}`,
      details: { after: texts },
    });
    await countStudioChange(tx.db);
    tx.signal(settingsTopic);
  });
  await ctx.refreshStudio();
  const [saved] = await editedTranslations(ctx, kind, subject);
  if (!saved) throw new NotFound(kind);
  return saved;
}

/** Deletes the translations of something that is deleted. */
export const removeTranslations = (tx: Tx, kind: TranslatedKind, subject: string): Promise<void> =>
  deleteTranslations(tx.db, { kind, subject });

/** Deletes the translations of a kind but those of `subjects`, for a kind whose subjects are replaced together. */
export const keepTranslations = (tx: Tx, kind: TranslatedKind, subjects: readonly string[]): Promise<void> =>
  deleteOtherTranslations(tx.db, { kind, subjects });
