import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { MergedKind } from "../aliases.ts";
import { joinInstructors } from "./store-instructors.ts";

type Sql = ReturnType<typeof sql>;

/** Tables of a kind: its entries, its follows with the column of the followed one, and the column of classes with its entry. */
const tables = {
  style: {
    entries: sql`catalog.styles`,
    follows: sql`catalog.followed_styles`,
    key: sql`style_id`,
    column: sql`style_id`,
  },
  category: {
    entries: sql`catalog.categories`,
    follows: sql`catalog.followed_categories`,
    key: sql`category_id`,
    // A class has several.
    column: null,
  },
  instructor: {
    entries: sql`catalog.instructors`,
    follows: sql`catalog.followed_instructors`,
    key: sql`instructor_id`,
    column: sql`instructor_id`,
  },
  section: {
    entries: sql`catalog.sections`,
    // No one follows a section.
    follows: sql`(select null::uuid as person_id, null::int as section_id where false)`,
    key: sql`section_id`,
    column: sql`section_id`,
  },
} as const;

const idOf = (kind: MergedKind, slug: unknown) =>
  sql`(select id from ${tables[kind].entries} where slug = ${slug}::text)`;
const classesOf = (kind: MergedKind, slug: unknown) => {
  const { column } = tables[kind];
  return column
    ? sql`select id from catalog.classes where ${column} = ${idOf(kind, slug)}`
    : sql`select class_id as id from catalog.class_categories where category_id = ${idOf(kind, slug)}`;
};

type Pair = { readonly from: string; readonly into: string };

/** What a merge moves. */
export interface MergeCounts {
  /** Classes under the merged entry, drafts included. */
  readonly classes: number;
  /** People who follow it. */
  readonly followers: number;
  /** Of them, those who follow the other one already. */
  readonly followersOfBoth: number;
  /** Categories of a section. */
  readonly categories: number;
}

/** `known`: how many of the two exist. */
const selectCounts = statementByShape<MergedKind, Pair, MergeCounts & { known: number }>(
  "catalog.count_merge",
  (kind, p) => {
    const { follows, key } = tables[kind];
    return sql`
    select (select count(*) from (${classesOf(kind, p.from)}) as held) as classes,
      (select count(*) from ${follows} where ${key} = ${idOf(kind, p.from)}) as followers,
      (select count(*) from ${follows} as held join ${follows} as other using (person_id)
        where held.${key} = ${idOf(kind, p.from)} and other.${key} = ${idOf(kind, p.into)}) as "followersOfBoth",
      ${kind === "section" ? sql`(select count(*) from catalog.categories where section_id = ${idOf(kind, p.from)})` : sql`0`} as categories,
      (select count(*) from ${tables[kind].entries} where slug in (${p.from}, ${p.into})) as known`;
  },
);
const lockClasses = statementByShape<MergedKind, { slug: string }, { locked: number }>(
  "catalog.lock_merged_classes",
  (kind, p) => sql`
    select count(*) as locked from (
      select id from catalog.classes where id in (${classesOf(kind, p.slug)}) order by id for update
    ) as locked`,
);
const lockEntries = statementByShape<
  MergedKind,
  { slugs: readonly string[] },
  { slug: string; name: string }
>(
  "catalog.lock_entries",
  (kind, p) => sql`
    select slug, name from ${tables[kind].entries} where slug = any(${p.slugs}::text[]) order by id for update`,
);
/** Rows of one statement: with so many, each stays far below the time limit of statements. */
const rowsAtOnce = { follows: 2000, classes: 250 } as const;
/** Moves rows of a table that hold an entry's id to another entry, where they aren't yet. Moves none to one that doesn't exist. */
const moveRows = (
  table: Sql,
  { owner, key, more = sql`` }: { owner: Sql; key: Sql; more?: Sql },
  { from, into, limit }: { from: Sql; into: Sql; limit: number },
) => sql`
  with chosen as materialized (
    select ${owner} from ${table} where ${key} = ${from} and ${into} is not null limit ${sql.lit(limit)}
  ),
  moved as (
    delete from ${table} where ${key} = ${from} and ${owner} in (select ${owner} from chosen) returning ${owner} ${more}
  ), added as (
    insert into ${table} (${owner}, ${key} ${more}) select ${owner}, ${into} ${more} from moved on conflict do nothing
  )
  select count(*) as moved from moved`;
const moveFollows = statementByShape<Exclude<MergedKind, "section">, Pair, { moved: number }>(
  "catalog.move_follows",
  (kind, p) => {
    const { follows, key } = tables[kind];
    const pair = { from: idOf(kind, p.from), into: idOf(kind, p.into), limit: rowsAtOnce.follows };
    return moveRows(follows, { owner: sql`person_id`, key, more: sql`, followed_at` }, pair);
  },
);
const moveClasses = statementByShape<MergedKind, Pair, { moved: number }>(
  "catalog.move_classes",
  (kind, p) => {
    const pair = { from: idOf(kind, p.from), into: idOf(kind, p.into), limit: rowsAtOnce.classes };
    const { column } = tables[kind];
    if (!column)
      return moveRows(sql`catalog.class_categories`, { owner: sql`class_id`, key: sql`category_id` }, pair);
    return sql`
    with moved as (
      update catalog.classes set ${column} = ${pair.into} where id in (
        select id from catalog.classes where ${column} = ${pair.from} limit ${sql.lit(pair.limit)})
      returning id
    )
    select count(*) as moved from moved`;
  },
);
/** Attributes of both that the remaining entry has from then on. */
const joinGoals = statementByShape<"category", Pair, never>(
  "catalog.join_goals",
  (_kind, p) => sql`
    update catalog.categories set goals = array(
      select distinct goal from catalog.categories as served, unnest(served.goals) as goal
      where served.slug in (${p.from}, ${p.into}) order by goal)
    where slug = ${p.into}`,
);
const moveCategories = statementByShape<"section", Pair, never>(
  "catalog.move_categories",
  (kind, p) => sql`
    update catalog.categories set section_id = ${idOf(kind, p.into)} where section_id = ${idOf(kind, p.from)}`,
);
const moveTeachersImports = statementByShape<"instructor", Pair, never>(
  "catalog.move_teachers_imports",
  (kind, p) => sql`
    update catalog.video_imports set instructor_id = ${idOf(kind, p.into)} where instructor_id = ${idOf(kind, p.from)}`,
);
/** Replaces the slug in what drafts of imports begin with. */
const moveImports = statementByShape<MergedKind, Pair, never>("catalog.move_imported_entries", (kind, p) => {
  if (kind === "category")
    return sql`
      update catalog.video_import_items set fields = jsonb_set(fields, '{categories}', (
        select jsonb_agg(kept.slug order by kept.place) from (
          select case held.slug when ${p.from}::text then ${p.into}::text else held.slug end as slug, min(held.place) as place
          from jsonb_array_elements_text(fields -> 'categories') with ordinality as held (slug, place) group by 1
        ) as kept))
      where fields -> 'categories' @> jsonb_build_array(${p.from}::text)`;
  const moved = (column: Sql) =>
    sql`${column} = jsonb_set(${column}, ${sql.lit(`{${kind}}`)}, to_jsonb(${p.into}::text)) where ${column} ->> ${sql.lit(kind)} = ${p.from}::text`;
  return sql`
    with defaulted as (update catalog.video_imports set ${moved(sql`defaults`)})
    update catalog.video_import_items set ${moved(sql`fields`)}`;
});
const saveAlias = statementByShape<"alias", Pair & { kind: MergedKind; name: string; now: Date }, never>(
  "catalog.save_entry_alias",
  (_shape, p) => sql`
    with led as (
      update catalog.entry_aliases set slug = ${p.into} where kind = ${p.kind} and slug = ${p.from}
    )
    insert into catalog.entry_aliases (kind, old_slug, slug, name, merged_at)
    values (${p.kind}, ${p.from}, ${p.into}, ${p.name}, ${p.now}::timestamptz)`,
);

/** What merging one entry into another would move; null if one doesn't exist. */
export async function countMerge(db: Db, kind: MergedKind, pair: Pair): Promise<MergeCounts | null> {
  const { known, ...counts } = await db.one(selectCounts(kind), pair);
  return known === 2 ? counts : null;
}
/**
 * Locks the classes of an entry and then both entries, the order in which a class's own change locks them.
 * @returns the entries that exist
 */
export const lockForMerge = async (
  db: Db,
  kind: MergedKind,
  { from, into }: Pair,
): Promise<{ slug: string; name: string }[]> => {
  await db.one(lockClasses(kind), { slug: from });
  return db.many(lockEntries(kind), { slugs: [from, into] });
};
/** Moves as many followers of an entry as one statement may. @returns how many */
const moveSomeFollowers = async (
  db: Db,
  kind: Exclude<MergedKind, "section">,
  { from, into }: Pair,
): Promise<number> => (await db.one(moveFollows(kind), { from, into })).moved;
/**
 * Moves followers of an entry to another one, a transaction for each statement, without locking a class.
 * @param followers how many there were; later ones move with the classes
 */
export async function moveFollowersAhead(
  ctx: Ctx,
  kind: MergedKind,
  { followers, ...pair }: Pair & { readonly followers: number },
): Promise<void> {
  if (kind === "section") return;
  for (let left = followers; left > 0; left -= rowsAtOnce.follows)
    // oxlint-disable-next-line no-await-in-loop -- Each batch locks its rows for a moment only.
    if ((await ctx.transact((tx) => moveSomeFollowers(tx.db, kind, pair))) === 0) return;
}
/** Moves everything of an entry to another one, whose slug then answers for both. The entry itself stays. */
export const moveToEntry = async (
  db: Db,
  kind: MergedKind,
  merge: Pair & { readonly name: string; readonly now: Date },
): Promise<void> => {
  const { from, into } = merge;
  const pair = { from, into };
  // Followers first, of whom few are left: what locks the counts of the library comes last.
  const moves = [...(kind === "section" ? [] : [moveFollows(kind)]), moveClasses(kind)];
  for (const move of moves)
    // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
    while ((await db.one(move, pair)).moved > 0);
  if (kind === "category") await db.change(joinGoals(kind), pair);
  if (kind === "section") await db.change(moveCategories(kind), pair);
  if (kind === "instructor") {
    await joinInstructors(db, pair);
    await db.change(moveTeachersImports(kind), pair);
  }
  await db.change(moveImports(kind), pair);
  await db.change(saveAlias("alias"), { ...merge, kind });
};
