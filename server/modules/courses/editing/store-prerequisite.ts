import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A course by its title, also a draft. */
export interface NamedCourse {
  readonly id: string;
  readonly title: string;
}

/** Courses that one can choose from. */
const maxListed = 500;

const selectPossible = statement<{ courseId: string | null; first: number }, NamedCourse>(
  "courses.list_possible_prerequisites",
  (p) => sql`
    with recursive later as (
      select ${p.courseId}::uuid as id
      union select courses.id from later join courses.courses on courses.prerequisite_id = later.id
    )
    select id, title from courses.courses where not exists (select from later where later.id = courses.id)
    order by lower(title), id limit ${p.first}::int`,
);
const selectTitles = statement<{ ids: readonly string[] }, NamedCourse>(
  "courses.list_titles",
  (p) => sql`select id, title from courses.courses where id = any (${p.ids}::uuid[])`,
);
const lockChanges = statement<Record<string, never>, { locked: boolean }>(
  "courses.lock_prerequisites",
  () => sql`select pg_advisory_xact_lock(hashtextextended('courses.prerequisites', 0)) is null as locked`,
);
const lockOne = statement<{ id: string }, { id: string }>(
  "courses.lock_prerequisite",
  (p) => sql`select id from courses.courses where id = ${p.id}::uuid for key share`,
);
const selectAfter = statement<{ courseId: string; prerequisiteId: string }, { isAfter: boolean }>(
  "courses.comes_after",
  (p) => sql`
    with recursive earlier as (
      select ${p.prerequisiteId}::uuid as id
      union select prerequisite_id from earlier join courses.courses using (id) where prerequisite_id is not null
    )
    select exists (select from earlier where id = ${p.courseId}::uuid) as "isAfter"`,
);

/** By title. @param courseId null for a new course */
export const listPossiblePrerequisites = (db: Db, courseId: string | null): Promise<NamedCourse[]> =>
  db.many(selectPossible, { courseId, first: maxListed });
/** In no order. */
export const listCourseTitles = (db: Db, ids: readonly string[]): Promise<NamedCourse[]> =>
  db.many(selectTitles, { ids });
/** Retains a course, and all changes of prerequisites, until the transaction ends. @returns false if there is no such course */
export const lockPrerequisite = async (db: Db, id: string): Promise<boolean> => {
  await db.one(lockChanges, {});
  return (await db.maybe(lockOne, { id })) !== null;
};
/** Whether a course is the given prerequisite, or comes before it. */
export const comesBefore = async (
  db: Db,
  of: { readonly courseId: string; readonly prerequisiteId: string },
): Promise<boolean> => (await db.one(selectAfter, of)).isAfter;
