import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import { accessRankSql } from "../../billing/index.ts";
import { planCandidatesSql } from "../../catalog/index.ts";
import type { CandidateQuery } from "../../catalog/index.ts";
import { arrivedAtSql, hidesExplicitSql } from "../../identity/index.ts";
import { answersSql, childrenSql } from "../../onboarding/index.ts";
import type { GivenAnswers } from "../../onboarding/index.ts";
import type { Candidate, Dancer } from "./choose.ts";
import type { Day } from "./days.ts";
import type { RatedLevel } from "./style-levels.ts";

/** A person's change of one session. */
export interface PlanChange {
  readonly weekStart: Day;
  readonly slot: number;
  readonly classId: string | null;
  readonly movedTo: Day | null;
  readonly isSkipped: boolean;
}

export interface Holiday {
  readonly from: Day;
  readonly to: Day;
}

export interface PlanSettings {
  readonly minutes: number | null;
  /** HH:MM. */
  readonly startsAt: string | null;
}

/** A person's data for a plan. */
export interface PlanInputs {
  /** Null: the person no longer exists. */
  readonly arrivedAt: Date | null;
  readonly answers: GivenAnswers;
  /** Children that they dance with; for a child its own entry. `level`: a slug. */
  readonly children: readonly { readonly age: number; readonly level: string }[];
  readonly accessRank: number;
  readonly hidesExplicit: boolean;
  readonly settings: PlanSettings | null;
  readonly changes: readonly PlanChange[];
  readonly holidays: readonly Holiday[];
  /** Completed in the requested period, in order. */
  readonly danced: readonly { readonly classId: string; readonly completedAt: string }[];
  /** Their last ratings, the oldest first. `ratedAt`: ISO 8601. */
  readonly ratings: readonly (RatedLevel & { readonly ratedAt: string })[];
}

const selectPlanInputs = statement<{ personId: string; from: Day; to: Day; now: Date }, PlanInputs>(
  "practice.find_plan_facts",
  (p) => sql`
    select coalesce(${arrivedAtSql(p.personId)}, ${p.now}::timestamptz) as "arrivedAt", ${answersSql(p.personId)} as answers, ${childrenSql(p.personId, p.now)} as children,
      ${accessRankSql(p.personId)} as "accessRank",
      coalesce(${hidesExplicitSql(p.personId)}, true) as "hidesExplicit",
      (select json_build_object('minutes', minutes, 'startsAt', starts_at) from practice.plan_settings
        where person_id = ${p.personId}::uuid) as settings,
      (select coalesce(json_agg(json_build_object('weekStart', week_start, 'slot', slot, 'classId', class_id, 'movedTo', moved_to,
          'isSkipped', is_skipped) order by week_start, slot), '[]') from practice.plan_changes
        where person_id = ${p.personId}::uuid and week_start between ${p.from}::date and ${p.to}::date) as changes,
      (select coalesce(json_agg(json_build_object('from', from_day, 'to', to_day) order by from_day), '[]') from practice.holidays
        where person_id = ${p.personId}::uuid and to_day >= ${p.from}::date) as holidays,
      (select coalesce(json_agg(json_build_object('classId', class_id, 'completedAt', completed_at) order by completed_at, class_id), '[]')
        from practice.records where person_id = ${p.personId}::uuid and completed_at >= ${p.from}::date - 1
          and completed_at < ${p.to}::date + 9) as danced,
      (select coalesce(json_agg(json_build_object('styleId', style_id, 'levelRank', level_rank, 'difficulty', difficulty, 'ratedAt', rated_at)
          order by rated_at, class_id), '[]')
        from (select class_id, difficulty, rated_at from practice.records where person_id = ${p.personId}::uuid and rated_at is not null
          order by rated_at desc, class_id limit 30) as rated
        join catalog.published_classes using (class_id) where difficulty is not null) as ratings`,
);

/** What else than `CandidateQuery` decides which classes are candidates. */
interface PersonalQuery {
  /** Start of the week. */
  readonly since: Date;
  /** Styles and, at the same index, the level to offer there: classes of those are always included. */
  readonly styleIds: readonly number[];
  readonly styleRanks: readonly number[];
}

/**
 * Ignores practice and ratings after the start of the week, so that its plan stays the same. Includes classes started before, those
 * that may come back, and the newest of the levels that ratings ask for.
 */
const selectCandidates = statement<CandidateQuery & PersonalQuery, Candidate>(
  "practice.list_plan_candidates",
  (p) => {
    const wasCompleted = sql`coalesce(records.completed_at < ${p.since}::timestamptz, false)`;
    const wasBegun = sql`coalesce(records.granted_at < ${p.since}::timestamptz and records.played_ms > 0, false)`;
    const begun = sql`
      select records.class_id from (
        select * from practice.records where person_id = ${p.personId}::uuid and viewed_at is not null order by viewed_at desc, class_id limit 30
      ) as records where ${wasBegun} and not ${wasCompleted}`;
    const canReturn = sql`coalesce(records.loved_at < ${p.since}::timestamptz
      and records.completed_at < ${p.since}::timestamptz - interval '14 days', false)`;
    const loved = sql`
      select records.class_id from (
        select * from practice.records where person_id = ${p.personId}::uuid and rated_at is not null order by rated_at desc, class_id limit 60
      ) as records where ${canReturn}`;
    const leveled = sql`
      select found.class_id from unnest(${p.styleIds}::int[], ${p.styleRanks}::int[]) as wanted (style_id, level_rank), lateral (
        select class_id from catalog.published_classes as of_level
        where of_level.style_id = wanted.style_id and of_level.level_rank = wanted.level_rank
          and of_level.published_at < ${p.before}::timestamptz
        order by of_level.published_at desc, class_id desc limit 12) as found`;
    const also = sql`${begun} union ${loved} union ${leveled}`;
    return sql`
      select candidates.*, ${wasCompleted} as "isCompleted", ${canReturn} as "canReturn",
        case when ${wasBegun} and not ${wasCompleted} then least(1, records.played_ms::float8 / candidates."durationMs") else 0 end as begun
      from (${planCandidatesSql(p, also)}) as candidates
      left join practice.records on records.person_id = ${p.personId}::uuid and records.class_id = candidates."classId"`;
  },
);

const upsertChange = statement<
  {
    personId: string;
    weekStart: Day;
    slot: number;
    classId: string | null;
    movedTo: Day | null;
    isSkipped: boolean | null;
  },
  never
>(
  "practice.change_plan",
  (p) => sql`
    insert into practice.plan_changes as changes (person_id, week_start, slot, class_id, moved_to, is_skipped)
    values (${p.personId}::uuid, ${p.weekStart}::date, ${p.slot}::int, ${p.classId}::uuid, ${p.movedTo}::date, coalesce(${p.isSkipped}::boolean, false))
    on conflict (person_id, week_start, slot) do update set class_id = coalesce(excluded.class_id, changes.class_id),
      moved_to = coalesce(excluded.moved_to, changes.moved_to), is_skipped = coalesce(${p.isSkipped}::boolean, changes.is_skipped)`,
);
const upsertSettings = statement<
  { personId: string; minutes: number | null; startsAt: string | null },
  never
>(
  "practice.change_plan_settings",
  (p) => sql`
    insert into practice.plan_settings (person_id, minutes, starts_at) values (${p.personId}::uuid, ${p.minutes}::int, ${p.startsAt})
    on conflict (person_id) do update set minutes = excluded.minutes, starts_at = excluded.starts_at`,
);
/** Merges adjacent holidays, and deletes past ones. */
const insertHoliday = statement<{ personId: string; from: Day; to: Day; today: Day }, never>(
  "practice.insert_holiday",
  (p) => sql`
    with gone as (
      delete from practice.holidays where person_id = ${p.personId}::uuid
        and (to_day < ${p.today}::date - 7 or (from_day <= ${p.to}::date + 1 and to_day >= ${p.from}::date - 1))
      returning from_day, to_day
    ), whole as (
      select least(${p.from}::date, min(from_day)) as from_day, greatest(${p.to}::date, max(to_day)) as to_day from gone
        where from_day <= ${p.to}::date + 1 and to_day >= ${p.from}::date - 1
    )
    insert into practice.holidays (person_id, from_day, to_day)
    select ${p.personId}::uuid, from_day, least(to_day, from_day + 99) from whole
    on conflict (person_id, from_day) do update set to_day = excluded.to_day`,
);
const deleteHolidays = statement<{ personId: string; from: Day; to: Day }, never>(
  "practice.end_holidays",
  (p) => sql`
    delete from practice.holidays where person_id = ${p.personId}::uuid and from_day <= ${p.to}::date and to_day >= ${p.from}::date`,
);

/** Transfers plan changes; those of `into` win. */
const moveChanges = statement<{ from: string; into: string }, never>(
  "practice.merge_plans",
  (p) => sql`
    with changes as (delete from practice.plan_changes where person_id = ${p.from}::uuid returning *),
    settings as (delete from practice.plan_settings where person_id = ${p.from}::uuid returning *),
    links as (delete from practice.calendar_links where person_id = ${p.from}::uuid returning *),
    holidays as (delete from practice.holidays where person_id = ${p.from}::uuid returning *),
    moved_settings as (
      insert into practice.plan_settings (person_id, minutes, starts_at) select ${p.into}::uuid, minutes, starts_at from settings
      on conflict do nothing),
    moved_links as (
      insert into practice.calendar_links (id, person_id, time_zone, created_at)
      select id, ${p.into}::uuid, time_zone, created_at from links on conflict do nothing),
    moved_holidays as (
      insert into practice.holidays (person_id, from_day, to_day) select ${p.into}::uuid, from_day, to_day from holidays
      on conflict do nothing)
    insert into practice.plan_changes (person_id, week_start, slot, class_id, moved_to, is_skipped)
    select ${p.into}::uuid, week_start, slot, class_id, moved_to, is_skipped from changes on conflict do nothing`,
);

const deleteOldChanges = statement<{ before: Date }, never>(
  "practice.delete_old_plan_changes",
  (p) => sql`
    delete from practice.plan_changes where ${oldest("practice.plan_changes", "week_start", p.before)}`,
);
/** Deletes what was changed in the plans of weeks before a moment. */
export const deletePlanChangesBefore = (db: Db, before: Date): Promise<void> =>
  deleteInBatches(db, deleteOldChanges, { before });

/** Transfers one person's plan changes to another. */
export const mergePlans = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveChanges, people);
};

/** @param weeks Mondays of the first and last requested week */
export const findPlanInputs = (
  db: Db,
  personId: string,
  weeks: { from: Day; to: Day },
  now: Date,
): Promise<PlanInputs> => db.one(selectPlanInputs, { personId, ...weeks, now });

/** Classes that a plan for the person may choose from. @param wish.since start of the week */
export const listPlanCandidates = (
  db: Db,
  { dancer, ...wish }: CandidateQuery & { readonly since: Date; readonly dancer: Dancer },
): Promise<Candidate[]> =>
  db.many(selectCandidates, {
    ...wish,
    styleIds: Object.keys(dancer.styleLevels).map(Number),
    styleRanks: Object.values(dancer.styleLevels),
  });

/** Updates one session; null leaves a field unchanged. */
export const savePlanChange = async (
  db: Db,
  change: {
    personId: string;
    weekStart: Day;
    slot: number;
    classId: string | null;
    movedTo: Day | null;
    isSkipped: boolean | null;
  },
): Promise<void> => {
  await db.change(upsertChange, change);
};
export const savePlanSettings = async (db: Db, personId: string, settings: PlanSettings): Promise<void> => {
  await db.change(upsertSettings, { personId, ...settings });
};
export const saveHoliday = async (
  db: Db,
  holiday: { personId: string; from: Day; to: Day; today: Day },
): Promise<void> => {
  await db.change(insertHoliday, holiday);
};
export const removeHolidays = async (
  db: Db,
  holiday: { personId: string; from: Day; to: Day },
): Promise<void> => {
  await db.change(deleteHolidays, holiday);
};
