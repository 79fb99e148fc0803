import { sql } from "kysely";
import type { Locale } from "../../../../contract/locales.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A text of the studio's contents in another language. */
export interface TranslationRow {
  readonly kind: string;
  /** Slug or id of what the text belongs to. */
  readonly subject: string;
  readonly field: string;
  readonly locale: Locale;
  readonly text: string;
  /** The built-in text that it translates: it applies while the studio leaves that text alone. Null for the studio's own. */
  readonly source: string | null;
}

const columns = sql`kind, subject, field, locale, text, source`;
const selectShared = statement<Record<string, never>, TranslationRow>(
  "site.list_shared_translations",
  () => sql`select ${columns} from site.translations where kind <> 'class'`,
);
const selectClassLocales = statement<Record<string, never>, { locale: Locale }>(
  "site.list_class_locales",
  () => sql`select distinct locale from site.translations where kind = 'class'`,
);
const selectOf = statement<{ kind: string; subjects: readonly string[] }, TranslationRow>(
  "site.list_translations",
  (p) => sql`
    select ${columns} from site.translations where kind = ${p.kind} and subject = any(${p.subjects}::text[])`,
);
const replaceOf = statement<{ kind: string; subject: string; texts: string }, never>(
  "site.replace_translations",
  (p) => sql`
    with given as (
      select * from jsonb_to_recordset(${p.texts}::jsonb) as given (field text, locale text, text text)
    ), removed as (
      delete from site.translations as old using given
      where old.kind = ${p.kind} and old.subject = ${p.subject} and old.field = given.field
        and old.locale = given.locale and given.text = ''
    )
    insert into site.translations (kind, subject, field, locale, text)
    select ${p.kind}, ${p.subject}, field, locale, text from given where text <> ''
    on conflict (kind, subject, field, locale) do update set text = excluded.text, source = null`,
);
const deleteOf = statement<{ kind: string; subject: string }, never>(
  "site.delete_translations",
  (p) => sql`delete from site.translations where kind = ${p.kind} and subject = ${p.subject}`,
);
const deleteOthers = statement<{ kind: string; subjects: readonly string[] }, never>(
  "site.delete_other_translations",
  (p) => sql`
    delete from site.translations where kind = ${p.kind} and subject <> all(${p.subjects}::text[])`,
);
const insertMissing = statement<{ rows: string }, never>(
  "site.seed_translations",
  (p) => sql`
    insert into site.translations as translations (kind, subject, field, locale, text, source)
    select kind, subject, field, locale, text, source from jsonb_to_recordset(${p.rows}::jsonb)
      as given (kind text, subject text, field text, locale text, text text, source text)
    on conflict (kind, subject, field, locale) do update set text = excluded.text, source = excluded.source
    where translations.source is not null and translations.source <> excluded.source`,
);

/** All translations but those of classes, which are too many to keep in memory. */
export const listSharedTranslations = (db: Db): Promise<TranslationRow[]> => db.many(selectShared, {});

/** Languages that some class has been translated into. */
export const listClassLocales = async (db: Db): Promise<Locale[]> =>
  (await db.many(selectClassLocales, {})).map(({ locale }) => locale);

export const listTranslations = (
  db: Db,
  kind: string,
  subjects: readonly string[],
): Promise<TranslationRow[]> => db.many(selectOf, { kind, subjects });

/** Saves the texts of one subject; an empty one is deleted, and the others stay. */
export const replaceTranslations = async (
  db: Db,
  of: { kind: string; subject: string },
  texts: readonly { readonly field: string; readonly locale: string; readonly text: string }[],
): Promise<void> => {
  await db.change(replaceOf, { ...of, texts: JSON.stringify(texts) });
};

export const deleteTranslations = async (db: Db, of: { kind: string; subject: string }): Promise<void> => {
  await db.change(deleteOf, of);
};

/** Deletes what isn't of these subjects. */
export const deleteOtherTranslations = async (
  db: Db,
  of: { kind: string; subjects: readonly string[] },
): Promise<void> => {
  await db.change(deleteOthers, of);
};

/** Inserts built-in translations. The studio’s own stay; one of another original is replaced. */
export const insertTranslations = async (db: Db, rows: readonly TranslationRow[]): Promise<void> => {
  await db.change(insertMissing, { rows: JSON.stringify(rows) });
};
