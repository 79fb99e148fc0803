import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { Catalogue } from "./seed.ts";

const anyClass = statement<Record<string, never>, { found: boolean }>(
  "catalog.has_classes",
  () => sql`select exists (select from catalog.classes) as found from pg_advisory_xact_lock(8517232)`,
);
const insertLibrary = statement<{ sections: string; styles: string; instructors: string }, never>(
  "catalog.seed_library",
  (p) => sql`
    with sections as (
      insert into catalog.sections (slug, name, description, position)
      select slug, name, description, position from jsonb_to_recordset(${p.sections}::jsonb) as new (slug text, name text, description text, position int)
      on conflict (slug) do nothing
    ), styles as (
      insert into catalog.styles (slug, name) select slug, name from jsonb_to_recordset(${p.styles}::jsonb) as new (slug text, name text)
      on conflict (slug) do nothing
    )
    insert into catalog.instructors (id, slug, name, bio, photo)
    select id, slug, name, bio, photo from jsonb_to_recordset(${p.instructors}::jsonb) as new (id uuid, slug text, name text, bio text, photo text)
    on conflict (slug) do nothing`,
);
const insertCategories = statement<{ categories: string }, never>(
  "catalog.seed_categories",
  (p) => sql`
    insert into catalog.categories (id, slug, name, description, section_id, preview_picture, goals, position)
    select new.id, new.slug, new.name, new.description, sections.id, new.picture, coalesce(new.goals, '{}'), new.position
    from jsonb_to_recordset(${p.categories}::jsonb) as new (id uuid, slug text, name text, description text, section text, picture text, goals text[], position int)
    join catalog.sections on sections.slug = new.section on conflict (slug) do nothing`,
);
const insertClasses = statement<{ classes: string }, never>(
  "catalog.seed_classes",
  (p) => sql`
    insert into catalog.classes (id, slug, title, description, level, type, access_type, is_explicit, style_id, instructor_id, section_id,
      duration_ms, beat_grid, picture, asset_id, preparation_percent, published_at, first_published_at, energy, space, uses_floor)
    select new.id, new.slug, new.title, new.description, new.level, new.type, new."accessType", new."isExplicit", styles.id, instructors.id, sections.id,
      new."durationMs", new."beatGrid", new.picture, new."assetId", 0, new."publishedAt", new."publishedAt",
      coalesce(new.energy, case new.type when 'wellness' then 'gentle' when 'workout' then 'high' when 'party' then 'high' else 'steady' end),
      coalesce(new.space, case new.type when 'wellness' then 'spot' when 'drill' then 'spot' else 'steps' end),
      coalesce(new."usesFloor", false)
    from jsonb_to_recordset(${p.classes}::jsonb) as new (id uuid, slug text, title text, description text, level text, type text, "accessType" text,
      "isExplicit" boolean, style text, instructor text, section text, "durationMs" int, "beatGrid" jsonb, picture text, "assetId" uuid, "publishedAt" timestamptz,
      energy text, space text, "usesFloor" boolean)
    join catalog.styles on styles.slug = new.style
    join catalog.instructors on instructors.slug = new.instructor
    join catalog.sections on sections.slug = new.section`,
);
const insertParts = statement<{ classes: string }, never>(
  "catalog.seed_parts",
  (p) => sql`
    insert into catalog.class_parts (class_id, index, title, kind, start_ms, end_ms, eights)
    select new.id, part.index, part.title, part.kind, part."startMs", part."endMs", part.eights
    from jsonb_to_recordset(${p.classes}::jsonb) as new (id uuid, parts jsonb),
      jsonb_to_recordset(new.parts) as part (index int, title text, kind text, "startMs" int, "endMs" int, eights int)`,
);
const insertMemberships = statement<{ classes: string }, never>(
  "catalog.seed_class_categories",
  (p) => sql`
    insert into catalog.class_categories (class_id, category_id)
    select new.id, categories.id
    from jsonb_to_recordset(${p.classes}::jsonb) as new (id uuid, categories jsonb), jsonb_array_elements_text(new.categories) as named (slug)
    join catalog.categories on categories.slug = named.slug`,
);
const updatePreparation = statement<{ id: string; percent: number }, never>(
  "catalog.update_preparation",
  (p) => sql`update catalog.classes set preparation_percent = ${p.percent}::int where id = ${p.id}::uuid`,
);

/** Whether the library has any class. Concurrent transactions wait for one another. */
export const hasClasses = async (db: Db): Promise<boolean> => (await db.one(anyClass, {})).found;

const updateLeaving = statement<{ slug: string; leavesAt: Date }, never>(
  "catalog.seed_leaving",
  (p) => sql`update catalog.classes set leaves_at = ${p.leavesAt}::timestamptz where slug = ${p.slug}`,
);

const updateScheduled = statement<{ slug: string; publishAt: Date }, never>(
  "catalog.seed_scheduled",
  (p) => sql`
    update catalog.classes set publish_at = ${p.publishAt}::timestamptz, published_at = null, first_published_at = null
    where slug = ${p.slug}`,
);

export async function insertCatalogue(db: Db, catalogue: Catalogue): Promise<void> {
  await db.change(insertLibrary, {
    sections: JSON.stringify(catalogue.sections),
    styles: JSON.stringify(catalogue.styles),
    instructors: JSON.stringify(catalogue.instructors),
  });
  await db.change(insertCategories, { categories: JSON.stringify(catalogue.categories) });
  const classes = JSON.stringify(catalogue.classes);
  await db.change(insertClasses, { classes });
  await db.change(insertParts, { classes });
  await db.change(insertMemberships, { classes });
}

export const saveScheduled = async (db: Db, slug: string, publishAt: Date): Promise<void> => {
  await db.change(updateScheduled, { slug, publishAt });
};
export const savePreparation = async (db: Db, id: string, percent: number): Promise<void> => {
  await db.change(updatePreparation, { id, percent });
};

const updateCategoryPreview = statement<{ slugs: readonly string[]; video: string }, never>(
  "catalog.save_category_preview",
  (p) => sql`
    update catalog.categories set preview_video = ${p.video} where slug = any(${p.slugs}::text[]) and preview_video is null`,
);

const updateInstructorPerson = statement<{ slug: string; personId: string }, never>(
  "catalog.save_instructor_person",
  (p) => sql`update catalog.instructors set person_id = ${p.personId}::uuid where slug = ${p.slug}`,
);
export const saveInstructorPerson = async (db: Db, slug: string, personId: string): Promise<void> => {
  await db.change(updateInstructorPerson, { slug, personId });
};

/** Sets a preview clip for categories that have none. */
export const saveCategoryPreview = async (db: Db, slugs: readonly string[], video: string): Promise<void> => {
  await db.change(updateCategoryPreview, { slugs, video });
};

type Pictured = { slug: string; picture: string };
const updateImage = {
  class: statement<Pictured, never>(
    "catalog.save_class_picture",
    (p) =>
      sql`update catalog.classes set picture = ${p.picture} where slug = ${p.slug} and picture <> ${p.picture} and poster is null`,
  ),
  category: statement<Pictured, never>(
    "catalog.save_category_picture",
    (p) => sql`
      update catalog.categories set preview_picture = ${p.picture}
      where slug = ${p.slug} and preview_picture is distinct from ${p.picture}`,
  ),
  style: statement<Pictured, never>(
    "catalog.save_style_picture",
    (p) => sql`
      update catalog.styles set preview_picture = ${p.picture}
      where slug = ${p.slug} and preview_picture is distinct from ${p.picture}`,
  ),
  instructor: statement<Pictured, never>(
    "catalog.save_instructor_photo",
    (p) => sql`
      update catalog.instructors set photo = ${p.picture} where slug = ${p.slug} and photo is distinct from ${p.picture}`,
  ),
  face: statement<Pictured, never>(
    "catalog.save_instructor_face",
    (p) => sql`
      update catalog.instructors set face = ${p.picture} where slug = ${p.slug} and face is distinct from ${p.picture}`,
  ),
};
export const saveImage = async (
  db: Db,
  kind: keyof typeof updateImage,
  slug: string,
  picture: string,
): Promise<void> => {
  await db.change(updateImage[kind], { slug, picture });
};

const updatePoster = statement<{ slug: string; picture: string; poster: string; portraitX: number }, never>(
  "catalog.seed_poster",
  (p) => sql`
    update catalog.classes set poster = ${p.poster}, poster_x = 50, poster_y = 50, portrait_x = ${p.portraitX}::int, portrait_y = 50
    where slug = ${p.slug} and picture = ${p.picture} and poster is null`,
);
/** Saves an image as one that an editor uploaded and cropped, unless they chose another since. */
export const saveSeededPoster = async (
  db: Db,
  seeded: { slug: string; picture: string; poster: string; portraitX: number },
): Promise<void> => {
  await db.change(updatePoster, seeded);
};

export const saveLeaving = async (db: Db, slug: string, leavesAt: Date): Promise<void> => {
  await db.change(updateLeaving, { slug, leavesAt });
};
