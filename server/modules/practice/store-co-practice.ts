import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

/** A co-practicing profile, and since when. */
export interface CompanionRow {
  readonly personId: string;
  readonly since: Date;
}

const selectCoPractice = statement<{ sessionId: string; after: Date }, CompanionRow>(
  "practice.list_together",
  (p) => sql`
    select person_id as "personId", since from practice.together
    where session_id = ${p.sessionId}::uuid and since > ${p.after}::timestamptz order by person_id limit 20`,
);
/** Profiles that stay keep their start time; all of them may be credited from now on. */
const replaceCoPractice = statement<
  { sessionId: string; personIds: readonly string[]; allowanceMs: number; after: Date; now: Date },
  never
>(
  "practice.replace_together",
  (p) => sql`
    with gone as (
      delete from practice.together where session_id = ${p.sessionId}::uuid and not person_id = any(${p.personIds}::uuid[])
    ), allowances as (
      insert into practice.allowances (person_id, balance_ms, counted_at)
      select id, ${p.allowanceMs}::int, ${p.now}::timestamptz from unnest(${p.personIds}::uuid[]) as id order by id on conflict do nothing
    )
    insert into practice.together as together (session_id, person_id, since)
    select ${p.sessionId}::uuid, id, ${p.now}::timestamptz from unnest(${p.personIds}::uuid[]) as id order by id
    on conflict (session_id, person_id) do update
    set since = case when together.since > ${p.after}::timestamptz then together.since else excluded.since end`,
);

/** Co-practicing profiles of a session since `after`, by id. */
export const listCompanions = (db: Db, sessionId: string, after: Date): Promise<CompanionRow[]> =>
  db.many(selectCoPractice, { sessionId, after });

export const saveCompanions = async (
  db: Db,
  companions: {
    sessionId: string;
    personIds: readonly string[];
    allowanceMs: number;
    after: Date;
    now: Date;
  },
): Promise<void> => {
  await db.change(replaceCoPractice, companions);
};
