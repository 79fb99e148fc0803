import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { openClassesSql } from "../catalog/index.ts";
import { completedBeforeSql } from "../practice/index.ts";
import type { Pace } from "./opening.ts";
import { startsOnSql } from "./starts/store.ts";

/** A course that a person joined, with the classes that they may open. Days are YYYY-MM-DD. */
export interface JoinedCourse {
  readonly courseId: string;
  readonly title: string;
  readonly pace: Pace;
  /** For the person. */
  readonly startsOn: string;
  /** In the course's order; completed before the moment that was asked for. */
  readonly classes: readonly {
    readonly classId: string;
    readonly week: number;
    readonly isCompleted: boolean;
  }[];
}
interface Asked {
  readonly personId: string;
  readonly since: Date;
  readonly accessRank: number;
  readonly allowsExplicit: boolean;
  readonly isChild: boolean;
  readonly first: number;
}
const selectSteps = statement<Asked, JoinedCourse>(
  "courses.list_steps",
  (p) => sql`
    select courses.id as "courseId", courses.title, courses.pace, ${startsOnSql}::text as "startsOn", (
        select coalesce(json_agg(json_build_object('classId', held.class_id, 'week', held.week,
            'isCompleted', ${completedBeforeSql(p.personId, sql`held.class_id`, p.since)}) order by held.place), '[]')
        from courses.course_classes as held join (${openClassesSql(p)}) as open using (class_id)
        where held.course_id = courses.id) as classes
    from courses.enrollments join courses.courses on courses.id = enrollments.course_id
    where enrollments.person_id = ${p.personId}::uuid and courses.published_at is not null
      and (enrollments.completed_at is null or enrollments.completed_at >= ${p.since}::timestamptz)
    order by enrollments.joined_at desc, courses.id limit ${p.first}::int`,
);
/** Courses that a person joined and hadn't completed at a moment, the last joined first. */
export const listSteps = (db: Db, asked: Asked): Promise<JoinedCourse[]> => db.many(selectSteps, asked);
