import { sql } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { AccessType } from "../billing/index.ts";

/** A stretch of even tempo: beat n at firstBeatMs + n * 60000 / bpm, before endMs. */
export interface TempoSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly bpm: number;
  readonly firstBeatMs: number;
}

export interface ClassRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly level: string;
  readonly type: string;
  readonly accessType: AccessType;
  readonly isExplicit: boolean;
  readonly durationMs: number;
  readonly beatGrid: readonly TempoSpan[];
  /** Path below /pictures/, without size and suffix. */
  readonly picture: string;
  readonly assetId: string | null;
  readonly preparationPercent: number | null;
  readonly publishedAt: Date;
  readonly style: { readonly slug: string; readonly name: string };
  readonly instructor: { readonly slug: string; readonly name: string };
  readonly section: SectionRow;
  /** Text of the sort key's first part, for the next page's cursor; absent where a list isn't paged. */
  readonly sortKey?: string;
}

export interface SectionRow {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

const columns = sql`
  classes.id, classes.slug, classes.title, classes.description, classes.level, classes.type, classes.access_type as "accessType",
  classes.is_explicit as "isExplicit", classes.duration_ms as "durationMs", classes.beat_grid as "beatGrid", classes.picture,
  classes.asset_id as "assetId", classes.preparation_percent as "preparationPercent", classes.published_at as "publishedAt",
  json_build_object('slug', styles.slug, 'name', styles.name) as style,
  json_build_object('slug', instructors.slug, 'name', instructors.name) as instructor,
  json_build_object('slug', sections.slug, 'name', sections.name, 'description', sections.description) as section`;
const joins = sql`
  join catalog.styles on styles.id = classes.style_id
  join catalog.instructors on instructors.id = classes.instructor_id
  join catalog.sections on sections.id = classes.section_id`;

const selectById = statement<{ ids: readonly string[] }, ClassRow>(
  "catalog.list_classes_by_id",
  (p) => sql`select ${columns} from catalog.classes ${joins} where classes.id = any(${p.ids}::uuid[]) and classes.published_at is not null`,
);
const selectBySlug = statement<{ slug: string }, ClassRow>(
  "catalog.find_class_by_slug",
  (p) => sql`select ${columns} from catalog.classes ${joins} where classes.slug = ${p.slug} and classes.published_at is not null`,
);

export const sorts = ["newest", "title", "shortest", "relevance"] as const;
export type ClassSort = (typeof sorts)[number];

/** What a list of classes is narrowed by. */
export interface ClassFilters {
  readonly search?: SearchText | undefined;
  readonly levels?: readonly string[] | undefined;
  readonly styles?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly accessTypes?: readonly string[] | undefined;
  readonly instructor?: string | undefined;
  readonly section?: string | undefined;
  readonly category?: string | undefined;
  readonly maxDurationMs?: number | undefined;
}

/** A person's text as `catalog.class_query` takes it. */
export interface SearchText {
  readonly whole: string;
  readonly head: string;
  /** The word that may still be being typed; null when the text ends otherwise. */
  readonly lastWord: string | null;
}

type FilterShape = { [Name in keyof ClassFilters]-?: boolean };
type ListParams = {
  whole: string | null;
  head: string | null;
  lastWord: string | null;
  levels: readonly string[] | null;
  styles: readonly string[] | null;
  types: readonly string[] | null;
  accessTypes: readonly string[] | null;
  instructor: string | null;
  section: string | null;
  category: string | null;
  maxDurationMs: number | null;
  afterKey: string | null;
  afterId: string | null;
  first: number;
};

const shapeOf = (filters: ClassFilters): FilterShape => ({
  search: filters.search !== undefined,
  levels: filters.levels !== undefined,
  styles: filters.styles !== undefined,
  types: filters.types !== undefined,
  accessTypes: filters.accessTypes !== undefined,
  instructor: filters.instructor !== undefined,
  section: filters.section !== undefined,
  category: filters.category !== undefined,
  maxDurationMs: filters.maxDurationMs !== undefined,
});
const paramsOf = (filters: ClassFilters) => ({
  whole: filters.search?.whole ?? null,
  head: filters.search?.head ?? null,
  lastWord: filters.search?.lastWord ?? null,
  levels: filters.levels ?? null,
  styles: filters.styles ?? null,
  types: filters.types ?? null,
  accessTypes: filters.accessTypes ?? null,
  instructor: filters.instructor ?? null,
  section: filters.section ?? null,
  category: filters.category ?? null,
  maxDurationMs: filters.maxDurationMs ?? null,
});

const nothing = sql``;
const query = (p: ListParams) => sql`catalog.class_query(${p.whole}::text, ${p.head}::text, ${p.lastWord}::text)`;
// A sub-select by slug is worked out once, before the index is chosen.
const conditions = (shape: FilterShape, p: ListParams) => sql`
  classes.published_at is not null
  ${shape.search ? sql`and classes.search @@ ${query(p)}` : nothing}
  ${shape.levels ? sql`and classes.level = any(${p.levels}::text[])` : nothing}
  ${shape.styles ? sql`and classes.style_id = any(array(select id from catalog.styles where slug = any(${p.styles}::text[])))` : nothing}
  ${shape.types ? sql`and classes.type = any(${p.types}::text[])` : nothing}
  ${shape.accessTypes ? sql`and classes.access_type = any(${p.accessTypes}::text[])` : nothing}
  ${shape.instructor ? sql`and classes.instructor_id = (select id from catalog.instructors where slug = ${p.instructor}::text)` : nothing}
  ${shape.section ? sql`and classes.section_id = (select id from catalog.sections where slug = ${p.section}::text)` : nothing}
  ${shape.maxDurationMs ? sql`and classes.duration_ms <= ${p.maxDurationMs}::int` : nothing}`;
const source = (shape: FilterShape, p: ListParams) =>
  shape.category
    ? sql`catalog.class_categories as held join catalog.classes on classes.id = held.class_id
        and held.category_id = (select id from catalog.categories where slug = ${p.category}::text) and held.published_at is not null`
    : sql`catalog.classes`;

const orders = {
  newest: { key: () => sql`classes.published_at`, cast: sql`timestamptz`, descending: true },
  title: { key: () => sql`classes.title`, cast: sql`text`, descending: false },
  shortest: { key: () => sql`classes.duration_ms`, cast: sql`int`, descending: false },
  relevance: { key: (p: ListParams) => sql`ts_rank(classes.search, ${query(p)})::float8`, cast: sql`float8`, descending: true },
} as const;

const selectPage = statementByShape<{ filters: FilterShape; sort: ClassSort; after: boolean }, ListParams, ClassRow>(
  "catalog.list_classes",
  ({ filters, sort, after }, p) => {
    const order = orders[sort];
    const key = order.key(p);
    const direction = order.descending ? sql`desc` : sql`asc`;
    const beyond = order.descending ? sql`<` : sql`>`;
    return sql`
      select ${columns}, (${key})::text as "sortKey" from ${source(filters, p)} ${joins}
      where ${conditions(filters, p)}
      ${after ? sql`and (${key}, classes.id) ${beyond} (${p.afterKey}::text::${order.cast}, ${p.afterId}::uuid)` : nothing}
      order by ${key} ${direction}, classes.id ${direction} limit ${p.first}::int`;
  },
);
const countPage = statementByShape<FilterShape, ListParams, { total: number }>(
  "catalog.count_classes",
  (shape, p) => sql`select count(*) as total from ${source(shape, p)} where ${conditions(shape, p)}`,
);

const correctWords = statement<{ text: string }, { corrected: string | null }>(
  "catalog.correct_words",
  (p) => sql`select catalog.correct_words(${p.text}) as corrected`,
);

export interface PartRow {
  readonly classId: string;
  readonly index: number;
  readonly title: string;
  readonly kind: "warm_up" | "breakdown" | "counts" | "slow" | "full_out" | "cool_down";
  readonly startMs: number;
  readonly endMs: number;
  readonly eights: number;
}
const selectParts = statement<{ classIds: readonly string[] }, PartRow>(
  "catalog.list_parts",
  (p) => sql`
    select class_id as "classId", index, title, kind, start_ms as "startMs", end_ms as "endMs", eights
    from catalog.class_parts where class_id = any(${p.classIds}::uuid[]) order by class_id, index`,
);

const selectNext = statement<{ id: string }, ClassRow>(
  "catalog.find_next_class",
  (p) => sql`
    with here as (select style_id, level_rank, published_at, id from catalog.classes where id = ${p.id}::uuid)
    select ${columns} from (
      (select candidate.id, 0 as far from catalog.classes as candidate, here
        where candidate.style_id = here.style_id and candidate.published_at is not null
          and (candidate.level_rank, candidate.published_at, candidate.id) > (here.level_rank, here.published_at, here.id)
        order by candidate.level_rank, candidate.published_at, candidate.id limit 1)
      union all
      (select candidate.id, 1 from catalog.classes as candidate, here
        where candidate.published_at is not null and candidate.id <> here.id
        order by candidate.published_at desc, candidate.id desc limit 1)
      order by far limit 1
    ) as chosen join catalog.classes on classes.id = chosen.id ${joins}`,
);

export interface CategoryRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly section: string;
  readonly picture: string | null;
  readonly video: string | null;
  readonly classCount: number;
  readonly isFollowing: boolean;
}
const categoryColumns = (personId: string | null) => sql`
  categories.id, categories.slug, categories.name, categories.description, sections.slug as section,
  categories.preview_picture as picture, categories.preview_video as video, categories.class_count as "classCount",
  exists (select from catalog.followed_categories as followed
    where followed.person_id = ${personId}::uuid and followed.category_id = categories.id) as "isFollowing"`;
type CategoryParams = { slugs: readonly string[] | null; section: string | null; goal: string | null; following: boolean | null; personId: string | null };
const selectCategories = statement<CategoryParams, CategoryRow>(
  "catalog.list_categories",
  (p) => sql`
    select * from (
      select ${categoryColumns(p.personId)}, categories.position
      from catalog.categories join catalog.sections on sections.id = categories.section_id
      where (${p.slugs}::text[] is null or categories.slug = any(${p.slugs}::text[]))
        and (${p.section}::text is null or sections.slug = ${p.section}::text)
        and (${p.goal}::text is null or ${p.goal}::text = any(categories.goals))
    ) as found
    where ${p.following}::boolean is null or found."isFollowing" = ${p.following}::boolean
    order by found.position, found.slug limit 100`,
);
const selectClassCategories = statement<{ classIds: readonly string[]; personId: string | null }, CategoryRow & { classId: string }>(
  "catalog.list_class_categories",
  (p) => sql`
    select held.class_id as "classId", ${categoryColumns(p.personId)}
    from catalog.class_categories as held
    join catalog.categories on categories.id = held.category_id
    join catalog.sections on sections.id = categories.section_id
    where held.class_id = any(${p.classIds}::uuid[]) order by categories.position, categories.slug`,
);
const replaceFollowed = statement<{ personId: string; slugs: readonly string[] }, { known: number }>(
  "catalog.replace_followed_categories",
  (p) => sql`
    with chosen as (select id from catalog.categories where slug = any(${p.slugs}::text[])),
    removed as (delete from catalog.followed_categories where person_id = ${p.personId}::uuid and category_id not in (select id from chosen)),
    added as (insert into catalog.followed_categories (person_id, category_id) select ${p.personId}::uuid, id from chosen on conflict do nothing)
    select count(*) as known from chosen`,
);

export interface InstructorRow {
  readonly slug: string;
  readonly name: string;
  readonly bio: string | null;
  readonly photo: string | null;
}
const selectInstructor = statement<{ slug: string }, InstructorRow>(
  "catalog.find_instructor",
  (p) => sql`select slug, name, bio, photo from catalog.instructors where slug = ${p.slug}`,
);
const selectSections = statement<Record<string, never>, SectionRow>(
  "catalog.list_sections",
  () => sql`select slug, name, description from catalog.sections order by position, slug limit 100`,
);
const selectStyles = statement<Record<string, never>, { slug: string; name: string }>(
  "catalog.list_styles",
  () => sql`select slug, name from catalog.styles order by name limit 100`,
);

export const listClassesById = (db: Db, ids: readonly string[]): Promise<ClassRow[]> => db.many(selectById, { ids });
export const findClassBySlug = (db: Db, slug: string): Promise<ClassRow | null> => db.maybe(selectBySlug, { slug });

/** One page of published classes in an order; `after` is the last row of the page before. */
export function listClasses(
  db: Db,
  filters: ClassFilters,
  page: { sort: ClassSort; first: number; after: { key: string; id: string } | null },
): Promise<ClassRow[]> {
  return db.many(selectPage({ filters: shapeOf(filters), sort: page.sort, after: page.after !== null }), {
    ...paramsOf(filters),
    afterKey: page.after?.key ?? null,
    afterId: page.after?.id ?? null,
    first: page.first,
  });
}

export async function countClasses(db: Db, filters: ClassFilters): Promise<number> {
  return (await db.one(countPage(shapeOf(filters)), { ...paramsOf(filters), afterKey: null, afterId: null, first: 0 })).total;
}

/** The text with words that no class holds replaced by the nearest that one does; null when nothing is left. */
export const findCorrection = async (db: Db, text: string): Promise<string | null> => (await db.one(correctWords, { text })).corrected;
export const listParts = (db: Db, classIds: readonly string[]): Promise<PartRow[]> => db.many(selectParts, { classIds });
/** The class to dance after one: the next of its style in level and age, else the newest. */
export const findNextClass = (db: Db, id: string): Promise<ClassRow | null> => db.maybe(selectNext, { id });
export const listCategories = (db: Db, params: CategoryParams): Promise<CategoryRow[]> => db.many(selectCategories, params);
export const listCategoriesOfClasses = (db: Db, classIds: readonly string[], personId: string | null): Promise<(CategoryRow & { classId: string })[]> =>
  db.many(selectClassCategories, { classIds, personId });
/** Makes `slugs` what the person follows. @returns how many of them exist */
export const updateFollowedCategories = async (db: Db, personId: string, slugs: readonly string[]): Promise<number> =>
  (await db.one(replaceFollowed, { personId, slugs })).known;
export const findInstructor = (db: Db, slug: string): Promise<InstructorRow | null> => db.maybe(selectInstructor, { slug });
export const listSections = (db: Db): Promise<SectionRow[]> => db.many(selectSections, {});
export const listStyles = (db: Db): Promise<{ slug: string; name: string }[]> => db.many(selectStyles, {});
