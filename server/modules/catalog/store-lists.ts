import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { classColumns, classJoins, offeredToChildSql } from "./store-classes.ts";
import { currentSlugSql, currentSlugsSql } from "./aliases.ts";
import { completedIdsSql } from "./danced.ts";
import { songIdSql } from "./songs/store.ts";
import type { ClassRow, Depth } from "./store-classes.ts";
import { revisionSql } from "./revision.ts";

export const sorts = ["newest", "title", "shortest", "relevance", "popular", "best_finished"] as const;
export type ClassSort = (typeof sorts)[number];

/** Search text in the parts that `catalog.class_query` takes. */
export interface SearchText {
  readonly whole: string;
  readonly head: string;
  /** The last word if it may be incomplete; null if the text ends otherwise. */
  readonly lastWord: string | null;
  /** The same in other words. */
  readonly others: readonly string[];
}

/** Filters of a class list. */
export interface ClassFilters {
  readonly search?: SearchText | undefined;
  /** Text search configuration of the search text. */
  readonly language: string;
  readonly levels?: readonly string[] | undefined;
  /** Slugs or names. */
  readonly styles?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly accessTypes?: readonly string[] | undefined;
  readonly instructor?: string | undefined;
  readonly section?: string | undefined;
  readonly category?: string | undefined;
  /** Slug. */
  readonly song?: string | undefined;
  readonly minDurationMs?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** Beats per minute at which the class is danced full out. */
  readonly minBpm?: number | undefined;
  readonly maxBpm?: number | undefined;
  readonly energies?: readonly string[] | undefined;
  readonly spaces?: readonly string[] | undefined;
  readonly usesFloor?: boolean | undefined;
  /** A person whose completed classes are left out. */
  readonly undancedBy?: string | undefined;
  /** Leaves out explicit classes. */
  readonly hidesExplicit: boolean;
  /** A child's access rank: only classes that suit children and need no more. Null: no such limit. */
  readonly childRank: number | null;
  /** The child, whose account's classes are offered too; null for others, who share counts. */
  readonly childId: string | null;
}

/** A row of a keyset-paged list. */
export interface ListedRow extends ClassRow {
  /** First part of the sort key as text, for the next page's cursor. */
  readonly sortKey: string;
  /** Revision of the catalog: a count made at the same revision is still valid. */
  readonly revision: number;
}

/**
 * The filter whose index drives the scan; the others only filter rows. A single driver limits the number of
 * distinct statements: each stays prepared on every connection.
 */
type Lead = "search" | "song" | "category" | "instructor" | "style" | "section" | "none";

interface Params {
  readonly whole: string | null;
  readonly head: string | null;
  readonly lastWord: string | null;
  readonly others: readonly string[];
  readonly language: string;
  readonly levels: readonly string[] | null;
  readonly style: string | null;
  readonly styles: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly accessTypes: readonly string[] | null;
  readonly instructor: string | null;
  readonly section: string | null;
  readonly category: string | null;
  readonly song: string | null;
  readonly minDurationMs: number | null;
  readonly maxDurationMs: number | null;
  readonly minBpm: number | null;
  readonly maxBpm: number | null;
  readonly energies: readonly string[] | null;
  readonly spaces: readonly string[] | null;
  readonly usesFloor: boolean | null;
  readonly undancedBy: string | null;
  readonly hidesExplicit: boolean;
  readonly childRank: number | null;
  readonly childId: string | null;
}
type PageParams = Params & {
  readonly personId: string | null;
  readonly afterKey: string | null;
  readonly afterId: string | null;
  readonly first: number;
};

/**
 * With more matches than this, only the first found are ranked. Rank says little by then, and counting them
 * all is slow.
 */
const maxRanked = 4000;
/**
 * Limits as literals in the statement: PostgreSQL plans for a tenth of the table when a limit is a
 * parameter.
 */
const fewRows = 25;
const manyRows = 101;

function leadOf(filters: ClassFilters): Lead {
  if (filters.search) return "search";
  if (filters.song !== undefined) return "song";
  if (filters.category !== undefined) return "category";
  if (filters.instructor !== undefined) return "instructor";
  if (filters.styles?.length === 1) return "style";
  return filters.section === undefined ? "none" : "section";
}

function paramsOf(filters: ClassFilters, lead: Lead): Params {
  return {
    whole: filters.search?.whole ?? null,
    head: filters.search?.head ?? null,
    lastWord: filters.search?.lastWord ?? null,
    others: filters.search?.others ?? [],
    language: filters.language,
    levels: filters.levels ?? null,
    style: lead === "style" ? (filters.styles?.[0] ?? null) : null,
    styles: lead === "style" ? null : (filters.styles?.map((style) => style.toLowerCase()) ?? null),
    types: filters.types ?? null,
    accessTypes: filters.accessTypes ?? null,
    instructor: filters.instructor ?? null,
    section: filters.section ?? null,
    category: filters.category ?? null,
    song: filters.song ?? null,
    minDurationMs: filters.minDurationMs ?? null,
    maxDurationMs: filters.maxDurationMs ?? null,
    minBpm: filters.minBpm ?? null,
    maxBpm: filters.maxBpm ?? null,
    energies: filters.energies ?? null,
    spaces: filters.spaces ?? null,
    usesFloor: filters.usesFloor ?? null,
    undancedBy: filters.undancedBy ?? null,
    hidesExplicit: filters.hidesExplicit,
    childRank: filters.childRank,
    childId: filters.childId,
  };
}

const sectionId = (p: Params) =>
  sql`(select id from catalog.sections where slug = ${currentSlugSql("section", p.section)})`;
const instructorId = (p: Params) =>
  sql`(select id from catalog.instructors where slug = ${currentSlugSql("instructor", p.instructor)})`;
const categoryId = (p: Params) =>
  sql`(select id from catalog.categories where slug = ${currentSlugSql("category", p.category)})`;
const usesSong = (p: Params) =>
  sql`classes.id in (select class_id from catalog.class_songs where song_id = ${songIdSql(p.song)})`;
// A subquery of its own, so that the query is built once and not per row.
const query = (p: Params) =>
  sql`(select catalog.class_query(${p.whole}::text, ${p.head}::text, ${p.lastWord}::text, ${p.language}::text, ${p.others}::text[]))`;

function leading(lead: Lead, p: Params) {
  if (lead === "search") return sql`classes.search @@ ${query(p)}`;
  if (lead === "song") return usesSong(p);
  if (lead === "category") return sql`held.category_id = ${categoryId(p)} and held.published_at is not null`;
  if (lead === "instructor") return sql`classes.instructor_id = ${instructorId(p)}`;
  if (lead === "section") return sql`classes.section_id = ${sectionId(p)}`;
  if (lead === "none") return sql`true`;
  return sql`classes.style_id = (
    select id from catalog.styles where slug = ${currentSlugSql("style", p.style)} or lower(name) = lower(${p.style}::text)
    order by slug = ${currentSlugSql("style", p.style)} desc limit 1)`;
}

/** All filters except the driving one; null disables a filter. */
function conditions(lead: Lead, p: Params) {
  const others = [
    sql`classes.published_at is not null`,
    leading(lead, p),
    sql`not (${p.hidesExplicit}::boolean and classes.is_explicit)`,
    offeredToChildSql("classes", { childRank: p.childRank, personId: p.childId }),
    sql`(${p.levels}::text[] is null or classes.level = any(${p.levels}::text[]))`,
    sql`(${p.types}::text[] is null or classes.type = any(${p.types}::text[]))`,
    sql`(${p.accessTypes}::text[] is null or classes.access_type = any(${p.accessTypes}::text[]))`,
    sql`(${p.minDurationMs}::int is null or classes.duration_ms >= ${p.minDurationMs}::int)`,
    sql`(${p.maxDurationMs}::int is null or classes.duration_ms <= ${p.maxDurationMs}::int)`,
    sql`(${p.minBpm}::int is null or classes.bpm >= ${p.minBpm}::int)`,
    sql`(${p.maxBpm}::int is null or classes.bpm <= ${p.maxBpm}::int)`,
    sql`(${p.energies}::text[] is null or classes.energy = any(${p.energies}::text[]))`,
    sql`(${p.spaces}::text[] is null or classes.space = any(${p.spaces}::text[]))`,
    sql`(${p.usesFloor}::boolean is null or classes.uses_floor = ${p.usesFloor}::boolean)`,
    // Not correlated, so that the person's classes are read once and not per row.
    sql`(${p.undancedBy}::uuid is null or classes.id not in (${completedIdsSql(p.undancedBy)}))`,
  ];
  if (lead !== "style") {
    others.push(sql`(${p.styles}::text[] is null or classes.style_id = any(array(
      select id from catalog.styles where slug = any(${currentSlugsSql("style", p.styles)}) or lower(name) = any(${p.styles}::text[]))))`);
  }
  if (lead !== "section")
    others.push(sql`(${p.section}::text is null or classes.section_id = ${sectionId(p)})`);
  if (lead !== "instructor")
    others.push(sql`(${p.instructor}::text is null or classes.instructor_id = ${instructorId(p)})`);
  if (lead === "search") others.push(sql`(${p.song}::text is null or ${usesSong(p)})`);
  if (lead === "search" || lead === "song") {
    others.push(sql`(${p.category}::text is null or exists (select from catalog.class_categories as held
      where held.class_id = classes.id and held.category_id = ${categoryId(p)}))`);
  }
  return sql.join(others, sql` and `);
}

const source = (lead: Lead) =>
  lead === "category"
    ? sql`catalog.class_categories as held join catalog.classes on classes.id = held.class_id`
    : sql`catalog.classes`;

const orders = {
  newest: { cast: sql`timestamptz`, descending: true },
  title: { cast: sql`text`, descending: false },
  shortest: { cast: sql`int`, descending: false },
  relevance: { cast: sql`float8`, descending: true },
  popular: { cast: sql`int`, descending: true },
  best_finished: { cast: sql`int`, descending: true },
} as const;

function keyOf(sort: ClassSort, lead: Lead, p: Params) {
  const keys: Record<ClassSort, RawBuilder<unknown>> = {
    newest: lead === "category" ? sql`held.published_at` : sql`classes.published_at`,
    title: sql`classes.title`,
    shortest: sql`classes.duration_ms`,
    relevance: sql`ts_rank(classes.search, ${query(p)})::float8`,
    popular: sql`classes.plays_lately`,
    best_finished: sql`classes.finished_score`,
  };
  return keys[sort];
}

const selectPage = statementByShape<
  { lead: Lead; sort: ClassSort; after: boolean; many: boolean; depth: Depth },
  PageParams,
  ListedRow
>("catalog.list_classes", ({ lead, sort, after, many, depth }, p) => {
  const order = orders[sort];
  const direction = order.descending ? sql`desc` : sql`asc`;
  const key = keyOf(sort, lead, p);
  // Key and id are of one table, so that an index on both begins a further page.
  const id = lead === "category" && sort === "newest" ? sql`held.class_id` : sql`classes.id`;
  const beyond = (left: typeof key, right: typeof id) =>
    after
      ? sql`and (${left}, ${right}) ${order.descending ? sql`<` : sql`>`} (${p.afterKey}::text::${order.cast}, ${p.afterId}::uuid)`
      : sql``;
  const found =
    sort === "relevance"
      ? sql`select * from (
            select classes.*, ${key} as sort_key from ${source(lead)} where ${conditions(lead, p)} limit ${sql.lit(maxRanked)}
          ) as matches where true ${beyond(sql`sort_key`, sql`id`)} order by sort_key desc, id desc`
      : sql`select classes.*, ${key} as sort_key from ${source(lead)}
            where ${conditions(lead, p)} ${beyond(key, id)} order by ${key} ${direction}, ${id} ${direction}`;
  return sql`
      select ${classColumns(depth, p.personId)}, classes.sort_key::text as "sortKey", ${revisionSql} as revision
      from (
        select * from (${found} limit ${sql.lit(many ? manyRows : fewRows)}) as found
        order by sort_key ${direction}, id ${direction} limit ${p.first}::int
      ) as classes ${classJoins}
      order by classes.sort_key ${direction}, classes.id ${direction}`;
});
const countAll = statementByShape<Lead, Params, { total: number; revision: number }>(
  "catalog.count_classes",
  (lead, p) => sql`
    select count(*) as total, ${revisionSql} as revision
    from ${source(lead)} where ${conditions(lead, p)}`,
);

/**
 * One page of published classes in a sort order. `after` is the last row of the previous page.
 * @param page.first at most 101
 */
export function listClasses(
  db: Db,
  filters: ClassFilters,
  page: {
    sort: ClassSort;
    first: number;
    after: { key: string; id: string } | null;
    depth: Depth;
    personId: string | null;
  },
): Promise<ListedRow[]> {
  const lead = leadOf(filters);
  const shape = {
    lead,
    sort: page.sort,
    after: page.after !== null,
    many: page.first > fewRows,
    depth: page.depth,
  };
  return db.many(selectPage(shape), {
    ...paramsOf(filters, lead),
    personId: page.personId,
    afterKey: page.after?.key ?? null,
    afterId: page.after?.id ?? null,
    first: page.first,
  });
}

/** Number of published classes, and the catalog revision of the count. */
export function countClasses(db: Db, filters: ClassFilters): Promise<{ total: number; revision: number }> {
  const lead = leadOf(filters);
  return db.one(countAll(lead), paramsOf(filters, lead));
}
