import { sql } from "kysely";
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
