import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { entryTables } from "../aliases.ts";

/** What the library is sorted by, and what editors may rename, move and delete. */
export const entryKinds = ["style", "category", "section"] as const;
export type EntryKind = (typeof entryKinds)[number];
/** What editors may delete. */
export type DeletedKind = EntryKind | "instructor";
/** Instructors have no order of their own: editors see them by name, and the landing page has the order that its block chose. */
export const movedKinds = ["style", "category", "section"] as const;
export type MovedKind = (typeof movedKinds)[number];

export interface Entry {
  readonly slug: string;
  readonly name: string;
  /** Null for styles. */
  readonly description: string | null;
}

const descriptions = {
  style: sql`null`,
  category: sql`description`,
  section: sql`description`,
  instructor: sql`bio`,
} as const;
/** Whether something in the library stands under the entry, drafts included. */
const uses = {
  style: sql`exists (select from catalog.classes where style_id = entry.id)`,
  category: sql`exists (select from catalog.class_categories where category_id = entry.id)`,
  section: sql`exists (select from catalog.classes where section_id = entry.id)
    or exists (select from catalog.categories where section_id = entry.id)`,
  instructor: sql`exists (select from catalog.classes where instructor_id = entry.id)`,
} as const;

const findOne = statementByShape<{ kind: DeletedKind }, { slug: string }, Entry & { isUsed: boolean }>(
  "catalog.find_entry",
  ({ kind }, p) => sql`
    select slug, name, ${descriptions[kind]} as description, ${uses[kind]} as "isUsed"
    from ${entryTables[kind]} as entry where slug = ${p.slug} for update`,
);
const isNamed = statementByShape<{ kind: EntryKind }, { slug: string; name: string }, { isTaken: boolean }>(
  "catalog.is_entry_named",
  ({ kind }, p) => sql`
    select exists (select from ${entryTables[kind]} where lower(name) = lower(${p.name}) and slug <> ${p.slug}) as "isTaken"`,
);
const updateOne = statementByShape<{ kind: EntryKind }, Entry, never>(
  "catalog.update_entry",
  ({ kind }, p) => sql`
    update ${entryTables[kind]} set name = ${p.name}
      ${kind === "style" ? sql`` : sql`, description = ${p.description}::text`}
    where slug = ${p.slug}`,
);
const deleteOne = statementByShape<{ kind: DeletedKind }, { slug: string }, never>(
  "catalog.delete_entry",
  ({ kind }, p) => sql`delete from ${entryTables[kind]} where slug = ${p.slug}`,
);
const listOrder = statementByShape<{ kind: MovedKind }, { slug: string }, { slug: string }>(
  "catalog.list_entry_order",
  ({ kind }, p) =>
    kind === "category"
      ? sql`
        select slug from catalog.categories
        where section_id = (select section_id from catalog.categories where slug = ${p.slug})
        order by position, slug for update`
      : sql`select slug from ${entryTables[kind]} order by position, name, slug for update`,
);
const updateOrder = statementByShape<{ kind: MovedKind }, { slugs: readonly string[] }, never>(
  "catalog.update_entry_order",
  ({ kind }, p) => sql`
    update ${entryTables[kind]} as entry set position = place
    from unnest(${p.slugs}::text[]) with ordinality as ordered (slug, place) where ordered.slug = entry.slug`,
);

/** An entry, locked until the transaction ends; null if there is none. */
export const findEntry = (
  db: Db,
  kind: DeletedKind,
  slug: string,
): Promise<(Entry & { isUsed: boolean }) | null> => db.maybe(findOne({ kind }), { slug });
/** Whether another entry has the name, in any case. */
export const isEntryNameTaken = async (
  db: Db,
  kind: EntryKind,
  entry: { slug: string; name: string },
): Promise<boolean> => (await db.one(isNamed({ kind }), entry)).isTaken;
export const saveEntry = async (db: Db, kind: EntryKind, entry: Entry): Promise<void> => {
  await db.change(updateOne({ kind }), entry);
};
/** @throws a foreign key violation if a class has come under the entry since `findEntry` */
export const deleteEntry = async (db: Db, kind: DeletedKind, slug: string): Promise<void> => {
  await db.change(deleteOne({ kind }), { slug });
};
/** Slugs of all sections or styles, or of the categories of an entry's section, in their order; locked until the transaction ends. */
export const lockEntryOrder = async (db: Db, kind: MovedKind, slug: string): Promise<string[]> =>
  (await db.many(listOrder({ kind }), { slug })).map((row) => row.slug);
export const saveEntryOrder = async (db: Db, kind: MovedKind, slugs: readonly string[]): Promise<void> => {
  await db.change(updateOrder({ kind }), { slugs });
};
