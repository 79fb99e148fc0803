import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { isListedSql } from "./store.ts";
import type { CompletionFact, TriggerType } from "./progress.ts";

/** An achievement that counts for a person now, with what they have of it. */
export interface CountedRow {
  readonly id: string;
  readonly triggerType: TriggerType;
  readonly isStanding: boolean;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly joinedAt: Date | null;
  readonly requiredClassIds: readonly string[];
  readonly badges: readonly { readonly id: string; readonly amountToEarn: number }[];
}

const lockPerson = statement<{ personId: string }, { locked: unknown }>(
  "challenges.lock_person",
  (p) =>
    sql`select pg_advisory_xact_lock(hashtextextended('challenges' || ${p.personId}::text, 0)) as locked`,
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
const selectFacts = statement<{ personId: string }, CompletionFact>(
  "challenges.list_completions",
  (p) => sql`
    select class_id as "classId", completed_at as "completedAt", played_ms as "playedMs",
      local_day::text as day, days_per_week as "daysPerWeek"
    from challenges.completions where person_id = ${p.personId}::uuid order by completed_at, class_id`,
);
const selectCounted = statement<{ personId: string }, CountedRow>(
  "challenges.list_counted",
  (p) => sql`
    select achievements.id, achievements.trigger_type as "triggerType", achievements.is_standing as "isStanding",
      challenges.starts_at as "startsAt", challenges.ends_at as "endsAt", progress.joined_at as "joinedAt",
      array(select class_id from challenges.required_classes where achievement_id = achievements.id) as "requiredClassIds",
      (select coalesce(json_agg(json_build_object('id', id, 'amountToEarn', amount_to_earn) order by amount_to_earn), '[]')
        from challenges.badges where achievement_id = achievements.id) as badges
    from challenges.achievements
    left join challenges.challenges on challenges.achievement_id = achievements.id
    left join challenges.progress on progress.achievement_id = achievements.id and progress.person_id = ${p.personId}::uuid
    where achievements.is_standing or progress.person_id is not null
    order by achievements.id`,
);
const selectBreaks = statement<{ personId: string }, { week: string }>(
  "challenges.list_breaks",
  (p) => sql`
    select week::text as week from challenges.breaks where person_id = ${p.personId}::uuid order by week`,
);
const selectTimeZone = statement<{ personId: string }, { timeZone: string }>(
  "challenges.find_time_zone",
  (p) => sql`select time_zone as "timeZone" from challenges.settings where person_id = ${p.personId}::uuid`,
);
const upsertProgress = statement<
  { achievementId: string; personId: string; joinedAt: Date; amount: number; reachedAt: Date },
  never
>(
  "challenges.save_progress",
  (p) => sql`
    insert into challenges.progress as progress (achievement_id, person_id, joined_at, amount, reached_at, is_listed)
    values (${p.achievementId}::uuid, ${p.personId}::uuid, ${p.joinedAt}::timestamptz, ${p.amount}::int, ${p.reachedAt}::timestamptz,
      ${isListedSql(p.personId)})
    on conflict (achievement_id, person_id)
    do update set amount = excluded.amount, reached_at = excluded.reached_at, is_listed = excluded.is_listed
    where (progress.amount, progress.reached_at, progress.is_listed)
      is distinct from (excluded.amount, excluded.reached_at, excluded.is_listed)`,
);
const insertBadges = statement<{ personId: string; badges: string }, { badgeId: string; earnedAt: Date }>(
  "challenges.insert_earned_badges",
  (p) => sql`
    insert into challenges.earned_badges (person_id, badge_id, class_id, earned_at)
    select ${p.personId}::uuid, badge_id, class_id, earned_at
    from jsonb_to_recordset(${p.badges}::jsonb) as earned (badge_id uuid, class_id uuid, earned_at timestamptz)
    on conflict do nothing returning badge_id as "badgeId", earned_at as "earnedAt"`,
);
const moveProgress = statement<{ from: string; into: string }, never>(
  "challenges.merge_participation",
  (p) => sql`
    with moved as (delete from challenges.progress where person_id = ${p.from}::uuid returning *), facts as (
      insert into challenges.completions as known (person_id, class_id, completed_at, played_ms, local_day, days_per_week)
      select ${p.into}::uuid, class_id, completed_at, played_ms, local_day, days_per_week
      from challenges.completions where person_id = ${p.from}::uuid
      on conflict (person_id, class_id) do update set completed_at = excluded.completed_at, local_day = excluded.local_day,
        days_per_week = excluded.days_per_week
      where known.completed_at > excluded.completed_at
    )
    insert into challenges.progress as progress (achievement_id, person_id, joined_at, reached_at, is_listed)
    select achievement_id, ${p.into}::uuid, joined_at, joined_at,
      ${isListedSql(p.into)} from moved
    on conflict (achievement_id, person_id) do update set joined_at = least(progress.joined_at, excluded.joined_at)`,
);
const selectPeople = statement<{ after: string; first: number }, { personId: string }>(
  "challenges.list_people",
  (p) => sql`
    select distinct person_id as "personId" from challenges.completions where person_id > ${p.after}::uuid
    order by person_id limit ${p.first}::int`,
);

/** Makes those wait who count for the same person, until the transaction ends. */
export const lockForPerson = async (db: Db, personId: string): Promise<void> => {
  await db.one(lockPerson, { personId });
};
/** Notes a completion; of two of one class the earlier stays. */
export const saveCompletion = async (
  db: Db,
  completion: CompletionFact & { personId: string },
): Promise<void> => {
  await db.change(insertFact, completion);
};
export const listCompletions = (db: Db, personId: string): Promise<CompletionFact[]> =>
  db.many(selectFacts, { personId });
/** The standing achievements, and those of challenges that the person has joined. */
export const listCounted = (db: Db, personId: string): Promise<CountedRow[]> =>
  db.many(selectCounted, { personId });
/** Mondays of the weeks that the person planned to rest. */
export const listBreaks = async (db: Db, personId: string): Promise<string[]> =>
  (await db.many(selectBreaks, { personId })).map(({ week }) => week);
export const findTimeZone = async (db: Db, personId: string): Promise<string> =>
  (await db.maybe(selectTimeZone, { personId }))?.timeZone ?? "UTC";
/** @returns whether anything was different */
export const saveProgress = async (
  db: Db,
  progress: { achievementId: string; personId: string; joinedAt: Date; amount: number; reachedAt: Date },
): Promise<boolean> => (await db.change(upsertProgress, progress)) > 0;
/** Gives badges that the person hasn't. @returns those */
export const insertEarned = (
  db: Db,
  personId: string,
  earned: readonly { badgeId: string; classId: string; earnedAt: Date }[],
): Promise<{ badgeId: string; earnedAt: Date }[]> =>
  db.many(insertBadges, {
    personId,
    badges: JSON.stringify(
      earned.map(({ badgeId, classId, earnedAt }) => ({
        badge_id: badgeId,
        class_id: classId,
        earned_at: earnedAt,
      })),
    ),
  });
/** Gives a person's completions and joined challenges to another; of two dates the earlier stays. */
export const mergeParticipation = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveProgress, people);
};
/** People who completed anything, in the order of their ids. */
export const listPeople = (db: Db, after: string, first: number): Promise<{ personId: string }[]> =>
  db.many(selectPeople, { after, first });
