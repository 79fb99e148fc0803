import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { libraryClassesSql, namedClassesSql } from "../../catalog/index.ts";
import { courseColumns, startDaysSql } from "../store.ts";
import type { CourseRow } from "../store.ts";

/** What an editor says of a course. */
export type CourseAttributes = Pick<
  CourseRow,
  | "title"
  | "description"
  | "pace"
  | "startDays"
  | "knownPercent"
  | "opensByWeek"
  | "isFirstFree"
  | "prerequisiteId"
  | "classes"
>;
/** A course to insert. */
export interface NewCourse extends CourseAttributes {
  /** Absent for seeds, which have their own. */
  readonly id?: string;
  readonly slug: string;
  readonly creationKey?: string;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
}
/** A course as its editors see it. */
export interface EditedCourse extends CourseRow {
  readonly createdAt: Date;
  readonly participants: number;
}

const insertOne = statement<{ course: string }, { id: string }>(
  "courses.insert_course",
  (p) => sql`
    with new as (
      select * from jsonb_to_record(${p.course}::jsonb) as new (id uuid, slug text, title text, description text, pace text,
        "startDays" date[], "knownPercent" smallint, "opensByWeek" boolean, "isFirstFree" boolean, "prerequisiteId" uuid, "creationKey" text,
        "createdAt" timestamptz, "publishedAt" timestamptz, classes jsonb)
    ), course as (
      insert into courses.courses (id, slug, title, description, pace, starts_on, later_starts, known_percent, opens_by_week, is_first_free,
        prerequisite_id, creation_key, created_at, published_at, announced_at)
      select coalesce(id, gen_random_uuid()), slug, title, description, pace, "startDays"[1], "startDays"[2:], "knownPercent", "opensByWeek",
        "isFirstFree", "prerequisiteId", "creationKey", "createdAt", "publishedAt", "publishedAt"
      from new where not exists (select from courses.courses as known where known.slug = new.slug)
      returning id
    ), listed as (
      insert into courses.course_classes (course_id, place, week, class_id)
      select course.id, place, (class ->> 'week')::smallint, (class ->> 'classId')::uuid
      from course, new, jsonb_array_elements(new.classes) with ordinality as class (class, place)
    )
    select id from course`,
);
const columns = sql`${courseColumns}, courses.created_at as "createdAt",
  (select count(*)::int from courses.enrollments where course_id = courses.id) as participants`;
const selectOne = statement<{ id: string }, EditedCourse>(
  "courses.find_edited",
  (p) => sql`select ${columns} from courses.courses where id = ${p.id}::uuid`,
);
const selectByKey = statement<{ key: string }, { id: string }>(
  "courses.find_course_of_key",
  (p) => sql`select id from courses.courses where creation_key = ${p.key}`,
);
interface EditedPage {
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
}
const selectPage = statement<EditedPage, EditedCourse>(
  "courses.list_edited",
  (p) => sql`
    select ${columns} from courses.courses
    where ${p.beforeAt}::timestamptz is null or (created_at, id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid)
    order by created_at desc, id desc limit ${p.first}::int`,
);
const updateOne = statement<{ id: string; revision: number; course: string; today: string }, { id: string }>(
  "courses.update_course",
  (p) => sql`
    with new as (
      select * from jsonb_to_record(${p.course}::jsonb) as new (title text, description text, pace text, "startDays" date[],
        "knownPercent" smallint, "opensByWeek" boolean, "isFirstFree" boolean, "prerequisiteId" uuid)
    )
    update courses.courses set title = new.title, description = new.description, pace = new.pace, starts_on = new."startDays"[1], later_starts = new."startDays"[2:],
      known_percent = new."knownPercent", opens_by_week = new."opensByWeek", is_first_free = new."isFirstFree", prerequisite_id = new."prerequisiteId",
      revision = courses.revision + 1,
      -- Notify of a start that has moved, also to today.
      started_notified_at = case when courses.starts_on = new."startDays"[1] then courses.started_notified_at end,
      starts_notified_through = case
        when ${p.today}::date = any (new."startDays") and ${p.today}::text <> all (${startDaysSql})
        then least(courses.starts_notified_through, ${p.today}::date - 1) else courses.starts_notified_through end
    from new where courses.id = ${p.id}::uuid and courses.revision = ${p.revision}::int returning courses.id`,
);
const clearClasses = statement<{ id: string }, never>(
  "courses.clear_classes",
  (p) => sql`delete from courses.course_classes where course_id = ${p.id}::uuid`,
);
const insertClasses = statement<{ id: string; classIds: readonly string[]; weeks: readonly number[] }, never>(
  "courses.insert_classes",
  (p) => sql`
    insert into courses.course_classes (course_id, place, week, class_id)
    select ${p.id}::uuid, place, week, class_id
    from unnest(${p.classIds}::uuid[], ${p.weeks}::smallint[]) with ordinality as listed (class_id, week, place)`,
);
const publishOne = statement<{ id: string; publishedAt: Date | null }, { id: string; isFirst: boolean }>(
  "courses.publish_course",
  (p) => sql`
    update courses.courses set published_at = ${p.publishedAt}::timestamptz, revision = courses.revision + 1,
      announced_at = coalesce(courses.announced_at, courses.published_at, ${p.publishedAt}::timestamptz)
    from (select id, announced_at from courses.courses where id = ${p.id}::uuid for update) as known
    where courses.id = known.id and (courses.published_at is null) <> (${p.publishedAt}::timestamptz is null)
    returning courses.id, known.announced_at is null as "isFirst"`,
);
const selectTitled = statement<{ titles: readonly string[] }, EditedCourse>(
  "courses.list_titled",
  (p) => sql`
    select ${columns} from courses.courses
    where lower(title) = any(select lower(given) from unnest(${p.titles}::text[]) as given) order by created_at desc, id desc`,
);
const lockOne = statement<{ id: string }, { revision: number }>(
  "courses.lock_course",
  (p) => sql`select revision from courses.courses where id = ${p.id}::uuid for update`,
);
const appendClasses = statement<{ id: string; classIds: readonly string[] }, { classId: string }>(
  "courses.append_classes",
  (p) => sql`
    with present as (
      select coalesce(max(place), 0) as place, coalesce(max(week), 1) as week from courses.course_classes where course_id = ${p.id}::uuid
    ), added as (
      insert into courses.course_classes (course_id, place, week, class_id)
      select ${p.id}::uuid, present.place + row_number() over (order by given.place), present.week, given.class_id
      from present, unnest(${p.classIds}::uuid[]) with ordinality as given (class_id, place)
      where not exists (select from courses.course_classes where course_id = ${p.id}::uuid and class_id = given.class_id)
      returning class_id as "classId"
    ), advanced as (
      update courses.courses set revision = revision + 1 where id = ${p.id}::uuid and exists (select from added)
    )
    select "classId" from added`,
);
const selectFreeFirst = statement<{ classIds: readonly string[] }, { classId: string }>(
  "courses.list_free_first",
  (p) => sql`
    select distinct class_id as "classId" from courses.course_classes as listed join courses.courses on courses.id = listed.course_id
    where class_id = any(${p.classIds}::uuid[]) and courses.is_first_free and courses.published_at is not null
      and place = (
        select min(place) from courses.course_classes as other
        join ${libraryClassesSql} as library on library.class_id = other.class_id
        where other.course_id = listed.course_id)`,
);
const selectTitles = statement<{ classIds: readonly string[] }, { id: string; title: string }>(
  "courses.list_class_titles",
  (p) => sql`
    select class_id as id, title from ${namedClassesSql} as named where class_id = any(${p.classIds}::uuid[])`,
);
const deleteOne = statement<{ id: string }, { id: string }>(
  "courses.delete_course",
  (p) => sql`
    delete from courses.courses where id = ${p.id}::uuid and published_at is null returning id`,
);

/**
 * @returns null if the slug is taken
 * @throws a unique violation for a known key, or a slug that was taken concurrently
 */
export const insertCourse = async (db: Db, course: NewCourse): Promise<string | null> =>
  (await db.maybe(insertOne, { course: JSON.stringify(course) }))?.id ?? null;
export const findEditedCourse = (db: Db, id: string): Promise<EditedCourse | null> =>
  db.maybe(selectOne, { id });
export const findCourseOfKey = async (db: Db, key: string): Promise<string | null> =>
  (await db.maybe(selectByKey, { key }))?.id ?? null;
/** The last created first. */
export const listEditedCourses = (db: Db, page: EditedPage): Promise<EditedCourse[]> =>
  db.many(selectPage, page);
/** Optimistic-lock update of a course and its classes. @param today the studio's day @returns false on a revision conflict */
export const updateCourse = async (
  db: Db,
  id: string,
  revision: number,
  { classes, ...attributes }: CourseAttributes,
  today: string,
): Promise<boolean> => {
  if (!(await db.maybe(updateOne, { id, revision, course: JSON.stringify(attributes), today }))) return false;
  await db.change(clearClasses, { id });
  await db.change(insertClasses, {
    id,
    classIds: classes.map(({ classId }) => classId),
    weeks: classes.map(({ week }) => week),
  });
  return true;
};
/**
 * @param publishedAt null makes it a draft again
 * @returns whether it was never published before; null if nothing changed
 */
export const updatePublication = (
  db: Db,
  id: string,
  publishedAt: Date | null,
): Promise<{ isFirst: boolean } | null> => db.maybe(publishOne, { id, publishedAt });
/** Courses of these titles in any case, the last created first. */
export const listCoursesTitled = (db: Db, titles: readonly string[]): Promise<EditedCourse[]> =>
  db.many(selectTitled, { titles });
/** Locks a course until the transaction ends. @returns its revision; null if it doesn't exist */
export const lockCourse = (db: Db, id: string): Promise<{ revision: number } | null> =>
  db.maybe(lockOne, { id });
/**
 * Adds classes to the last week of a course, after its others, unless they are in it.
 * @returns how many were added
 * @throws a foreign key violation for a class that doesn't exist
 */
export const appendCourseClasses = async (db: Db, id: string, classIds: readonly string[]): Promise<number> =>
  (await db.many(appendClasses, { id, classIds })).length;
/** Those of some classes that a published course begins with, and gives away: the first that is in the library. */
export const listFreeFirst = async (db: Db, classIds: readonly string[]): Promise<string[]> =>
  (await db.many(selectFreeFirst, { classIds })).map(({ classId }) => classId);
/** Titles of classes, drafts too. */
export const listClassTitles = (
  db: Db,
  classIds: readonly string[],
): Promise<{ id: string; title: string }[]> => db.many(selectTitles, { classIds });
export const deleteCourseRow = async (db: Db, id: string): Promise<boolean> =>
  (await db.maybe(deleteOne, { id })) !== null;
