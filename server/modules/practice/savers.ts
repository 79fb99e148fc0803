import { sql } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";
import { suitsChildrenSql } from "../catalog/index.ts";
import { readersSql } from "../identity/index.ts";

interface Saver {
  readonly personId: string;
  /** Of their account; null until it is known. */
  readonly locale: string | null;
}
const selectSavers = statement<
  { classId: string; after: string; first: number },
  Saver & { readonly isNotified: boolean }
>(
  "practice.list_savers",
  (p) => sql`
    select saver.id as "personId", saver.locale,
      coalesce(
        not (classes.is_explicit and saver."hidesExplicit") and (not saver."isChild" or ${suitsChildrenSql("classes")}),
        false
      ) as "isNotified"
    from (${readersSql(sql`
      select person_id from practice.records
      where class_id = ${p.classId}::uuid and saved_at is not null and person_id > ${p.after}::uuid
      order by person_id limit ${p.first}::int`)}) as saver
    join catalog.classes on classes.id = ${p.classId}::uuid
    order by saver.id`,
);

/** What a person did with a class. */
interface ClassRecord {
  readonly personId: string;
  readonly classId: string;
  readonly isSaved: boolean;
  /** Started, and not completed. */
  readonly isStarted: boolean;
}
const selectRecords = statement<{ personIds: readonly string[]; classIds: readonly string[] }, ClassRecord>(
  "practice.list_saved_or_started",
  (p) => sql`
    select person_id as "personId", class_id as "classId", saved_at is not null as "isSaved",
      viewed_at is not null and completed_at is null as "isStarted"
    from practice.records
    where person_id = any(${p.personIds}::uuid[]) and class_id = any(${p.classIds}::uuid[])
      and (saved_at is not null or viewed_at is not null and completed_at is null)`,
);
/** Which of these classes people saved or started. */
export const savedOrStarted = (
  ctx: Ctx,
  personIds: readonly string[],
  classIds: readonly string[],
): Promise<ClassRecord[]> => ctx.db.many(selectRecords, { personIds, classIds });

const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * A page of the people who saved a class and may hear of it, in the order of their ids; the next page starts after
 * `next`, null if there is none. A class that became explicit, or that no longer suits children, isn't told to those who
 * may not see it in lists.
 * @param page.after the last of the previous page; null for the first page
 */
export async function saversOfClass(
  ctx: Ctx,
  classId: string,
  { after, first }: { readonly after: string | null; readonly first: number },
): Promise<{ people: readonly Saver[]; next: string | null }> {
  const rows = await ctx.db.many(selectSavers, { classId, after: after ?? firstId, first });
  return {
    people: rows.filter(({ isNotified }) => isNotified),
    next: rows.length === first ? (rows.at(-1)?.personId ?? null) : null,
  };
}
