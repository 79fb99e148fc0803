import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { faceSql } from "./images.ts";
import { currentSlugSql, currentSlugsSql } from "./aliases.ts";

export interface PartRow {
  /** Stays while other parts come and go, and while it has no place in the video. */
  readonly key: number;
  /** One-based. */
  readonly index: number;
  readonly title: string;
  readonly kind: "warm_up" | "breakdown" | "counts" | "slow" | "full_out" | "cool_down";
  readonly startMs: number;
  readonly endMs: number;
  readonly eights: number;
}

export interface CategoryRow {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  /** Slug of its section. */
  readonly section: string;
  /** Slugs of the goals that it serves, in alphabetical order. */
  readonly goals: readonly string[];
  /** Paths below /pictures/. */
  readonly picture: string | null;
  /** Which place of its own image narrow crops keep, percent from the left; null without one. */
  readonly focusX: number | null;
  readonly video: string | null;
  readonly classCount: number;
  /** Whether the viewer follows it; false if signed out. */
  readonly isFollowing: boolean;
}

export interface SectionRow {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

export interface StyleRow {
  readonly slug: string;
  readonly name: string;
  /** Its image: path below /pictures/, without size and suffix. */
  readonly picture: string | null;
  /** Which place of its own image narrow crops keep, percent from the left; null without one. */
  readonly focusX: number | null;
  /** Names of styles that were merged into it. */
  readonly formerNames: readonly string[];
}

export interface InstructorRow {
  readonly slug: string;
  readonly name: string;
  readonly bio: string | null;
  /** Web addresses of their pages elsewhere. */
  readonly links: readonly string[];
  /** Path below /pictures/, without size and suffix. */
  readonly photo: string | null;
  /** Which place of their own photo narrow crops keep, percent from the left; null without one. */
  readonly focusX: number | null;
  /** Square image of the face: path below /pictures/, without its suffix. */
  readonly face: string | null;
  /** The member who teaches; null for an instructor without an account. */
  readonly personId: string | null;
}

/** Which place of the own image of a row narrow crops keep. */
const focusColumn = (row: string): RawBuilder<unknown> => sql`
  case when ${sql.ref(`${row}.picture`)} is not null then ${sql.ref(`${row}.poster_x`)} end as "focusX"`;

/** The category's own image; otherwise that of its newest class. */
const categoryImage = sql`coalesce(categories.picture, categories.preview_picture, (
    select classes.picture from catalog.class_categories as held join catalog.classes on classes.id = held.class_id
    where held.category_id = categories.id and held.published_at is not null
    order by held.published_at desc, held.class_id desc limit 1))`;

/** Columns of a CategoryRow over `categories` and `sections`. */
export const categoryColumns = (personId: unknown): RawBuilder<unknown> => sql`
  categories.slug, categories.name, categories.description, sections.slug as section, categories.goals,
  ${categoryImage} as picture, ${focusColumn("categories")}, categories.preview_video as video, categories.class_count as "classCount",
  exists (select from catalog.followed_categories as followed
    where followed.person_id = ${personId}::uuid and followed.category_id = categories.id) as "isFollowing"`;

/** Filters of the category list; null disables a filter. */
export interface CategoryParams {
  readonly slugs: readonly string[] | null;
  readonly section: string | null;
  /** Matches any of these goals. */
  readonly goals: readonly string[] | null;
  readonly following: boolean | null;
  readonly personId: string | null;
}
const selectCategories = statement<CategoryParams, CategoryRow & { position: number }>(
  "catalog.list_categories",
  (p) => sql`
    select * from (
      select ${categoryColumns(p.personId)}, categories.position
      from catalog.categories join catalog.sections on sections.id = categories.section_id
      where (${p.slugs}::text[] is null or categories.slug = any(${currentSlugsSql("category", p.slugs)}))
        and (${p.section}::text is null or sections.slug = ${currentSlugSql("section", p.section)})
        and (${p.goals}::text[] is null or categories.goals && ${p.goals}::text[])
    ) as found
    where ${p.following}::boolean is null or found."isFollowing" = ${p.following}::boolean
    order by found.position, found.slug limit 100`,
);
const replaceFollowed = statement<{ personId: string; slugs: readonly string[] }, { known: number }>(
  "catalog.replace_followed_categories",
  (p) => sql`
    with given as (select unnest(${currentSlugsSql("category", p.slugs)}) as slug),
    chosen as (select distinct categories.id from given join catalog.categories using (slug)),
    removed as (
      delete from catalog.followed_categories
      where person_id = ${p.personId}::uuid and category_id not in (select id from chosen)
    ), added as (
      insert into catalog.followed_categories (person_id, category_id)
      select ${p.personId}::uuid, id from chosen on conflict do nothing
    )
    select count(*) as known from given join catalog.categories using (slug)`,
);
const selectInstructors = statement<{ slugs: readonly string[] }, InstructorRow>(
  "catalog.list_instructors",
  // Without a photo, the image of the instructor's newest class is used.
  (p) => sql`
    select slug, name, bio, links, coalesce(picture, photo, (
      select picture from catalog.classes where instructor_id = instructors.id and published_at is not null
      order by published_at desc, id desc limit 1)) as photo, ${focusColumn("instructors")}, ${faceSql} as face,
      person_id as "personId"
    from catalog.instructors where slug = any(${p.slugs}::text[])`,
);
const selectInstructorSlugsFound = statement<{ search: string; first: number }, { slug: string }>(
  "catalog.find_instructors",
  (p) => sql`
    select slug from catalog.instructors
    where position(catalog.plain(${p.search}::text) in catalog.plain(name)) > 0 and exists (
      select from catalog.classes where classes.instructor_id = instructors.id and classes.published_at is not null)
    order by name, slug limit ${p.first}::int`,
);
const selectSections = statement<Record<string, never>, SectionRow>(
  "catalog.list_sections",
  () => sql`select slug, name, description from catalog.sections order by position, slug limit 100`,
);
const selectStyles = statement<Record<string, never>, StyleRow>(
  "catalog.list_styles",
  () => sql`
    select slug, name, coalesce(picture, preview_picture) as picture, ${focusColumn("styles")}, array(
      select alias.name from catalog.entry_aliases as alias where alias.kind = 'style' and alias.slug = styles.slug
      order by alias.name) as "formerNames"
    from catalog.styles order by position, name, slug limit 100`,
);

export const listCategories = (db: Db, params: CategoryParams): Promise<CategoryRow[]> =>
  db.many(selectCategories, params);

/** Replaces the categories that the profile follows with `slugs`. @returns how many of them exist */
export const updateFollowedCategories = async (
  db: Db,
  personId: string,
  slugs: readonly string[],
): Promise<number> => (await db.one(replaceFollowed, { personId, slugs })).known;

const selectInstructorSlugs = statement<{ personIds: readonly string[] }, { personId: string; slug: string }>(
  "catalog.list_instructor_slugs",
  (p) => sql`
    select person_id as "personId", slug from catalog.instructors where person_id = any(${p.personIds}::uuid[])`,
);
/** Which of these profiles are instructors, with their slugs. */
export const listInstructorSlugs = (
  db: Db,
  personIds: readonly string[],
): Promise<{ personId: string; slug: string }[]> => db.many(selectInstructorSlugs, { personIds });

const selectAnyClass = statement<Record<string, never>, { isThere: boolean }>(
  "catalog.has_published_class",
  () =>
    sql`select count(*) > 0 as "isThere" from (select from catalog.published_classes order by published_at desc, class_id desc limit 1) as newest`,
);
/** Whether any class is published. */
export const hasPublishedClass = async (db: Db): Promise<boolean> =>
  (await db.one(selectAnyClass, {})).isThere;

export const listInstructors = (db: Db, slugs: readonly string[]): Promise<InstructorRow[]> =>
  db.many(selectInstructors, { slugs });
/** Slugs of instructors with classes in the library whose name has a text, also without its accents, by name. */
export const listInstructorSlugsFound = async (
  db: Db,
  request: { search: string; first: number },
): Promise<string[]> => (await db.many(selectInstructorSlugsFound, request)).map(({ slug }) => slug);
export const listSections = (db: Db): Promise<SectionRow[]> => db.many(selectSections, {});
export const listStyles = (db: Db): Promise<StyleRow[]> => db.many(selectStyles, {});
