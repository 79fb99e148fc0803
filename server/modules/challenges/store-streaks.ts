import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { timeZoneSql } from "../identity/index.ts";
import { badgeJson } from "./store.ts";
import type { BadgeRow } from "./store.ts";

/** Data from which a person's streak is computed. */
export interface StreakRow {
  readonly timeZone: string;
  readonly days: readonly { readonly day: string; readonly daysPerWeek: number }[];
  readonly breaks: readonly string[];
  /** Badges of standing streak achievements, smallest first. */
  readonly badges: readonly BadgeRow[];
}

const selectStreak = statement<{ personId: string; since: string }, StreakRow>(
  "challenges.find_streak",
  (p) => sql`
    select ${timeZoneSql(sql`${p.personId}::uuid`)} as "timeZone",
      (select coalesce(json_agg(json_build_object('day', local_day, 'daysPerWeek', wanted) order by local_day), '[]') from (
        select local_day, min(days_per_week) as wanted from challenges.completions
        where person_id = ${p.personId}::uuid and local_day >= ${p.since}::date group by local_day) as danced) as days,
      array(select week::text from challenges.breaks where person_id = ${p.personId}::uuid and week >= ${p.since}::date order by week) as breaks,
      (select coalesce(json_agg(${badgeJson} order by badges.amount_to_earn), '[]')
        from challenges.badges join challenges.achievements on achievements.id = badges.achievement_id
        where achievements.is_standing and achievements.trigger_type = 'streak_weeks') as badges`,
);
const insertOne = statement<
  { personId: string; week: string; from: string; until: string; most: number },
  { week: string }
>(
  "challenges.insert_break",
  (p) => sql`
    insert into challenges.breaks (person_id, week)
    select ${p.personId}::uuid, ${p.week}::date
    where (select count(*) from challenges.breaks where person_id = ${p.personId}::uuid
      and week >= ${p.from}::date and week < ${p.until}::date and week <> ${p.week}::date) < ${p.most}::int
    on conflict (person_id, week) do update set week = excluded.week returning week::text as week`,
);
const deleteOne = statement<{ personId: string; week: string }, never>(
  "challenges.delete_break",
  (p) => sql`delete from challenges.breaks where person_id = ${p.personId}::uuid and week = ${p.week}::date`,
);

/** @param since first day to include, YYYY-MM-DD */
export const findStreak = (db: Db, personId: string, since: string): Promise<StreakRow> =>
  db.one(selectStreak, { personId, since });
/**
 * Plans a break in a week unless `most` others exist between `from` (inclusive) and `until` (exclusive).
 * Idempotent. Lock the person first.
 * @returns whether it is planned
 */
export const insertBreak = async (
  db: Db,
  plan: { personId: string; week: string; from: string; until: string; most: number },
): Promise<boolean> => (await db.maybe(insertOne, plan)) !== null;
export const deleteBreak = async (db: Db, personId: string, week: string): Promise<void> => {
  await db.change(deleteOne, { personId, week });
};
