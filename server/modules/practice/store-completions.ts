import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** A class that a person completed. */
export interface CompletedRow {
  readonly personId: string;
  readonly classId: string;
  readonly completedAt: Date;
  readonly playedMs: number;
}

const selectCompleted = statement<{ personId: string; classId: string; first: number }, CompletedRow>(
  "practice.list_completed",
  (p) => sql`
    select person_id as "personId", class_id as "classId", completed_at as "completedAt", played_ms as "playedMs"
    from practice.records where (person_id, class_id) > (${p.personId}::uuid, ${p.classId}::uuid) and completed_at is not null
    order by person_id, class_id limit ${p.first}::int`,
);

/** All completions, by person, then class; `after` is the last of the previous page. */
export const listCompleted = (
  db: Db,
  after: { personId: string; classId: string },
  first: number,
): Promise<CompletedRow[]> => db.many(selectCompleted, { ...after, first });

/** SQL for whether a person completed a class before a moment, for another module's statement. @param classId a uuid expression */
export const completedBeforeSql = (
  personId: unknown,
  classId: RawBuilder<unknown>,
  before: unknown,
): RawBuilder<unknown> => sql`
  exists (select from practice.records where records.person_id = ${personId}::uuid and records.class_id = ${classId}
    and records.completed_at < ${before}::timestamptz)`;
