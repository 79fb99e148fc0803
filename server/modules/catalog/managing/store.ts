import { sql } from "kysely";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { isAvailableSql } from "../../media/index.ts";
import { editedColumns, editedJoins } from "../editing/store.ts";
import type { EditedClass } from "../editing/store.ts";
import type { SearchText } from "../store-lists.ts";
import { classStateSql } from "./states.ts";
import { currentSlugSql } from "../aliases.ts";
import type { ClassState } from "./states.ts";
import { revisionSql } from "../revision.ts";

export const managedSorts = ["newest", "title", "danced", "finished"] as const;
export type ManagedSort = (typeof managedSorts)[number];
/** What a class may be without. */
export const absences = ["video", "poster", "parts", "counts", "captions", "songs"] as const;
export type Absence = (typeof absences)[number];

/** What the list is narrowed to; null: not by this. Slugs, but for state and absence. */
export interface ManagedFilters {
  readonly state: ClassState | null;
  readonly instructor: string | null;
  readonly style: string | null;
  readonly level: string | null;
  readonly category: string | null;
  readonly accessType: string | null;
  readonly without: Absence | null;
}

/** What the studio's list asks for. `language`: text search configuration of the search. */
export interface ManagedQuery {
  readonly filters: ManagedFilters;
  /** Leaves out what isn't in the library. */
  readonly isPublishedOnly: boolean;
  readonly search: SearchText | null;
  readonly language: string;
}

/** The filter whose index drives the scan. */
type Lead = "search" | "instructor" | "none";
/** States that an index of their own leads to. */
type Among = "published" | "unpublished" | "scheduled" | "leaving" | "all";

type Params = ManagedFilters & {
  readonly whole: string | null;
  readonly head: string | null;
  readonly lastWord: string | null;
  readonly others: readonly string[];
  readonly language: string;
};
type PageParams = Params & {
  readonly afterKey: string | null;
  readonly afterId: string | null;
  readonly first: number;
};

const amongSql = {
  published: sql`classes.published_at is not null`,
  unpublished: sql`classes.published_at is null`,
  scheduled: sql`classes.publish_at is not null`,
  leaving: sql`classes.leaves_at is not null`,
  all: sql`true`,
} as const;
const amongOf = ({ filters: { state }, isPublishedOnly }: ManagedQuery): Among => {
  if (isPublishedOnly || state === "in_library") return "published";
  if (state === "scheduled" || state === "leaving") return state;
  return state === null ? "all" : "unpublished";
};

const instructorId = (p: Params) =>
  sql`(select id from catalog.instructors where slug = ${currentSlugSql("instructor", p.instructor)})`;

const conditions = (lead: Lead, among: Among, p: Params) =>
  sql.join(
    [
      amongSql[among],
      lead === "search"
        ? sql`classes.search @@ (select catalog.class_query(${p.whole}::text, ${p.head}::text, ${p.lastWord}::text, ${p.language}::text, ${p.others}::text[]))`
        : sql`true`,
      lead === "instructor"
        ? sql`classes.instructor_id = ${instructorId(p)}`
        : sql`(${p.instructor}::text is null or classes.instructor_id = ${instructorId(p)})`,
      sql`(${p.state}::text is null or ${classStateSql} = ${p.state}::text)`,
      sql`(${p.style}::text is null or classes.style_id = (select id from catalog.styles where slug = ${currentSlugSql("style", p.style)}))`,
      sql`(${p.level}::text is null or classes.level = ${p.level}::text)`,
      sql`(${p.accessType}::text is null or classes.access_type = ${p.accessType}::text)`,
      sql`(${p.category}::text is null or exists (select from catalog.class_categories as held
        where held.class_id = classes.id and held.category_id = (select id from catalog.categories where slug = ${currentSlugSql("category", p.category)})))`,
      sql`case ${p.without}::text when 'video' then not ${isAvailableSql(sql`classes.asset_id`)}
        when 'poster' then classes.picture = ''
        when 'parts' then not exists (select from catalog.class_parts where class_id = classes.id)
        when 'counts' then classes.beat_grid = '[]'
        when 'captions' then not exists (select from catalog.class_captions where class_id = classes.id)
        when 'songs' then not exists (select from catalog.class_songs where class_id = classes.id)
        else true end`,
    ],
    sql` and `,
  );

const orders = {
  newest: { key: sql`classes.drafted_at`, cast: sql`timestamptz`, descending: true },
  title: { key: sql`classes.title`, cast: sql`text`, descending: false },
  danced: { key: sql`classes.plays_lately`, cast: sql`int`, descending: true },
  finished: { key: sql`classes.finished_score`, cast: sql`int`, descending: true },
} as const;

/** A class, and the first part of its place in the order, as text. */
export type ManagedRow = EditedClass & { readonly sortKey: string };

const selectPage = statementByShape<
  { lead: Lead; among: Among; sort: ManagedSort; after: boolean },
  PageParams,
  ManagedRow
>("catalog.list_managed_classes", ({ lead, among, sort, after }, p) => {
  const { key, cast, descending } = orders[sort];
  const direction = descending ? sql`desc` : sql`asc`;
  const beyond = after
    ? sql`and (${key}, classes.id) ${descending ? sql`<` : sql`>`} (${p.afterKey}::text::${cast}, ${p.afterId}::uuid)`
    : sql``;
  return sql`
    select ${editedColumns}, classes.sort_key::text as "sortKey"
    from (
      select classes.*, ${key} as sort_key from catalog.classes
      where ${conditions(lead, among, p)} ${beyond}
      order by ${key} ${direction}, classes.id ${direction} limit ${p.first}::int
    ) as classes ${editedJoins}
    order by classes.sort_key ${direction}, classes.id ${direction}`;
});
const selectIds = statementByShape<
  { lead: Lead; among: Among },
  Params & { readonly first: number },
  { id: string }
>(
  "catalog.list_managed_ids",
  ({ lead, among }, p) => sql`
    select id from catalog.classes where ${conditions(lead, among, p)}
    order by classes.drafted_at desc, classes.id desc limit ${p.first}::int`,
);
const selectByIds = statement<{ ids: readonly string[] }, EditedClass>(
  "catalog.list_managed_by_id",
  (p) => sql`
    select ${editedColumns} from catalog.classes ${editedJoins} where classes.id = any(${p.ids}::uuid[])
    order by classes.drafted_at desc, classes.id desc`,
);

const leadOf = ({ filters, search }: ManagedQuery): Lead =>
  search ? "search" : filters.instructor === null ? "none" : "instructor";
const paramsOf = ({ filters, search, language }: ManagedQuery): Params => ({
  ...filters,
  whole: search?.whole ?? null,
  head: search?.head ?? null,
  lastWord: search?.lastWord ?? null,
  others: search?.others ?? [],
  language,
});

/** Classes in any state, keyset-paged. */
export const listManaged = (
  db: Db,
  query: ManagedQuery,
  { sort, first, after }: { sort: ManagedSort; first: number; after: { key: string; id: string } | null },
): Promise<ManagedRow[]> =>
  db.many(selectPage({ lead: leadOf(query), among: amongOf(query), sort, after: after !== null }), {
    ...paramsOf(query),
    afterKey: after?.key ?? null,
    afterId: after?.id ?? null,
    first,
  });
/** The ids of all classes that match, up to a number. */
export const listManagedIds = async (db: Db, query: ManagedQuery, first: number): Promise<string[]> =>
  (
    await db.many(selectIds({ lead: leadOf(query), among: amongOf(query) }), { ...paramsOf(query), first })
  ).map(({ id }) => id);
/** Those of the classes that exist. */
export const listManagedById = (db: Db, ids: readonly string[]): Promise<EditedClass[]> =>
  db.many(selectByIds, { ids });

export interface StateCount {
  readonly state: ClassState;
  readonly count: number;
}
const countUnpublished = statement<{ instructor: string | null }, StateCount>(
  "catalog.count_unpublished_states",
  (p) => sql`
    select ${classStateSql} as state, count(*)::int as count from catalog.classes
    where published_at is null
      and (${p.instructor}::text is null or instructor_id = (select id from catalog.instructors where slug = ${p.instructor}::text))
    group by 1`,
);
const countLeaving = statement<{ instructor: string | null }, { leaving: number; revision: number }>(
  "catalog.count_leaving",
  (p) => sql`
    select count(*)::int as leaving, ${revisionSql} as revision from catalog.classes
    where leaves_at is not null and published_at is not null
      and (${p.instructor}::text is null or instructor_id = (select id from catalog.instructors where slug = ${p.instructor}::text))`,
);
/** How many classes of an instructor, or all, aren't published, by their state. */
export const countByState = (db: Db, instructor: string | null): Promise<StateCount[]> =>
  db.many(countUnpublished, { instructor });
/** How many published classes will leave the library by themselves, and the catalog's revision. */
export const countLeavingClasses = (
  db: Db,
  instructor: string | null,
): Promise<{ leaving: number; revision: number }> => db.one(countLeaving, { instructor });
