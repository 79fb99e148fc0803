import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { timeZoneSql } from "../identity/index.ts";
import { isListedSql } from "./store.ts";
import type { CompletionFact, TriggerType } from "./progress.ts";

/** An achievement that currently counts for a person, with their progress. */
export interface CountedRow {
  readonly id: string;
  readonly triggerType: TriggerType;
  readonly isCurrent: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly joinedAt: Date | null;
  readonly requiredClassIds: readonly string[];
  readonly badges: readonly { readonly id: string; readonly amountToEarn: number }[];
}

const lockPerson = statement<{ personId: string }, { locked: unknown; timeZone: string }>(
  "challenges.lock_person",
  (p) => sql`
    select pg_advisory_xact_lock(hashtextextended('challenges' || ${p.personId}::text, 0)) as locked,
      ${timeZoneSql(sql`${p.personId}::uuid`)} as "timeZone"`,
);
const insertFact = statement<CompletionFact & { personId: string }, never>(
  "challenges.insert_completion",
  (p) => sql`
    insert into challenges.completions as known (person_id, class_id, completed_at, played_ms, local_day, days_per_week)
    values (${p.personId}::uuid, ${p.classId}::uuid, ${p.completedAt}::timestamptz, ${p.playedMs}::int, ${p.day}::date, ${p.daysPerWeek}::int)
    on conflict (person_id, class_id) do update set completed_at = excluded.completed_at, played_ms = excluded.played_ms,
      local_day = excluded.local_day, days_per_week = excluded.days_per_week
    where known.completed_at > excluded.completed_at`,
);
/** A moment in JSON: milliseconds since 1970. */
const msSql = (at: RawBuilder<unknown>) => sql`(extract(epoch from ${at}) * 1000)::float8`;

type TallyJson = {
  completions: readonly (Omit<CompletionFact, "completedAt"> & { completedAt: number })[];
  breaks: readonly string[];
  counted: readonly (Omit<CountedRow, "startsAt" | "endsAt" | "joinedAt"> & {
    startsAt: number | null;
    endsAt: number | null;
    joinedAt: number | null;
  })[];
};
const selectTally = statement<{ personId: string }, TallyJson>(
  "challenges.find_tally",
  (p) => sql`
    select (
      select coalesce(json_agg(json_build_object('classId', class_id, 'completedAt', ${msSql(sql`completed_at`)}, 'playedMs', played_ms,
        'day', local_day, 'daysPerWeek', days_per_week) order by completed_at, class_id), '[]')
      from challenges.completions where person_id = ${p.personId}::uuid) as completions,
    array(select week::text from challenges.breaks where person_id = ${p.personId}::uuid) as breaks,
    (
      select coalesce(json_agg(json_build_object('id', achievements.id, 'triggerType', achievements.trigger_type,
        'isCurrent', achievements.is_standing, 'startsAt', ${msSql(sql`challenges.starts_at`)}, 'endsAt', ${msSql(sql`challenges.ends_at`)},
        'joinedAt', ${msSql(sql`progress.joined_at`)},
        'requiredClassIds', array(select class_id from challenges.required_classes where achievement_id = achievements.id),
        'badges', (select coalesce(json_agg(json_build_object('id', id, 'amountToEarn', amount_to_earn) order by amount_to_earn), '[]')
          from challenges.badges where achievement_id = achievements.id)) order by achievements.id), '[]')
      from challenges.achievements
      left join challenges.challenges on challenges.achievement_id = achievements.id
      left join challenges.progress on progress.achievement_id = achievements.id and progress.person_id = ${p.personId}::uuid
      where achievements.is_standing or progress.person_id is not null) as counted`,
);
type Saved = { achievementIds: readonly string[]; badges: readonly { badgeId: string; earnedAt: string }[] };
const saveAll = statement<{ personId: string; progress: string; badges: string }, Saved>(
  "challenges.save_tally",
  (p) => sql`
    with changed as (
      insert into challenges.progress as progress (achievement_id, person_id, joined_at, amount, reached_at, is_listed)
      select given.achievement_id, ${p.personId}::uuid, given.joined_at, given.amount, given.reached_at, ${isListedSql(p.personId)}
      from jsonb_to_recordset(${p.progress}::jsonb)
        as given (achievement_id uuid, joined_at timestamptz, amount int, reached_at timestamptz)
      order by given.achievement_id
      on conflict (achievement_id, person_id)
      do update set amount = excluded.amount, reached_at = excluded.reached_at, is_listed = excluded.is_listed
      where (progress.amount, progress.reached_at, progress.is_listed)
        is distinct from (excluded.amount, excluded.reached_at, excluded.is_listed)
      returning achievement_id
    ), fresh as (
      insert into challenges.earned_badges (person_id, badge_id, class_id, earned_at)
      select ${p.personId}::uuid, badge_id, class_id, earned_at
      from jsonb_to_recordset(${p.badges}::jsonb) as earned (badge_id uuid, class_id uuid, earned_at timestamptz)
      order by badge_id
      on conflict do nothing returning badge_id, earned_at
    )
    select array(select achievement_id from changed) as "achievementIds",
      (select coalesce(json_agg(json_build_object('badgeId', badge_id, 'earnedAt', earned_at)), '[]') from fresh) as badges`,
);
const moveProgress = statement<{ from: string; into: string }, { challenges: number }>(
  "challenges.merge_participation",
  (p) => sql`
    with moved as (delete from challenges.progress where person_id = ${p.from}::uuid returning *), facts as (
      insert into challenges.completions as known (person_id, class_id, completed_at, played_ms, local_day, days_per_week)
      select ${p.into}::uuid, class_id, completed_at, played_ms, local_day, days_per_week
      from challenges.completions where person_id = ${p.from}::uuid
      on conflict (person_id, class_id) do update set completed_at = excluded.completed_at, local_day = excluded.local_day,
        days_per_week = excluded.days_per_week
      where known.completed_at > excluded.completed_at
    ), kept as (
      insert into challenges.progress as progress (achievement_id, person_id, joined_at, reached_at, is_listed)
      select achievement_id, ${p.into}::uuid, joined_at, joined_at,
        ${isListedSql(p.into)} from moved
      on conflict (achievement_id, person_id) do update set joined_at = least(progress.joined_at, excluded.joined_at)
    )
    select count(*) as challenges from moved join challenges.challenges using (achievement_id)`,
);
const selectPeople = statement<{ after: string; first: number }, { personId: string }>(
  "challenges.list_people",
  (p) => sql`
    select distinct person_id as "personId" from challenges.completions where person_id > ${p.after}::uuid
    order by person_id limit ${p.first}::int`,
);

/** Locks counting for a person until the transaction ends. @returns the person's time zone */
export const lockForPerson = async (db: Db, personId: string): Promise<string> =>
  (await db.one(lockPerson, { personId })).timeZone;
/** Saves a completion; of two for one class, the earlier stays. */
export const saveCompletion = async (
  db: Db,
  completion: CompletionFact & { personId: string },
): Promise<void> => {
  await db.change(insertFact, completion);
};
/**
 * A person's completions ordered by time, planned breaks, and the achievements that count: standing ones and
 * those of joined challenges.
 */
export async function findTally(
  db: Db,
  personId: string,
): Promise<{
  completions: CompletionFact[];
  breaks: ReadonlySet<string>;
  counted: CountedRow[];
}> {
  const { completions, breaks, counted } = await db.one(selectTally, { personId });
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    completions: completions.map((fact) => ({ ...fact, completedAt: new Date(fact.completedAt) })),
    breaks: new Set(breaks),
    counted: (counted ?? []).map((row) => ({
      ...row,
      startsAt: dateOf(row.startsAt),
      endsAt: dateOf(row.endsAt),
      joinedAt: dateOf(row.joinedAt),
    })),
  };
}

/** Progress of a person on an achievement. */
export interface NewProgress {
  readonly achievementId: string;
  readonly joinedAt: Date;
  readonly amount: number;
  readonly reachedAt: Date;
}
/**
 * Saves a person's progress and awards missing badges.
 * @returns whose progress changed, and the new badges
 */
export async function saveTally(
  db: Db,
  personId: string,
  progress: readonly NewProgress[],
  earned: readonly { badgeId: string; classId: string; earnedAt: Date }[],
): Promise<{ achievementIds: ReadonlySet<string>; badges: { badgeId: string; earnedAt: Date }[] }> {
  const saved = await db.one(saveAll, {
    personId,
    progress: JSON.stringify(
      progress.map(({ achievementId, joinedAt, amount, reachedAt }) => ({
        achievement_id: achievementId,
        joined_at: joinedAt,
        amount,
        reached_at: reachedAt,
      })),
    ),
    badges: JSON.stringify(
      earned.map(({ badgeId, classId, earnedAt }) => ({
        badge_id: badgeId,
        class_id: classId,
        earned_at: earnedAt,
      })),
    ),
  });
  return {
    achievementIds: new Set(saved.achievementIds),
    badges: saved.badges.map(({ badgeId, earnedAt }) => ({ badgeId, earnedAt: new Date(earnedAt) })),
  };
}
/**
 * Moves a person's completions and joined challenges to another; of two dates, the earlier stays.
 * @returns the number of challenges moved
 */
export const mergeParticipation = async (db: Db, people: { from: string; into: string }): Promise<number> =>
  (await db.one(moveProgress, people)).challenges;
/** People with any completion, by id. */
export const listPeople = (db: Db, after: string, first: number): Promise<{ personId: string }[]> =>
  db.many(selectPeople, { after, first });
