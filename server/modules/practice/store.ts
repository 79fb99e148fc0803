import { sql } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { PlayedRange } from "./credit.ts";

export interface RecordRow {
  readonly classId: string;
  readonly playedMs: number;
  readonly positionMs: number;
  readonly grantedAt: Date | null;
  readonly viewedAt: Date | null;
  readonly completedAt: Date | null;
  readonly savedAt: Date | null;
}

const recordColumns = sql`
  class_id as "classId", played_ms as "playedMs", position_ms as "positionMs", granted_at as "grantedAt",
  viewed_at as "viewedAt", completed_at as "completedAt", saved_at as "savedAt"`;

const selectRecords = statement<{ personId: string; classIds: readonly string[] }, RecordRow>(
  "practice.list_records",
  (p) => sql`select ${recordColumns} from practice.records where person_id = ${p.personId}::uuid and class_id = any(${p.classIds}::uuid[])`,
);
const upsertGrants = statement<{ personId: string; classIds: readonly string[]; allowanceMs: number; now: Date }, never>(
  "practice.grant_playback",
  (p) => sql`
    with allowance as (
      insert into practice.allowances (person_id, balance_ms, counted_at) values (${p.personId}::uuid, ${p.allowanceMs}::int, ${p.now}::timestamptz)
      on conflict do nothing
    )
    insert into practice.records as records (person_id, class_id, granted_at)
    select ${p.personId}::uuid, class_id, ${p.now}::timestamptz from unnest(${p.classIds}::uuid[]) as class_id order by class_id
    on conflict (person_id, class_id) do update set granted_at = excluded.granted_at where records.granted_at is null`,
);
const lockAllowance = statement<{ personId: string; allowanceMs: number; now: Date }, { balanceMs: number; countedAt: Date }>(
  "practice.lock_allowance",
  (p) => sql`
    insert into practice.allowances as allowances (person_id, balance_ms, counted_at)
    values (${p.personId}::uuid, ${p.allowanceMs}::int, ${p.now}::timestamptz)
    on conflict (person_id) do update set counted_at = allowances.counted_at
    returning balance_ms as "balanceMs", counted_at as "countedAt"`,
);
const updateAllowance = statement<{ personId: string; balanceMs: number; now: Date }, never>(
  "practice.update_allowance",
  (p) => sql`update practice.allowances set balance_ms = ${p.balanceMs}::int, counted_at = ${p.now}::timestamptz where person_id = ${p.personId}::uuid`,
);
const lockRecord = statement<{ personId: string; classId: string }, RecordRow & { played: PlayedRange[] }>(
  "practice.lock_record",
  (p) => sql`
    insert into practice.records as records (person_id, class_id) values (${p.personId}::uuid, ${p.classId}::uuid)
    on conflict (person_id, class_id) do update set position_ms = records.position_ms
    returning ${recordColumns}, (
      select coalesce(json_agg(json_build_object('fromMs', lower(range), 'toMs', upper(range)) order by lower(range)), '[]')
      from unnest(records.played) as range) as played`,
);
const updateRecord = statement<
  { personId: string; classId: string; played: string; playedMs: number; positionMs: number; viewedAt: Date; completedAt: Date | null },
  never
>(
  "practice.update_record",
  (p) => sql`
    update practice.records set played = ${p.played}::int4multirange, played_ms = ${p.playedMs}::int, position_ms = ${p.positionMs}::int,
      viewed_at = ${p.viewedAt}::timestamptz, completed_at = ${p.completedAt}::timestamptz
    where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid`,
);
const upsertSaved = statement<{ personId: string; classId: string; now: Date }, never>(
  "practice.save_class",
  (p) => sql`
    insert into practice.records as records (person_id, class_id, saved_at) values (${p.personId}::uuid, ${p.classId}::uuid, ${p.now}::timestamptz)
    on conflict (person_id, class_id) do update set saved_at = coalesce(records.saved_at, excluded.saved_at)`,
);
const clearSaved = statement<{ personId: string; classId: string }, never>(
  "practice.unsave_class",
  (p) => sql`update practice.records set saved_at = null where person_id = ${p.personId}::uuid and class_id = ${p.classId}::uuid`,
);
const selectBegun = statement<{ personId: string; first: number }, { classId: string }>(
  "practice.list_begun",
  (p) => sql`
    select class_id as "classId" from practice.records
    where person_id = ${p.personId}::uuid and viewed_at is not null and completed_at is null and played_ms > 0
    order by viewed_at desc, class_id limit ${p.first}::int`,
);
const selectSuggested = statement<{ personId: string; first: number }, { classId: string }>(
  "practice.list_suggested",
  (p) => sql`
    with practised as (
      select found.style_id, count(*) as times, max(found.level_rank) as level_rank
      from (select class_id from practice.records where person_id = ${p.personId}::uuid and viewed_at is not null order by viewed_at desc limit 30) as recent
      join catalog.published_classes as found using (class_id) group by found.style_id
    ), candidates as (
      (select class_id, 3.0 as worth from catalog.followed_classes where person_id = ${p.personId}::uuid order by published_at desc limit 60)
      union all
      (select found.class_id, 1.0 + least(practised.times, 5) * 0.3 - abs(found.level_rank - practised.level_rank) * 0.4
        from practised cross join lateral (
          select class_id, level_rank from catalog.published_classes where style_id = practised.style_id order by published_at desc limit 20) as found)
      union all
      (select class_id, 0.1 from catalog.published_classes order by published_at desc limit 60)
    )
    select candidates.class_id as "classId" from candidates
    left join practice.records on records.person_id = ${p.personId}::uuid and records.class_id = candidates.class_id
    where records.completed_at is null
    group by candidates.class_id
    order by sum(candidates.worth) desc, candidates.class_id limit ${p.first}::int`,
);

export type SavedFilter = "all" | "completed" | "incomplete";
export type SavedSort = "dateSaved" | "dateLastViewed";
export type SavedRow = { readonly classId: string; readonly savedAt: Date; readonly viewedAt: Date | null; readonly sortKey: string };
type SavedParams = { personId: string; first: number; afterKey: string | null; afterId: string | null };

const never = sql`timestamptz '1970-01-01 00:00:00+00'`;
const condition = { all: sql``, completed: sql`and completed_at is not null`, incomplete: sql`and completed_at is null` };
const selectSaved = statementByShape<{ filter: SavedFilter; sort: SavedSort; descending: boolean; after: boolean }, SavedParams, SavedRow>(
  "practice.list_saved",
  ({ filter, sort, descending, after }, p) => {
    const key = sort === "dateSaved" ? sql`saved_at` : sql`(coalesce(viewed_at, ${never}))`;
    const direction = descending ? sql`desc` : sql`asc`;
    return sql`
      select class_id as "classId", saved_at as "savedAt", viewed_at as "viewedAt", (${key})::text as "sortKey"
      from practice.records where person_id = ${p.personId}::uuid and saved_at is not null ${condition[filter]}
      ${after ? sql`and (${key}, class_id) ${descending ? sql`<` : sql`>`} (${p.afterKey}::text::timestamptz, ${p.afterId}::uuid)` : sql``}
      order by ${key} ${direction}, class_id ${direction} limit ${p.first}::int`;
  },
);
const countSaved = statementByShape<{ filter: SavedFilter }, { personId: string }, { total: number }>(
  "practice.count_saved",
  ({ filter }, p) => sql`select count(*) as total from practice.records where person_id = ${p.personId}::uuid and saved_at is not null ${condition[filter]}`,
);

export const listRecords = (db: Db, personId: string, classIds: readonly string[]): Promise<RecordRow[]> => db.many(selectRecords, { personId, classIds });
/** Notes since when a person may play these classes, and opens their allowance; what was noted before stays. */
export const insertGrants = async (db: Db, personId: string, classIds: readonly string[], allowanceMs: number, now: Date): Promise<void> => {
  await db.change(upsertGrants, { personId, classIds, allowanceMs, now });
};
/** The person's allowance, locked until the transaction ends. */
export const findAllowanceForUpdate = (db: Db, personId: string, allowanceMs: number, now: Date): Promise<{ balanceMs: number; countedAt: Date }> =>
  db.one(lockAllowance, { personId, allowanceMs, now });
export const saveAllowance = async (db: Db, personId: string, balanceMs: number, now: Date): Promise<void> => {
  await db.change(updateAllowance, { personId, balanceMs, now });
};
/** What the person did with the class, locked until the transaction ends. */
export const findRecordForUpdate = (db: Db, personId: string, classId: string): Promise<RecordRow & { played: PlayedRange[] }> =>
  db.one(lockRecord, { personId, classId });
export const saveRecord = async (
  db: Db,
  record: { personId: string; classId: string; played: readonly PlayedRange[]; playedMs: number; positionMs: number; viewedAt: Date; completedAt: Date | null },
): Promise<void> => {
  const played = `{${record.played.map((range) => `[${range.fromMs},${range.toMs})`).join(",")}}`;
  await db.change(updateRecord, { ...record, played });
};
export const saveSaved = async (db: Db, personId: string, classId: string, now: Date): Promise<void> => {
  await db.change(upsertSaved, { personId, classId, now });
};
export const deleteSaved = async (db: Db, personId: string, classId: string): Promise<void> => {
  await db.change(clearSaved, { personId, classId });
};
export const listBegun = async (db: Db, personId: string, first: number): Promise<string[]> =>
  (await db.many(selectBegun, { personId, first })).map((row) => row.classId);
export const listSuggested = async (db: Db, personId: string, first: number): Promise<string[]> =>
  (await db.many(selectSuggested, { personId, first })).map((row) => row.classId);
export const listSaved = (
  db: Db,
  personId: string,
  page: { filter: SavedFilter; sort: SavedSort; descending: boolean; first: number; after: { key: string; id: string } | null },
): Promise<SavedRow[]> =>
  db.many(selectSaved({ filter: page.filter, sort: page.sort, descending: page.descending, after: page.after !== null }), {
    personId,
    first: page.first,
    afterKey: page.after?.key ?? null,
    afterId: page.after?.id ?? null,
  });
export const countSavedClasses = async (db: Db, personId: string, filter: SavedFilter): Promise<number> =>
  (await db.one(countSaved({ filter }), { personId })).total;
