import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { renameOwnPrices } from "../../billing/index.ts";
import type { AccessType } from "../../billing/index.ts";
import { assetSql } from "../../media/index.ts";
import type { AssetRow, CaptionText, ImageFocus } from "../../media/index.ts";
import { countsHeardAtSql } from "../beat/store-heard.ts";
import { currentSlugSql, currentSlugsSql } from "../aliases.ts";
import { classSongsColumn } from "../songs/store.ts";
import type { ClassSongRow } from "../songs/store.ts";
import type { ReleaseAudience } from "../following/audience.ts";
import type { ClassRow, TempoSpan } from "../store-classes.ts";
import { followSales } from "../store-own-prices.ts";
import type { ClassParts } from "./fit-parts.ts";
import { sourceColumns } from "./store-sources.ts";
import type { ClassSources } from "./store-sources.ts";
import { unplacedPartsColumn } from "./store-parts.ts";

/** Attributes of a class, as set by an editor. */
export interface ClassAttributes {
  readonly title: string;
  readonly description: string;
  readonly level: string;
  readonly type: string;
  readonly accessType: AccessType;
  readonly isExplicit: boolean;
  readonly energy: ClassRow["energy"];
  readonly space: ClassRow["space"];
  readonly usesFloor: boolean;
  /** Slugs. */
  readonly style: string;
  readonly instructor: string;
  readonly section: string;
  readonly categories: readonly string[];
}

/** When a class enters and leaves the library by itself. */
export type ClassSchedule = Pick<EditedClass, "publishAt" | "leavesAt">;

/** A class as seen by its editors, published or not. */
export interface EditedClass extends ClassAttributes, ClassSources, ClassParts {
  readonly id: string;
  readonly slug: string;
  /** Null until a source video was transcoded. */
  readonly durationMs: number | null;
  /** Path below /pictures/, without size and suffix; empty until a source video was transcoded. */
  readonly picture: string;
  /** Image that an editor chose, below /pictures/; null: as its video has it. */
  readonly poster: string | null;
  /** Place of the image that stays in every crop, percent from the left and from the top. */
  readonly posterX: number;
  readonly posterY: number;
  /** Place of the image that stays in narrow crops; null: no editor chose one. */
  readonly portrait: ImageFocus | null;
  readonly beatGrid: readonly TempoSpan[];
  /** The beat grid before and after the video, in the time of the class. */
  readonly beatGridOutside: readonly TempoSpan[];
  /** How sure the analysis is of the counts, 0 to 1; 0: a person set them; null: nothing is known of them. */
  readonly countsCertainty: number | null;
  /** When someone has heard these counts of this video. */
  readonly countsHeardAt: Date | null;
  readonly revision: number;
  readonly draftedAt: Date;
  readonly publishedAt: Date | null;
  readonly firstPublishedAt: Date | null;
  /** When it enters the library by itself; null if unscheduled. */
  readonly publishAt: Date | null;
  /** When it leaves the library by itself; null if it stays. */
  readonly leavesAt: Date | null;
  /** Whom publishing it tells, the first time. */
  readonly releaseAudience: ReleaseAudience;
  /** The highest key that one of its parts has had. */
  readonly lastPartKey: number;
  readonly songs: readonly ClassSongRow[];
  readonly captions: readonly Pick<CaptionText, "language" | "label">[];
  readonly asset: AssetRow | null;
}

/** Columns of an `EditedClass`, of `catalog.classes` with `editedJoins`. */
export const editedColumns = sql`
  classes.id, classes.slug, classes.title, classes.description, classes.level, classes.type, classes.access_type as "accessType",
  classes.is_explicit as "isExplicit", classes.energy, classes.space, classes.uses_floor as "usesFloor",
  styles.slug as style, instructors.slug as instructor, sections.slug as section, classes.duration_ms as "durationMs", classes.picture,
  classes.poster, classes.poster_x as "posterX", classes.poster_y as "posterY",
  case when portrait_x is not null then json_build_object('x', portrait_x, 'y', coalesce(portrait_y, 50)) end as portrait,
  classes.beat_grid as "beatGrid", classes.counts_certainty as "countsCertainty", ${countsHeardAtSql} as "countsHeardAt", classes.revision, classes.drafted_at as "draftedAt", classes.published_at as "publishedAt",
  classes.first_published_at as "firstPublishedAt", classes.publish_at as "publishAt", classes.leaves_at as "leavesAt",
  classes.release_audience as "releaseAudience",
  coalesce((select json_agg(json_build_object('key', coalesce(part.key, part.index), 'index', part.index, 'title', part.title, 'kind', part.kind,
      'startMs', part.start_ms, 'endMs', part.end_ms, 'eights', part.eights, 'wholeStartMs', part.whole_start_ms,
      'wholeEndMs', part.whole_end_ms) order by part.index)
    from catalog.class_parts as part where part.class_id = classes.id), '[]') as parts,
  ${unplacedPartsColumn} as "unplacedParts", classes.last_part_key as "lastPartKey",
  coalesce(classes.beat_grid_outside, '[]') as "beatGridOutside",
  coalesce((select json_agg(categories.slug order by categories.position, categories.slug) from catalog.class_categories
    join catalog.categories on categories.id = class_categories.category_id
    where class_categories.class_id = classes.id), '[]') as categories,
  ${sourceColumns},
  coalesce((select json_agg(json_build_object('language', track.language, 'label', track.label) order by track.language)
    from catalog.class_captions as track where track.class_id = classes.id), '[]') as captions,
  ${classSongsColumn},
  ${assetSql(sql`classes.asset_id`)} as asset`;
export const editedJoins = sql`
  join catalog.styles on styles.id = classes.style_id
  join catalog.instructors on instructors.id = classes.instructor_id
  join catalog.sections on sections.id = classes.section_id`;

const selectOne = statement<{ id: string }, EditedClass>(
  "catalog.find_edited_class",
  (p) => sql`select ${editedColumns} from catalog.classes ${editedJoins} where classes.id = ${p.id}::uuid`,
);
const selectBySlug = statement<{ slug: string }, { id: string }>(
  "catalog.find_class_id",
  (p) => sql`select id from catalog.classes where slug = ${p.slug}`,
);
const selectByKey = statement<{ key: string }, { id: string }>(
  "catalog.find_class_of_draft_key",
  (p) => sql`select id from catalog.classes where draft_key = ${p.key}`,
);
const lockOne = statement<{ id: string }, { id: string }>(
  "catalog.lock_class",
  (p) => sql`select id from catalog.classes where id = ${p.id}::uuid for update`,
);
type DraftPage = {
  /** Slug of an instructor; null for all. */
  readonly instructor: string | null;
  /** In the title or the instructor's name; null for all. */
  readonly search: string | null;
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
};
const selectDrafts = statement<DraftPage, EditedClass>(
  "catalog.list_drafts",
  (p) => sql`
    select ${editedColumns} from catalog.classes ${editedJoins}
    where classes.published_at is null and (${p.instructor}::text is null or instructors.slug = ${p.instructor})
      and (${p.search}::text is null or strpos(lower(concat_ws(' ', classes.title, instructors.name)), lower(${p.search})) > 0)
      and (${p.beforeAt}::timestamptz is null or (classes.drafted_at, classes.id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid))
    order by classes.drafted_at desc, classes.id desc limit ${p.first}::int`,
);

const insert = statement<
  ClassAttributes & { id: string; slug: string; key: string; now: Date },
  { id: string }
>(
  "catalog.insert_draft",
  (p) => sql`
    insert into catalog.classes (id, slug, title, description, level, type, access_type, is_explicit, energy, space, uses_floor,
      style_id, instructor_id, section_id, picture, asset_id, drafted_at, draft_key)
    select ${p.id}::uuid, ${p.slug}, ${p.title}, ${p.description}, ${p.level}, ${p.type}, ${p.accessType}, ${p.isExplicit}::boolean,
      ${p.energy}, ${p.space}, ${p.usesFloor}::boolean, styles.id, instructors.id, sections.id, '', ${p.id}::uuid, ${p.now}::timestamptz, ${p.key}
    from catalog.styles, catalog.instructors, catalog.sections
    where styles.slug = ${currentSlugSql("style", p.style)} and instructors.slug = ${currentSlugSql("instructor", p.instructor)}
      and sections.slug = ${currentSlugSql("section", p.section)} returning id`,
);
const update = statement<ClassAttributes & { id: string; revision: number }, { id: string }>(
  "catalog.update_class",
  (p) => sql`
    update catalog.classes set title = ${p.title}, description = ${p.description}, level = ${p.level}, type = ${p.type},
      access_type = ${p.accessType}, is_explicit = ${p.isExplicit}::boolean, energy = ${p.energy}, space = ${p.space},
      uses_floor = ${p.usesFloor}::boolean, style_id = styles.id, instructor_id = instructors.id, section_id = sections.id,
      revision = classes.revision + 1
    from catalog.styles, catalog.instructors, catalog.sections
    where styles.slug = ${currentSlugSql("style", p.style)} and instructors.slug = ${currentSlugSql("instructor", p.instructor)}
      and sections.slug = ${currentSlugSql("section", p.section)}
      and classes.id = ${p.id}::uuid and classes.revision = ${p.revision}::int returning classes.id`,
);
const countNamed = statement<
  Pick<ClassAttributes, "style" | "instructor" | "section" | "categories">,
  { style: boolean; instructor: boolean; section: boolean; categories: number }
>(
  "catalog.count_named",
  (p) => sql`
    select exists (select from catalog.styles where slug = ${currentSlugSql("style", p.style)}) as style,
      exists (select from catalog.instructors where slug = ${currentSlugSql("instructor", p.instructor)}) as instructor,
      exists (select from catalog.sections where slug = ${currentSlugSql("section", p.section)}) as section,
      (select count(*) from unnest(${currentSlugsSql("category", p.categories)}) as given (slug) join catalog.categories using (slug)) as categories`,
);
const replaceCategories = statement<{ id: string; slugs: readonly string[] }, never>(
  "catalog.replace_class_categories",
  (p) => sql`
    with chosen as (select id from catalog.categories where slug = any(${currentSlugsSql("category", p.slugs)})),
    removed as (delete from catalog.class_categories where class_id = ${p.id}::uuid and category_id not in (select id from chosen))
    insert into catalog.class_categories (class_id, category_id) select ${p.id}::uuid, id from chosen on conflict do nothing`,
);
const deleteOne = statement<{ id: string }, never>(
  "catalog.delete_class",
  (p) => sql`delete from catalog.classes where id = ${p.id}::uuid`,
);
export const findEdited = (db: Db, id: string): Promise<EditedClass | null> => db.maybe(selectOne, { id });
/** The id of a class by its slug, published or not. */
export const findIdBySlug = async (db: Db, slug: string): Promise<string | null> =>
  (await db.maybe(selectBySlug, { slug }))?.id ?? null;
/** The class that was created with the same idempotency key. */
export const findIdByKey = async (db: Db, key: string): Promise<string | null> =>
  (await db.maybe(selectByKey, { key }))?.id ?? null;
/** Locks the class's row until the transaction ends. @returns false if it doesn't exist */
export const lockClass = async (db: Db, id: string): Promise<boolean> =>
  (await db.maybe(lockOne, { id })) !== null;
/** Unpublished classes, newest first, keyset-paged. */
export const listDrafts = (db: Db, page: DraftPage): Promise<EditedClass[]> => db.many(selectDrafts, page);
export const insertDraft = async (
  db: Db,
  draft: ClassAttributes & { id: string; slug: string; key: string; now: Date },
): Promise<boolean> => (await db.maybe(insert, draft)) !== null;
/** Optimistic-lock update, which prices of the class alone follow. @returns false on a revision conflict */
export const updateClass = async (
  db: Db,
  attributes: ClassAttributes & { id: string; revision: number },
): Promise<boolean> => {
  const { id, title } = attributes;
  if (!(await db.maybe(update, attributes))) return false;
  await renameOwnPrices(db, id, title);
  await followSales(db, [id]);
  return true;
};
/** Which references of a class exist; for categories, how many. */
export const findNamed = (
  db: Db,
  named: Pick<ClassAttributes, "style" | "instructor" | "section" | "categories">,
) => db.one(countNamed, named);
export const saveCategories = async (db: Db, id: string, slugs: readonly string[]): Promise<void> => {
  await db.change(replaceCategories, { id, slugs });
};
export const deleteClassRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteOne, { id });
};
