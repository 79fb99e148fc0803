import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { timeZoneSql } from "../../identity/index.ts";
import { firstPersonId, startDaysSql } from "../store.ts";

/** The day on which a course starts for a person, of `courses.enrollments` and `courses.courses`. */
export const startsOnSql = sql`coalesce(enrollments.starts_on, courses.starts_on, enrollments.joined_on)`;

/** A person's enrollment in a course. */
export interface Enrollment {
  readonly courseId: string;
  readonly joinedAt: Date;
  /** The day on which the course starts for them: the start day that they joined, else the day of joining in their time zone. */
  readonly startsOn: string;
  readonly completedAt: Date | null;
}
const selectEnrollments = statement<{ personId: string; courseIds: readonly string[] }, Enrollment>(
  "courses.list_enrollments",
  (p) => sql`
    select course_id as "courseId", joined_at as "joinedAt", ${startsOnSql}::text as "startsOn", completed_at as "completedAt"
    from courses.enrollments join courses.courses on courses.id = course_id
    where person_id = ${p.personId}::uuid and course_id = any (${p.courseIds}::uuid[])`,
);

interface Joining {
  readonly courseId: string;
  readonly personId: string;
  readonly now: Date;
  /** One of the course's start days; null for a course without any. */
  readonly startsOn: string | null;
  /** Whether a person who joined before changes to this day. */
  readonly isChosen: boolean;
}
// Locks the course, so that no editor removes the day in the meantime.
const insertRow = statement<Joining, { courseId: string }>(
  "courses.insert_enrollment",
  (p) => sql`
    insert into courses.enrollments (course_id, person_id, joined_at, joined_on, starts_on)
    select courses.id, ${p.personId}::uuid, ${p.now}::timestamptz, day.today, coalesce(${p.startsOn}::date, day.today)
    from courses.courses, (
      select (${p.now}::timestamptz at time zone ${timeZoneSql(sql`${p.personId}::uuid`)})::date as today) as day
    where courses.id = ${p.courseId}::uuid
      and case when ${p.startsOn}::text is null then courses.starts_on is null else ${p.startsOn}::text = any (${startDaysSql}) end
    for share of courses
    on conflict (course_id, person_id) do update
      set starts_on = case when ${p.isChosen}::boolean then excluded.starts_on else enrollments.starts_on end
    returning course_id as "courseId"`,
);
const deleteRow = statement<{ courseId: string; personId: string }, never>(
  "courses.delete_enrollment",
  (p) =>
    sql`delete from courses.enrollments where course_id = ${p.courseId}::uuid and person_id = ${p.personId}::uuid`,
);
const moveRows = statement<{ from: string; into: string }, { courses: number }>(
  "courses.merge_enrollments",
  (p) => sql`
    with moved as (delete from courses.enrollments where person_id = ${p.from}::uuid returning *), added as (
      insert into courses.enrollments as known (course_id, person_id, joined_at, joined_on, starts_on, completed_at)
      select course_id, ${p.into}::uuid, joined_at, joined_on, starts_on, completed_at from moved
      on conflict (course_id, person_id) do update set joined_at = least(known.joined_at, excluded.joined_at),
        joined_on = least(known.joined_on, excluded.joined_on),
        starts_on = case when excluded.joined_at < known.joined_at then excluded.starts_on else known.starts_on end,
        completed_at = least(known.completed_at, excluded.completed_at)
    )
    select count(*)::int as courses from moved`,
);

/** How many people joined each start of some courses. */
export interface StartCount {
  readonly courseId: string;
  readonly startsOn: string;
  readonly participants: number;
  /** Those who haven't completed the course. */
  readonly ongoing: number;
}
const countRows = statement<{ courseIds: readonly string[] }, StartCount>(
  "courses.count_by_start",
  (p) => sql`
    select course_id as "courseId", ${startsOnSql}::text as "startsOn", count(*)::int as participants,
      (count(*) filter (where completed_at is null))::int as ongoing
    from courses.enrollments join courses.courses on courses.id = course_id
    where course_id = any (${p.courseIds}::uuid[]) group by course_id, ${startsOnSql}`,
);
const storeDays = statement<{ courseId: string }, never>(
  "courses.store_start_days",
  (p) => sql`
    update courses.enrollments set starts_on = ${startsOnSql} from courses.courses
    where courses.id = course_id and course_id = ${p.courseId}::uuid and enrollments.starts_on is null`,
);
interface Moved {
  readonly courseId: string;
  readonly from: readonly string[];
  /** Null for a day: to today, where the person is. */
  readonly into: readonly (string | null)[];
  readonly now: Date;
}
const moveDays = statement<Moved, never>(
  "courses.move_start_days",
  (p) => sql`
    update courses.enrollments set starts_on = coalesce(moved."into",
      (${p.now}::timestamptz at time zone ${timeZoneSql(sql`enrollments.person_id`)})::date)
    from unnest(${p.from}::date[], ${p.into}::date[]) as moved ("from", "into")
    where course_id = ${p.courseId}::uuid and starts_on = moved."from" and completed_at is null`,
);

const takeStarted = statement<{ today: string; now: Date }, { id: string; isToday: boolean }>(
  "courses.take_started",
  (p) => sql`
    update courses.courses set starts_notified_through = ${p.today}::date,
      -- A server of the previous release may have moved the first day behind others.
      started_notified_at = case when starts_on <= ${p.today}::date then ${p.now}::timestamptz else started_notified_at end
    where published_at is not null and exists (
      select from unnest(${startDaysSql}::date[]) as day
      where day <= ${p.today}::date and day > coalesce(
        greatest(starts_notified_through, case when started_notified_at is not null then starts_on end), '-infinity'))
    returning id, ${p.today}::text = any (${startDaysSql}) as "isToday"`,
);

interface AudiencePage {
  readonly courseId: string;
  /** Those who joined another start are left out; null: everyone. */
  readonly startsOn: string | null;
  /** Without people who only follow the course, and without those who completed it. */
  readonly isOngoing: boolean;
  /** The last person of the previous page. */
  readonly after: string | null;
  readonly first: number;
}
const selectAudience = statement<AudiencePage, { personId: string }>(
  "courses.list_audience",
  (p) => sql`
    select person_id as "personId" from (
      (select person_id from courses.enrollments join courses.courses on courses.id = course_id
        where course_id = ${p.courseId}::uuid and person_id > ${p.after}::uuid
          and (${p.startsOn}::date is null or ${startsOnSql} = ${p.startsOn}::date)
          and (not ${p.isOngoing}::boolean or completed_at is null)
        order by person_id limit ${p.first}::int)
      union
      (select person_id from courses.followed_courses as followed
        where not ${p.isOngoing}::boolean and course_id = ${p.courseId}::uuid and person_id > ${p.after}::uuid
          and (${p.startsOn}::date is null or not exists (
            select from courses.enrollments join courses.courses on courses.id = enrollments.course_id
            where enrollments.course_id = followed.course_id and enrollments.person_id = followed.person_id
              and ${startsOnSql} <> ${p.startsOn}::date))
        order by person_id limit ${p.first}::int)
    ) as audience order by person_id limit ${p.first}::int`,
);

export const listEnrollments = (
  db: Db,
  of: { personId: string; courseIds: readonly string[] },
): Promise<Enrollment[]> => db.many(selectEnrollments, of);
/**
 * Joins a start of a course; a person who joined keeps the day, unless they chose this one.
 * @returns false if the course doesn't exist, or doesn't start on that day
 */
export const insertEnrollment = async (db: Db, joining: Joining): Promise<boolean> =>
  (await db.maybe(insertRow, joining)) !== null;
export const deleteEnrollment = async (
  db: Db,
  enrollment: { courseId: string; personId: string },
): Promise<void> => {
  await db.change(deleteRow, enrollment);
};
/** Transfers enrollments to another person; the earlier one wins. @returns the number of courses */
export const mergeEnrollmentRows = async (db: Db, people: { from: string; into: string }): Promise<number> =>
  (await db.one(moveRows, people)).courses;
/** How many people joined each start, also days that the courses no longer offer. */
export const countByStart = (db: Db, courseIds: readonly string[]): Promise<StartCount[]> =>
  db.many(countRows, { courseIds });
/** Stores the start day of enrollments that follow the course's first day. */
export const storeStartDays = async (db: Db, courseId: string): Promise<void> => {
  await db.change(storeDays, { courseId });
};
/** Moves the people of start days who haven't completed the course to other days, all at once. */
export const moveStartDays = async (db: Db, moved: Moved): Promise<void> => {
  await db.change(moveDays, moved);
};
/** Claims courses of which a start day has begun without a notification; each day is claimed once. */
export const takeStartedCourses = (
  db: Db,
  of: { today: string; now: Date },
): Promise<{ id: string; isToday: boolean }[]> => db.many(takeStarted, of);
/** Ids of people who joined or follow a course, in their order. */
export const listCourseAudience = async (db: Db, page: AudiencePage): Promise<string[]> =>
  (await db.many(selectAudience, { ...page, after: page.after ?? firstPersonId })).map(
    ({ personId }) => personId,
  );
