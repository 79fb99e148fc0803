import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

interface People {
  readonly from: string;
  readonly into: string;
}

const lockAllowances = statement<People, { personId: string; balanceMs: number; countedAt: Date }>(
  "practice.lock_allowances",
  (p) => sql`
    select person_id as "personId", balance_ms as "balanceMs", counted_at as "countedAt" from practice.allowances
    where person_id in (${p.from}::uuid, ${p.into}::uuid) order by person_id for update`,
);
const replaceAllowance = statement<People & { balanceMs: number; now: Date }, never>(
  "practice.merge_allowances",
  (p) => sql`
    with gone as (delete from practice.allowances where person_id = ${p.from}::uuid)
    insert into practice.allowances as allowances (person_id, balance_ms, counted_at)
    values (${p.into}::uuid, ${p.balanceMs}::int, ${p.now}::timestamptz)
    on conflict (person_id) do update set balance_ms = excluded.balance_ms, counted_at = greatest(allowances.counted_at, excluded.counted_at)`,
);
const selectCompleted = statement<{ personId: string }, { classId: string }>(
  "practice.lock_completed",
  (p) => sql`
    select class_id as "classId" from practice.records
    where person_id = ${p.personId}::uuid and completed_at is not null order by class_id for update`,
);
/** Whether the moved record has the rating that was given last. */
const movedCounts = sql`mine.rated_at is null or moved.rated_at > mine.rated_at`;
/** When a record was last practiced, also by a server that didn't know recorded_at. */
const lastRecorded = (alias: "mine" | "moved") => {
  const of = sql.raw(alias);
  return sql`greatest(${of}.recorded_at, ${of}.viewed_at)`;
};
const moveRecords = statement<
  People & { completingShare: number; now: Date },
  { classId: string; completedAt: Date | null; playedMs: number; isSaved: boolean }
>(
  "practice.merge_records",
  (p) => sql`
    with moved as (delete from practice.records where person_id = ${p.from}::uuid returning *), merged as (
      select moved.class_id,
        moved.played + coalesce(mine.played, '{}') as played,
        nullif(coalesce(moved.played_outside, '{}') + coalesce(mine.played_outside, '{}'), '{}') as played_outside,
        case when ${lastRecorded("mine")} is null or ${lastRecorded("moved")} > ${lastRecorded("mine")} then moved.position_ms else mine.position_ms end as position_ms,
        least(moved.granted_at, mine.granted_at) as granted_at, greatest(moved.viewed_at, mine.viewed_at) as viewed_at,
        greatest(moved.recorded_at, mine.recorded_at) as recorded_at,
        least(moved.completed_at, mine.completed_at) as completed_at, least(moved.saved_at, mine.saved_at) as saved_at,
        case when ${movedCounts} then moved.difficulty else mine.difficulty end as difficulty,
        case when ${movedCounts} then moved.loved_at else mine.loved_at end as loved_at,
        case when ${movedCounts} then moved.rated_at else mine.rated_at end as rated_at
      from moved left join practice.records as mine on mine.person_id = ${p.into}::uuid and mine.class_id = moved.class_id
    ), counted as (
      select merged.*, (select coalesce(sum(upper(range) - lower(range)), 0)::int from unnest(merged.played) as range) as played_ms
      from merged
    )
    insert into practice.records (person_id, class_id, played, played_ms, position_ms, granted_at, viewed_at, completed_at, saved_at,
      difficulty, loved_at, rated_at, recorded_at, played_outside)
    select ${p.into}::uuid, class_id, played, played_ms, position_ms, granted_at, viewed_at,
      case when completed_at is null and played_ms >= ${p.completingShare}::float8 * found.duration_ms then ${p.now}::timestamptz
        else completed_at end,
      saved_at, difficulty, loved_at, rated_at, recorded_at, played_outside
    from counted left join catalog.published_classes as found using (class_id)
    on conflict (person_id, class_id) do update set played = excluded.played, played_ms = excluded.played_ms,
      position_ms = excluded.position_ms, granted_at = excluded.granted_at, viewed_at = excluded.viewed_at,
      completed_at = excluded.completed_at, saved_at = excluded.saved_at,
      difficulty = excluded.difficulty, loved_at = excluded.loved_at, rated_at = excluded.rated_at,
      recorded_at = excluded.recorded_at, played_outside = excluded.played_outside
    returning class_id as "classId", completed_at as "completedAt", played_ms as "playedMs", saved_at is not null as "isSaved"`,
);

/** The allowances of both people, locked until the transaction ends. */
export const listAllowancesForUpdate = (
  db: Db,
  people: People,
): Promise<{ personId: string; balanceMs: number; countedAt: Date }[]> => db.many(lockAllowances, people);

/** Sets the allowance of `into`, and deletes that of `from`. */
export const mergeAllowances = async (
  db: Db,
  merged: People & { balanceMs: number; now: Date },
): Promise<void> => {
  await db.change(replaceAllowance, merged);
};

/** The classes that a person has completed, locked until the transaction ends. */
export const listCompletedForUpdate = async (db: Db, personId: string): Promise<string[]> =>
  (await db.many(selectCompleted, { personId })).map((row) => row.classId);

/**
 * Unites the records of `from` with those of `into`.
 * @returns the changed records
 */
export const mergeRecords = (
  db: Db,
  merge: People & { completingShare: number; now: Date },
): Promise<{ classId: string; completedAt: Date | null; playedMs: number; isSaved: boolean }[]> =>
  db.many(moveRecords, merge);
