import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { currentSlugSql } from "../aliases.ts";

/** An instructor as seen by the studio's editors. */
export interface EditedInstructor {
  readonly slug: string;
  readonly name: string;
  readonly bio: string | null;
  /** Their pages elsewhere. */
  readonly links: readonly string[];
  /** The account that may see the instructor's loops and set the beat grids; null if none is linked. */
  readonly personId: string | null;
  /** Number of published classes. */
  readonly classCount: number;
}

const selectInstructors = statement<{ slug: string | null }, EditedInstructor>(
  "catalog.list_edited_instructors",
  (p) => sql`
    select slug, name, bio, links, person_id as "personId",
      (select count(*) from catalog.classes where instructor_id = instructors.id and published_at is not null) as "classCount"
    from catalog.instructors where ${p.slug}::text is null or slug = ${p.slug}::text
    order by name, slug limit 500`,
);
type InstructorAttributes = {
  slug: string;
  name: string;
  bio: string | null;
  /** Null: as they were, or none. */
  links: readonly string[] | null;
  personId: string | null;
};
const insertInstructor = statement<InstructorAttributes, never>(
  "catalog.insert_instructor",
  (p) => sql`
    insert into catalog.instructors (slug, name, bio, links, person_id)
    values (${p.slug}, ${p.name}, ${p.bio}::text, coalesce(${p.links}::text[], '{}'), ${p.personId}::uuid)`,
);
const updateInstructor = statement<InstructorAttributes, never>(
  "catalog.update_instructor",
  (p) => sql`
    update catalog.instructors set name = ${p.name}, bio = ${p.bio}::text, links = coalesce(${p.links}::text[], links),
      person_id = ${p.personId}::uuid
    where slug = ${p.slug}`,
);
type OwnPage = { slug: string; personId: string; bio: string | null; links: readonly string[] };
const updateOwnPage = statement<OwnPage, never>(
  "catalog.update_own_page",
  (p) => sql`
    update catalog.instructors set bio = ${p.bio}::text, links = ${p.links}::text[]
    where slug = ${p.slug} and person_id = ${p.personId}::uuid`,
);
const insertStyle = statement<{ slug: string; name: string }, never>(
  "catalog.insert_style",
  (p) => sql`insert into catalog.styles (slug, name) values (${p.slug}, ${p.name})`,
);
type NewSection = { slug: string; name: string; description: string };
const insertSection = statement<NewSection, never>(
  "catalog.insert_section",
  (p) => sql`
    insert into catalog.sections (slug, name, description, position)
    select ${p.slug}, ${p.name}, ${p.description}, coalesce((select max(position) from catalog.sections), 0) + 1`,
);
type NewCategory = {
  slug: string;
  name: string;
  description: string | null;
  section: string;
  goals: readonly string[];
};
const insertCategory = statement<NewCategory, never>(
  "catalog.insert_category",
  (p) => sql`
    insert into catalog.categories (slug, name, description, section_id, goals, position)
    select ${p.slug}, ${p.name}, ${p.description}::text, sections.id, ${p.goals}::text[], coalesce((select max(position) from catalog.categories), 0) + 1
    from catalog.sections where sections.slug = ${currentSlugSql("section", p.section)}`,
);
const updateCategoryGoals = statement<{ slug: string; goals: readonly string[] }, never>(
  "catalog.update_category_goals",
  (p) => sql`update catalog.categories set goals = ${p.goals}::text[] where slug = ${p.slug}`,
);
const insertSections = statement<{ sections: string }, never>(
  "catalog.insert_sections",
  (p) => sql`
    insert into catalog.sections (slug, name, description, position)
    select slug, name, description, position from jsonb_to_recordset(${p.sections}::jsonb) as new (slug text, name text, description text, position int)
    where not exists (select from catalog.sections)
    on conflict (slug) do nothing`,
);

/** All instructors by name, or only the one with the slug. */
export const listEditedInstructors = (db: Db, slug: string | null = null): Promise<EditedInstructor[]> =>
  db.many(selectInstructors, { slug });
/** @throws a unique violation for a slug or an account that another instructor has */
export const insertNewInstructor = async (db: Db, attributes: InstructorAttributes): Promise<void> => {
  await db.change(insertInstructor, attributes);
};
/**
 * @returns false if the instructor doesn't exist.
 * @throws a unique violation for an account that another instructor has
 */
export const saveInstructor = async (db: Db, attributes: InstructorAttributes): Promise<boolean> =>
  (await db.change(updateInstructor, attributes)) > 0;
/** @throws a unique violation for a slug that another style has */
export const insertNewStyle = async (db: Db, style: { slug: string; name: string }): Promise<void> => {
  await db.change(insertStyle, style);
};
/** @throws a unique violation for a slug that another section has */
export const insertNewSection = async (db: Db, section: NewSection): Promise<void> => {
  await db.change(insertSection, section);
};
/**
 * @returns false if the section doesn't exist.
 * @throws a unique violation for a slug that another category has
 */
export const insertNewCategory = async (db: Db, category: NewCategory): Promise<boolean> =>
  (await db.change(insertCategory, category)) > 0;
/** Replaces the goals that a category serves. @returns false if the category doesn't exist */
export const saveCategoryGoals = async (
  db: Db,
  category: { slug: string; goals: readonly string[] },
): Promise<boolean> => (await db.change(updateCategoryGoals, category)) > 0;
/** Inserts sections if the library has none. */
export const insertFirstSections = async (
  db: Db,
  sections: readonly { slug: string; name: string; description: string; position: number }[],
): Promise<void> => {
  await db.change(insertSections, { sections: JSON.stringify(sections) });
};
/** Saves what a teacher says of themselves. @returns false if the page isn't theirs any more */
export const saveOwnPage = async (db: Db, page: OwnPage): Promise<boolean> =>
  (await db.change(updateOwnPage, page)) === 1;
