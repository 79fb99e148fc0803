import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Difficulty } from "../../../contract/ratings.ts";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { PlayedRange } from "./credit.ts";

/** One person's record of one class. */
export interface RecordState {
  readonly playedMs: number;
  readonly positionMs: number;
  /** Whether playback was ever granted. */
  readonly isGranted: boolean;
  /** Whether practice was ever recorded. */
  readonly isViewed: boolean;
  readonly isCompleted: boolean;
  readonly isSaved: boolean;
  /** How hard they found it; null if they didn't say. */
  readonly difficulty: Difficulty | null;
  /** Whether they would dance it again. */
  readonly isLoved: boolean;
}

const stateColumns = sql`
  played_ms as "playedMs", position_ms as "positionMs", granted_at is not null as "isGranted", viewed_at is not null as "isViewed",
  completed_at is not null as "isCompleted", saved_at is not null as "isSaved",
  difficulty, loved_at is not null as "isLoved"`;

/** A RecordState as one JSON value, null if there is none, for a statement of classes. */
export const recordSql = (classId: RawBuilder<unknown>, personId: unknown): RawBuilder<unknown> => sql`(
  select row_to_json(state) from (
    select ${stateColumns} from practice.records where person_id = ${personId}::uuid and class_id = ${classId}) as state)`;

const selectStates = statement<
  { personId: string; classIds: readonly string[] },
  RecordState & { classId: string }
>(
  "practice.list_records",
  (p) => sql`
    select class_id as "classId", ${stateColumns} from practice.records
    where person_id = ${p.personId}::uuid and class_id = any(${p.classIds}::uuid[])`,
);
const upsertGrants = statement<
  { personId: string; classIds: readonly string[]; allowanceMs: number; now: Date },
  never
>(
  "practice.grant_playback",
  (p) => sql`
    with allowance as (
      insert into practice.allowances (person_id, balance_ms, counted_at)
      values (${p.personId}::uuid, ${p.allowanceMs}::int, ${p.now}::timestamptz) on conflict do nothing
    )
    insert into practice.records as records (person_id, class_id, granted_at)
    select ${p.personId}::uuid, class_id, ${p.now}::timestamptz from unnest(${p.classIds}::uuid[]) as class_id order by class_id
    on conflict (person_id, class_id) do update set granted_at = excluded.granted_at where records.granted_at is null`,
);
const lockAllowance = statement<
  { personId: string; allowanceMs: number; now: Date },
  { balanceMs: number; countedAt: Date }
>(
  "practice.lock_allowance",
  (p) => sql`
    insert into practice.allowances as allowances (person_id, balance_ms, counted_at)
    values (${p.personId}::uuid, ${p.allowanceMs}::int, ${p.now}::timestamptz)
    on conflict (person_id) do update set counted_at = allowances.counted_at
    returning balance_ms as "balanceMs", counted_at as "countedAt"`,
);
// Servers' clocks differ: a server that is behind must not count the same time again.
const updateAllowance = statement<{ personId: string; balanceMs: number; now: Date }, never>(
  "practice.update_allowance",
  (p) => sql`
    update practice.allowances set balance_ms = ${p.balanceMs}::int, counted_at = greatest(counted_at, ${p.now}::timestamptz)
    where person_id = ${p.personId}::uuid`,
);

/** A record locked by the transaction that changes it. */
export interface LockedRecord {
  readonly played: readonly PlayedRange[];
  readonly grantedAt: Date | null;
  readonly completedAt: Date | null;
}
const lockRecord = statement<{ personId: string; classId: string }, LockedRecord>(
  "practice.lock_record",
  (p) => sql`
    insert into practice.records as records (person_id, class_id) values (${p.personId}::uuid, ${p.classId}::uuid)
    on conflict (person_id, class_id) do update set position_ms = records.position_ms
    returning granted_at as "grantedAt", completed_at as "completedAt", (
      select coalesce(json_agg(json_build_object('fromMs', lower(range), 'toMs', upper(range)) order by lower(range)), '[]')
      from unnest(records.played) as range) as played`,
);

export interface ChangedRecord {
  readonly personId: string;
  readonly classId: string;
  readonly playedMs: number;
  readonly positionMs: number;
  readonly viewedAt: Date;
  readonly completedAt: Date | null;
}
// Indexes contain viewed_at. While the class is the person's latest it changes every five minutes, so that most saves touch no index.
const updateRecord = statement<ChangedRecord & { played: string }, never>(
  "practice.update_record",
  (p) => sql`
    update practice.records set played = ${p.played}::int4multirange, played_ms = ${p.playedMs}::int, position_ms = ${p.positionMs}::int,
      recorded_at = greatest(recorded_at, ${p.viewedAt}::timestamptz), completed_at = ${p.completedAt}::timestamptz,
      viewed_at = case
        when viewed_at > ${p.viewedAt}::timestamptz - interval '5 minutes' and not exists (
          select from practice.records as other where other.person_id = ${p.personId}::uuid and other.viewed_at > records.viewed_at)
        then viewed_at else greatest(viewed_at, ${p.viewedAt}::timestamptz) end
    where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid`,
);
const upsertSaved = statement<{ personId: string; classId: string; now: Date }, never>(
  "practice.save_class",
  (p) => sql`
    insert into practice.records as records (person_id, class_id, saved_at)
    values (${p.personId}::uuid, ${p.classId}::uuid, ${p.now}::timestamptz)
    on conflict (person_id, class_id) do update set saved_at = coalesce(records.saved_at, excluded.saved_at)`,
);
const clearSaved = statement<{ personId: string; classId: string }, never>(
  "practice.unsave_class",
  (p) =>
    sql`update practice.records set saved_at = null where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid`,
);

export const listStates = (
  db: Db,
  personId: string,
  classIds: readonly string[],
): Promise<(RecordState & { classId: string })[]> => db.many(selectStates, { personId, classIds });

/** Records the first grant of these classes to a person, and creates their allowance; existing rows stay. */
export const insertGrants = async (
  db: Db,
  grants: { personId: string; classIds: readonly string[]; allowanceMs: number; now: Date },
): Promise<void> => {
  await db.change(upsertGrants, grants);
};

/** The person's allowance, created with `allowanceMs` if missing, and locked until the transaction ends. */
export const findAllowanceForUpdate = (
  db: Db,
  person: { personId: string; allowanceMs: number; now: Date },
): Promise<{ balanceMs: number; countedAt: Date }> => db.one(lockAllowance, person);

export const saveAllowance = async (
  db: Db,
  allowance: { personId: string; balanceMs: number; now: Date },
): Promise<void> => {
  await db.change(updateAllowance, allowance);
};

/** The person's record of the class, locked until the transaction ends. */
export const findRecordForUpdate = (db: Db, personId: string, classId: string): Promise<LockedRecord> =>
  db.one(lockRecord, { personId, classId });

export const saveRecord = async (
  db: Db,
  record: ChangedRecord & { readonly played: readonly PlayedRange[] },
): Promise<void> => {
  const played = `{${record.played.map((range) => `[${range.fromMs},${range.toMs})`).join(",")}}`;
  await db.change(updateRecord, { ...record, played });
};

export const insertSaved = async (
  db: Db,
  saved: { personId: string; classId: string; now: Date },
): Promise<void> => {
  await db.change(upsertSaved, saved);
};
export const deleteSaved = async (db: Db, saved: { personId: string; classId: string }): Promise<void> => {
  await db.change(clearSaved, saved);
};
