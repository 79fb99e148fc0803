import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { MergedKind } from "../aliases.ts";

/** Tables of a kind: its entries, and the follows with the column of the followed one. */
const tables = {
  style: { entries: sql`catalog.styles`, follows: sql`catalog.followed_styles`, key: sql`style_id` },
  category: {
    entries: sql`catalog.categories`,
    follows: sql`catalog.followed_categories`,
    key: sql`category_id`,
  },
} as const;

const idOf = (kind: MergedKind, slug: unknown) =>
  sql`(select id from ${tables[kind].entries} where slug = ${slug}::text)`;
const classesOf = (kind: MergedKind, slug: unknown) =>
  kind === "style"
    ? sql`select id from catalog.classes where style_id = ${idOf(kind, slug)}`
    : sql`select class_id as id from catalog.class_categories where category_id = ${idOf(kind, slug)}`;

type Pair = { readonly from: string; readonly into: string };

/** What a merge moves. */
export interface MergeCounts {
  /** Classes under the merged entry, drafts included. */
  readonly classes: number;
  /** People who follow it. */
  readonly followers: number;
  /** Of them, those who follow the other one already. */
  readonly followersOfBoth: number;
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
/** Moves rows of a table that hold an entry's id to another entry, where they aren't yet. */
const moveRows = (
  table: ReturnType<typeof sql>,
  {
    owner,
    key,
    more = sql``,
  }: { owner: ReturnType<typeof sql>; key: ReturnType<typeof sql>; more?: ReturnType<typeof sql> },
  { from, into, limit }: { from: ReturnType<typeof sql>; into: ReturnType<typeof sql>; limit: number },
) => sql`
  with chosen as materialized (select ${owner} from ${table} where ${key} = ${from} limit ${sql.lit(limit)}),
  moved as (
    delete from ${table} where ${key} = ${from} and ${owner} in (select ${owner} from chosen) returning ${owner} ${more}
  ), added as (
    insert into ${table} (${owner}, ${key} ${more}) select ${owner}, ${into} ${more} from moved on conflict do nothing
  )
  select count(*) as moved from moved`;
const moveFollows = statementByShape<MergedKind, Pair, { moved: number }>(
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
    if (kind === "category")
      return moveRows(sql`catalog.class_categories`, { owner: sql`class_id`, key: sql`category_id` }, pair);
    return sql`
    with moved as (
      update catalog.classes set style_id = ${pair.into} where id in (
        select id from catalog.classes where style_id = ${pair.from} limit ${sql.lit(pair.limit)})
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
const moveImports = statementByShape<MergedKind, Pair, never>("catalog.move_imported_entries", (kind, p) =>
  kind === "style"
    ? sql`
      with defaulted as (
        update catalog.video_imports set defaults = jsonb_set(defaults, '{style}', to_jsonb(${p.into}::text))
        where defaults ->> 'style' = ${p.from}::text)
      update catalog.video_import_items set fields = jsonb_set(fields, '{style}', to_jsonb(${p.into}::text))
      where fields ->> 'style' = ${p.from}::text`
    : sql`
      update catalog.video_import_items set fields = jsonb_set(fields, '{categories}', (
        select jsonb_agg(kept.slug order by kept.place) from (
          select case held.slug when ${p.from}::text then ${p.into}::text else held.slug end as slug, min(held.place) as place
          from jsonb_array_elements_text(fields -> 'categories') with ordinality as held (slug, place) group by 1
        ) as kept))
      where fields -> 'categories' @> jsonb_build_array(${p.from}::text)`,
);
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
/** Moves everything of an entry to another one, whose slug then answers for both. The entry itself stays. */
export const moveToEntry = async (
  db: Db,
  kind: MergedKind,
  merge: Pair & { readonly name: string; readonly now: Date },
): Promise<void> => {
  const { from, into } = merge;
  const pair = { from, into };
  // Followers first: what locks the counts of the library comes last.
  for (const move of [moveFollows(kind), moveClasses(kind)])
    // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
    while ((await db.one(move, pair)).moved > 0);
  if (kind === "category") await db.change(joinGoals(kind), pair);
  await db.change(moveImports(kind), pair);
  await db.change(saveAlias("alias"), { ...merge, kind });
};
