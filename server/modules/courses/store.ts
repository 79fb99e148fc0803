import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { hidesExplicitSql, timeZoneSql } from "../identity/index.ts";
import { completedBeforeSql } from "../practice/index.ts";
import type { Pace } from "./opening.ts";

/** Before the first person. */
export const firstPersonId = "00000000-0000-0000-0000-000000000000";

/** A course. Days are YYYY-MM-DD. */
export interface CourseRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly pace: Pace;
  /** The days on which it starts, in order; a person joins one. None: it starts for each person on the day they join. */
  readonly startDays: readonly string[];
  readonly knownPercent: number;
  readonly opensByWeek: boolean;
  /** Anyone may play the first class, without a plan or price. */
  readonly isFirstFree: boolean;
  /** The course that is recommended before this one, also a draft; null for none. */
  readonly prerequisiteId: string | null;
  /** Its own image in the sizes of the catalog, as a path below /pictures/ without size and suffix; null: that of a class. */
  readonly picture: string | null;
  /** The class whose image it has; null: its first one. */
  readonly imageClassId: string | null;
  /** Null while it is a draft. */
  readonly publishedAt: Date | null;
  readonly revision: number;
  /** In the course's order; also of classes that aren't in the library. */
  readonly classes: readonly { readonly classId: string; readonly week: number }[];
}

/** The start days of `courses.courses`, in order. */
export const startDaysSql = sql`array(
  select distinct day::text from unnest(array_append(courses.later_starts, courses.starts_on)) as day
  where courses.starts_on is not null order by 1)`;

/** Columns of a `CourseRow`, for `courses.courses`. */
export const courseColumns = sql`
  courses.id, courses.slug, courses.title, courses.description, courses.pace, ${startDaysSql} as "startDays",
  courses.known_percent as "knownPercent", courses.opens_by_week as "opensByWeek", courses.is_first_free as "isFirstFree", courses.published_at as "publishedAt",
  courses.prerequisite_id as "prerequisiteId", courses.picture,
  courses.image_class_id as "imageClassId", courses.revision,
  (select coalesce(json_agg(json_build_object('classId', class_id, 'week', week) order by place), '[]')
    from courses.course_classes where course_id = courses.id) as classes`;

const selectPublished = statement<{ slug: string }, CourseRow>(
  "courses.find_published",
  (p) => sql`
    select ${courseColumns} from courses.courses where slug = ${p.slug}::text and published_at is not null`,
);
const selectById = statement<{ id: string }, CourseRow>(
  "courses.find_course",
  (p) => sql`select ${courseColumns} from courses.courses where id = ${p.id}::uuid`,
);
const selectPublishedOf = statement<{ ids: readonly string[] }, CourseRow>(
  "courses.list_published_of",
  (p) => sql`
    select ${courseColumns} from courses.courses where id = any (${p.ids}::uuid[]) and published_at is not null`,
);
const selectOfClass = statement<{ classId: string }, CourseRow>(
  "courses.list_of_class",
  (p) => sql`
    select ${courseColumns} from courses.courses
    where id in (select course_id from courses.course_classes where class_id = ${p.classId}::uuid) and published_at is not null
    order by published_at desc, id desc limit 10`,
);
const selectIdsOfClass = statement<{ classId: string }, { id: string }>(
  "courses.list_ids_of_class",
  (p) => sql`
    select id from courses.courses
    where id in (select course_id from courses.course_classes where class_id = ${p.classId}::uuid) and published_at is not null`,
);
interface Page {
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
}
const selectPage = statement<Page, CourseRow>(
  "courses.list_published",
  (p) => sql`
    select ${courseColumns} from courses.courses
    where published_at is not null and (${p.beforeAt}::timestamptz is null
      or (published_at, id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid))
    order by published_at desc, id desc limit ${p.first}::int`,
);
const selectJoined = statement<{ personId: string; first: number }, CourseRow>(
  "courses.list_joined",
  (p) => sql`
    select ${courseColumns} from courses.enrollments join courses.courses on courses.id = enrollments.course_id
    where enrollments.person_id = ${p.personId}::uuid and enrollments.completed_at is null and courses.published_at is not null
    order by enrollments.joined_at desc, courses.id limit ${p.first}::int`,
);

const countJoinedRows = statement<
  { courseIds: readonly string[]; max: number },
  { courseId: string; joined: number }
>(
  "courses.count_joined",
  (p) => sql`
    select course.id as "courseId", (select count(*)::int from
      (select from courses.enrollments where course_id = course.id limit ${p.max}::int) counted) as joined
    from unnest(${p.courseIds}::uuid[]) course (id)`,
);
const selectToday = statement<{ personId: string | null; now: Date }, { today: string }>(
  "courses.find_today",
  (p) =>
    sql`select (${p.now}::timestamptz at time zone ${timeZoneSql(sql`${p.personId}::uuid`)})::date::text as today`,
);
/** Classes of a course that are in the library and that a person doesn't hide, as `published_classes`. */
const seenClassesSql = (courseId: RawBuilder<unknown>, personId: unknown): RawBuilder<unknown> => sql`
  courses.course_classes join catalog.published_classes using (class_id)
  where course_id = ${courseId} and not (published_classes.is_explicit and ${hidesExplicitSql(personId)})`;
/** An uncompleted enrollment with the course's classes that are in the library and that the person doesn't hide. */
export interface OpenEnrollment {
  readonly courseId: string;
  readonly classIds: readonly string[];
}
const selectOpen = statement<
  { personId: string; classId: string | null; courseId: string | null },
  OpenEnrollment
>(
  "courses.list_open_enrollments",
  (p) => sql`
    select enrollments.course_id as "courseId", array(
      select class_id from ${seenClassesSql(sql`enrollments.course_id`, p.personId)}) as "classIds"
    from courses.enrollments join courses.courses on courses.id = enrollments.course_id
    where enrollments.person_id = ${p.personId}::uuid and enrollments.completed_at is null and courses.published_at is not null
      and (${p.courseId}::uuid is null or enrollments.course_id = ${p.courseId}::uuid)
      and (${p.classId}::uuid is null or exists (
        select from courses.course_classes where course_id = enrollments.course_id and class_id = ${p.classId}::uuid))`,
);
const selectOpenEnrolled = statement<
  { courseId: string; after: string; first: number },
  { personId: string; lastClassId: string | null }
>(
  "courses.list_open_enrolled",
  (p) => sql`
    select person_id as "personId", (
      select case when bool_and(is_completed) then (array_agg(class_id order by place desc))[1] end
      from (
        select class_id, place, ${completedBeforeSql(sql`joined.person_id`, sql`course_classes.class_id`, sql`'infinity'`)} as is_completed
        from ${seenClassesSql(sql`joined.course_id`, sql`joined.person_id`)}) as seen) as "lastClassId"
    from (
      select course_id, person_id from courses.enrollments
      where course_id = ${p.courseId}::uuid and completed_at is null and person_id > ${p.after}::uuid
        and exists (select from courses.courses where id = course_id and published_at is not null)
      order by person_id limit ${p.first}::int) as joined
    order by person_id`,
);
const completeRow = statement<
  { courseId: string; personId: string; completedAt: Date },
  { courseId: string }
>(
  "courses.complete_enrollment",
  (p) => sql`
    update courses.enrollments set completed_at = ${p.completedAt}::timestamptz
    where course_id = ${p.courseId}::uuid and person_id = ${p.personId}::uuid and completed_at is null
    returning course_id as "courseId"`,
);
export const findPublishedCourse = (db: Db, slug: string): Promise<CourseRow | null> =>
  db.maybe(selectPublished, { slug });
/** The published courses that a class is in, the latest first; at most ten. */
export const listCoursesOfClass = (db: Db, classId: string): Promise<CourseRow[]> =>
  db.many(selectOfClass, { classId });
/** Ids of all published courses that a class is in. */
export const listCourseIdsOfClass = async (db: Db, classId: string): Promise<string[]> =>
  (await db.many(selectIdsOfClass, { classId })).map(({ id }) => id);
/** Also a draft. */
export const findCourseRow = (db: Db, id: string): Promise<CourseRow | null> => db.maybe(selectById, { id });
/** Those of some courses that are published, in no order. */
export const listPublishedOf = (db: Db, ids: readonly string[]): Promise<CourseRow[]> =>
  db.many(selectPublishedOf, { ids });
/** Latest publication first. */
export const listPublishedCourses = (db: Db, page: Page): Promise<CourseRow[]> => db.many(selectPage, page);
/** Published courses that a person joined and hasn't completed, the last joined first. */
export const listJoinedCourses = (db: Db, of: { personId: string; first: number }): Promise<CourseRow[]> =>
  db.many(selectJoined, of);
/** How many people joined each of some courses, counted up to `max`. */
export const countJoined = (
  db: Db,
  request: { readonly courseIds: readonly string[]; readonly max: number },
): Promise<{ courseId: string; joined: number }[]> => db.many(countJoinedRows, request);

/** The day in the person's time zone; UTC's without a person. */
export const findToday = async (db: Db, of: { personId: string | null; now: Date }): Promise<string> =>
  (await db.one(selectToday, of)).today;
/** A person's uncompleted enrollments; only those with a class or of a course, if given. */
export const listOpenEnrollments = (
  db: Db,
  of: { personId: string; classId: string | null; courseId: string | null },
): Promise<OpenEnrollment[]> => db.many(selectOpen, of);
/**
 * A page of the people who joined a published course and haven't completed it, in the order of their ids, each with the last class
 * of those that they see, if they completed all of them. `after` is the last person of the page before.
 */
export const listOpenEnrolled = (
  db: Db,
  page: { courseId: string; after: string | null; first: number },
): Promise<{ personId: string; lastClassId: string | null }[]> =>
  db.many(selectOpenEnrolled, { ...page, after: page.after ?? firstPersonId });
/** @returns whether it wasn't completed before */
export const completeEnrollment = async (
  db: Db,
  completion: { courseId: string; personId: string; completedAt: Date },
): Promise<boolean> => (await db.maybe(completeRow, completion)) !== null;
