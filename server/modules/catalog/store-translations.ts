import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** A translated text of a class with its text search configuration. */
interface TranslatedWords {
  readonly field: string;
  readonly text: string;
  readonly language: string;
}

const updateWords = statement<{ classId: string; texts: string }, never>(
  "catalog.update_translated_words",
  (p) => sql`
    with given as (
      select * from jsonb_to_recordset(${p.texts}::jsonb) as given (field text, text text, language text)
    ), collected as (
      insert into catalog.search_words (word)
      select distinct found.word
      from given, regexp_split_to_table(catalog.plain(given.text), '[^[:alnum:]]+') as found (word)
      where given.field = 'title' and length(found.word) between 3 and 40
      order by found.word
      on conflict do nothing
    )
    update catalog.classes set translated_words = (
      select nullif(string_agg(setweight(to_tsvector(given.language::regconfig, catalog.plain(given.text)),
        case given.field when 'title' then 'A' else 'D' end::"char")::text, ' '), '')::tsvector
      from given)
    where id = ${p.classId}::uuid`,
);

/** Makes a class findable by its translated texts: all of them, in every language. */
export const updateTranslatedWords = async (
  db: Db,
  classId: string,
  texts: readonly TranslatedWords[],
): Promise<void> => {
  await db.change(updateWords, { classId, texts: JSON.stringify(texts) });
};

const hasPartTitle = statement<{ title: string }, { title: string }>(
  "catalog.has_part_title",
  (p) => sql`select title from catalog.class_parts where title = ${p.title} limit 1`,
);
const selectPartTitles = statement<Record<never, never>, { title: string }>(
  "catalog.part_titles",
  () => sql`select title from catalog.class_parts group by title order by count(*) desc, title limit 200`,
);

/** Titles of parts: the 200 most frequent, or the given one if a part has it. */
export async function listPartTitles(db: Db, title: string | null): Promise<string[]> {
  const rows = await (title === null ? db.many(selectPartTitles, {}) : db.many(hasPartTitle, { title }));
  return rows.map((row) => row.title);
}
