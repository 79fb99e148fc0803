import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db, Statement } from "../../platform/db.ts";
import { accessRankSql, boughtClassesSql } from "../billing/index.ts";
import type { AccessType } from "../billing/index.ts";
import { assetSql } from "../media/index.ts";
import type { AssetRow } from "../media/index.ts";
import { faceSql } from "./images.ts";
import { classSongsColumn } from "./songs/store.ts";
import type { ClassState } from "./managing/states.ts";
import type { ClassSongRow } from "./songs/store.ts";
import { categoryColumns } from "./store.ts";
import type { CategoryRow, PartRow } from "./store.ts";

/** A span of constant tempo: beat n at firstBeatMs + n * 60000 / bpm, before endMs. */
export interface TempoSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly bpm: number;
  readonly firstBeatMs: number;
}

/** How much of a class a statement fetches; each level includes the one before. */
export type Depth = "plain" | "card" | "whole";

export interface ClassRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly level: string;
  readonly type: string;
  readonly accessType: AccessType;
  readonly accessRank: number;
  /** Only a price of its own, or of a course, opens it: no plan does. */
  readonly isSoldApart: boolean;
  /** The first class of a course whose first class is free: anyone may play it. */
  readonly isFreeInCourse: boolean;
  readonly isExplicit: boolean;
  readonly energy: "gentle" | "steady" | "high";
  /** On the spot, a few steps each way, or across the room. */
  readonly space: "spot" | "steps" | "room";
  readonly usesFloor: boolean;
  readonly durationMs: number;
  /** Path below /pictures/, without size and suffix. */
  readonly picture: string;
  /** Place of the image that stays in narrow crops, percent from the left; null: no editor chose one. */
  readonly portraitX: number | null;
  readonly assetId: string | null;
  /** 0 to 100; null where the product doesn't render the source itself. */
  readonly preparationPercent: number | null;
  /** Of an unpublished class: when it enters the library, was there first, or was drafted. */
  readonly publishedAt: Date;
  /** Only of a class that isn't in the library, which staff are shown. */
  readonly unpublishedState?: ClassState;
  /** When it leaves the library; null if it stays. */
  readonly leavesAt: Date | null;
  readonly styleSlug: string;
  readonly styleName: string;
  readonly instructorSlug: string;
  readonly instructorName: string;
  /** Square image: path below /pictures/, without its suffix. */
  readonly instructorFace: string | null;
  /** The member who teaches; null for an instructor without an account. */
  readonly instructorPersonId: string | null;
  readonly sectionSlug: string;
  readonly sectionName: string;
  readonly sectionDescription: string;
  /** From "card" on: the viewer's access rank. */
  readonly viewerRank?: number;
  /** From "card" on: the viewer's account bought it alone, or in a course. */
  readonly isBought?: boolean;
  /** From "card" on. */
  readonly asset?: AssetRow | null;
  /** Only at depth "whole". */
  readonly beatGrid?: readonly TempoSpan[];
  readonly parts?: readonly PartRow[];
  readonly categories?: readonly CategoryRow[];
  readonly songs?: readonly ClassSongRow[];
}

/** A column that a module above the catalog adds to each class from "card" on; the module owns its SQL. */
export interface ClassColumn {
  readonly name: string;
  /** An expression over the class's id and the viewer's id, the latter null if signed out. */
  sql(classId: RawBuilder<unknown>, personId: unknown): RawBuilder<unknown>;
}

const added: ClassColumn[] = [];

/** Adds a column to class rows. Call it at module scope: statements are compiled on first use. */
export function addClassColumn(column: ClassColumn): void {
  added.push(column);
}

const plainColumns = sql`
  classes.id, classes.slug, classes.title, classes.description, classes.level, classes.type,
  classes.access_type as "accessType", classes.access_rank as "accessRank",
  classes.is_sold_apart as "isSoldApart", classes.is_free_in_course as "isFreeInCourse", classes.is_explicit as "isExplicit",
  classes.energy, classes.space, classes.uses_floor as "usesFloor",
  classes.duration_ms as "durationMs", classes.picture, classes.portrait_x as "portraitX", classes.asset_id as "assetId",
  classes.preparation_percent as "preparationPercent", classes.published_at as "publishedAt",
  classes.leaves_at as "leavesAt",
  styles.slug as "styleSlug", styles.name as "styleName",
  instructors.slug as "instructorSlug", instructors.name as "instructorName",
  ${faceSql} as "instructorFace", instructors.person_id as "instructorPersonId",
  sections.slug as "sectionSlug", sections.name as "sectionName", sections.description as "sectionDescription"`;

/** The index of a part of a class by its key; null if the video doesn't have it. */
export const partIndexSql = (
  classId: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select part.index from catalog.class_parts as part
  where part.class_id = ${classId} and coalesce(part.key, part.index) = ${key} limit 1)`;

const partsColumn = sql`
  coalesce((select json_agg(json_build_object('key', coalesce(part.key, part.index), 'index', part.index, 'title', part.title, 'kind', part.kind,
      'startMs', part.start_ms, 'endMs', part.end_ms, 'eights', part.eights) order by part.index)
    from catalog.class_parts as part where part.class_id = classes.id), '[]') as parts`;

const categoriesColumn = (personId: unknown) => sql`
  coalesce((select json_agg(row_to_json(held) order by held.position, held.slug) from (
    select ${categoryColumns(personId)}, categories.position from catalog.class_categories
    join catalog.categories on categories.id = class_categories.category_id
    join catalog.sections on sections.id = categories.section_id
    where class_categories.class_id = classes.id) as held), '[]') as categories`;

/** Columns of a ClassRow. The statement must name its classes `classes` and add `classJoins`. */
export function classColumns(depth: Depth, personId: unknown): RawBuilder<unknown> {
  if (depth === "plain") return plainColumns;
  const card = sql.join([
    plainColumns,
    sql`${accessRankSql(personId)} as "viewerRank"`,
    sql`classes.id = any(${boughtClassesSql(personId)}) as "isBought"`,
    sql`${assetSql(sql`classes.asset_id`)} as asset`,
    ...added.map((column) => sql`${column.sql(sql`classes.id`, personId)} as ${sql.ref(column.name)}`),
  ]);
  return depth === "card"
    ? card
    : sql`${card}, classes.beat_grid as "beatGrid", ${partsColumn}, ${categoriesColumn(personId)},
      ${classSongsColumn}`;
}

export const classJoins = sql`
  join catalog.styles on styles.id = classes.style_id
  join catalog.instructors on instructors.id = classes.instructor_id
  join catalog.sections on sections.id = classes.section_id`;

/** The viewer, and what is hidden from them. */
export interface Viewed {
  readonly personId: string | null;
  readonly hidesExplicit: boolean;
  /** A child's access rank: only classes that suit children and need no more. Null: no such limit. */
  readonly childRank: number | null;
}

/** Condition for classes that suit children: not explicit, and of the family section or for beginners at most. */
export const suitsChildrenSql = (alias: string): RawBuilder<unknown> => {
  const of = sql.ref(alias);
  return sql`(not ${of}.is_explicit and (${of}.level_rank <= 1
    or ${of}.section_id = (select id from catalog.sections where slug = 'family')))`;
};

/** Condition for classes that a person with this access rank may play, by it or because their account bought them. */
export const mayPlaySql = (alias: string, rank: unknown, personId: unknown): RawBuilder<unknown> => {
  const of = sql.ref(alias);
  return sql`(${of}.access_rank <= ${rank}::int and not (${of}.is_sold_apart and ${of}.access_rank > 0) or ${of}.is_free_in_course
    or ${of}.id = any(${boughtClassesSql(personId)}))`;
};

/** Condition for classes that are offered to a child with this access rank. */
export const offeredToChildSql = (
  alias: string,
  { childRank, personId }: { readonly [Name in "childRank" | "personId"]: unknown },
): RawBuilder<unknown> => sql`
  (${childRank}::int is null or (${mayPlaySql(alias, childRank, personId)} and ${suitsChildrenSql(alias)}))`;

/** A query over the published classes that a person may open, as a column `class_id`, for another module's statement. */
export const openClassesSql = (p: {
  readonly personId: unknown;
  readonly accessRank: unknown;
  readonly allowsExplicit: unknown;
  readonly isChild: unknown;
}): RawBuilder<unknown> => sql`
  select classes.id as class_id from catalog.classes
  where classes.published_at is not null and ${mayPlaySql("classes", p.accessRank, p.personId)}
    and (${p.allowsExplicit}::boolean or not classes.is_explicit)
    and (not ${p.isChild}::boolean or ${suitsChildrenSql("classes")})`;

/** Condition for the classes visible to a viewer. */
const visibleSql = (p: Viewed): RawBuilder<unknown> =>
  sql`classes.published_at is not null and not (${p.hidesExplicit}::boolean and classes.is_explicit)
    and ${offeredToChildSql("classes", p)}`;

const selectById = statementByShape<Depth, Viewed & { ids: readonly string[] }, ClassRow>(
  "catalog.list_classes_by_id",
  (depth, p) => sql`
    select ${classColumns(depth, p.personId)} from catalog.classes ${classJoins}
    where classes.id = any(${p.ids}::uuid[]) and ${visibleSql(p)}`,
);
const selectBySlug = statementByShape<Depth, Viewed & { slug: string }, ClassRow>(
  "catalog.find_class_by_slug",
  (depth, p) => sql`
    select ${classColumns(depth, p.personId)} from catalog.classes ${classJoins}
    where classes.slug = ${p.slug} and ${visibleSql(p)}`,
);

/** The next class of the style by level and age; otherwise the newest class of the section. */
const selectNext = statementByShape<
  Depth,
  Viewed & { ids: readonly string[] },
  ClassRow & { afterId: string }
>(
  "catalog.list_next_classes",
  (depth, p) => sql`
    select ${classColumns(depth, p.personId)}, here.id as "afterId"
    from catalog.classes as here
    join catalog.classes on classes.id = coalesce(
      (select id from catalog.classes as next
        where next.style_id = here.style_id and next.published_at is not null
          and not (${p.hidesExplicit}::boolean and next.is_explicit) and ${offeredToChildSql("next", p)}
          and (next.level_rank, next.published_at, next.id) > (here.level_rank, here.published_at, here.id)
        order by next.level_rank, next.published_at, next.id limit 1),
      (select id from catalog.classes as next
        where next.section_id = here.section_id and next.published_at is not null and next.id <> here.id
          and not (${p.hidesExplicit}::boolean and next.is_explicit) and ${offeredToChildSql("next", p)}
        order by next.published_at desc, next.id desc limit 1))
    ${classJoins}
    where here.id = any(${p.ids}::uuid[])`,
);

/** Columns that every source of a class list selects. */
interface Sourced {
  readonly class_id: string;
  readonly place: number;
}

/** Statements of a class list, by depth and by the list's own shapes. */
export type ClassListStatement<Params, Extra, Shape> = (of: {
  readonly depth: Depth;
  readonly shape: Shape;
}) => Statement<Params & Viewed, ClassRow & Sourced & Extra>;

/**
 * A statement of classes that another module's query selects. `source` selects `class_id`, `place`
 * (ascending sort key) and its own columns, which come with the rows. `Shape` distinguishes variants of the
 * statement; null if there are none.
 */
export function selectClassesOf<
  Params extends { readonly personId: string | null },
  Extra = object,
  Shape = null,
>(
  name: string,
  source: (params: Params, shape: Shape) => RawBuilder<unknown>,
): ClassListStatement<Params, Extra, Shape> {
  return statementByShape<{ depth: Depth; shape: Shape }, Params & Viewed, ClassRow & Sourced & Extra>(
    name,
    ({ depth, shape }, p) => sql`
      select ${classColumns(depth, p.personId)}, source.* from (${source(p, shape)}) as source
      join catalog.classes on classes.id = source.class_id and ${visibleSql(p)} ${classJoins}
      order by source.place`,
  );
}

export const listClassesById = (
  db: Db,
  ids: readonly string[],
  depth: Depth,
  viewed: Viewed,
): Promise<ClassRow[]> => db.many(selectById(depth), { ids, ...viewed });
export const findClassBySlug = (
  db: Db,
  slug: string,
  depth: Depth,
  viewed: Viewed,
): Promise<ClassRow | null> => db.maybe(selectBySlug(depth), { slug, ...viewed });
/** For each id, the next class to dance, if there is one. */
export const listNextClasses = (
  db: Db,
  ids: readonly string[],
  depth: Depth,
  viewed: Viewed,
): Promise<(ClassRow & { afterId: string })[]> => db.many(selectNext(depth), { ids, ...viewed });

const correctSpelling = statement<{ text: string }, { corrected: string | null }>(
  "catalog.correct_words",
  (p) => sql`select catalog.correct_words(${p.text}) as corrected`,
);

/** The text with unknown words replaced by the nearest word of a title or name; null if none remains. */
export const findCorrection = async (db: Db, text: string): Promise<string | null> =>
  (await db.one(correctSpelling, { text })).corrected;

/** The classes of the library: a column `class_id`. */
export const libraryClassesSql = sql`(select id as class_id from catalog.classes where published_at is not null)`;

/** Every class with its title and instructor, for figures: drafts and those that were taken out of the library too. */
export const namedClassesSql = sql`(
  select classes.id as class_id, classes.title, instructors.slug as instructor_slug, instructors.name as instructor_name
  from catalog.classes join catalog.instructors on instructors.id = classes.instructor_id)`;
