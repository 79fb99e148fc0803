import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import type { NewChallenge } from "./seed.ts";

const insertOne = statement<{ challenge: string }, { achievementId: string }>(
  "challenges.insert_challenge",
  (p) => sql`
    with new as (
      select * from jsonb_to_record(${p.challenge}::jsonb) as new (slug text, title text, description text, "triggerType" text,
        "requiredClassIds" uuid[], "startsAt" timestamptz, "endsAt" timestamptz, "goalHeader" text, "subtitleHeader" text,
        "earnedByHeader" text, badges jsonb)
      where not exists (select from challenges.challenges as known where known.slug = new.slug)
    ), achievement as (
      insert into challenges.achievements (trigger_type) select "triggerType" from new returning id
    ), required as (
      insert into challenges.required_classes (achievement_id, class_id, position)
      select achievement.id, class_id, place from achievement, new, unnest(new."requiredClassIds") with ordinality as class (class_id, place)
    ), badge as (
      insert into challenges.badges (slug, name, description, achievement_id, amount_to_earn)
      select badge.slug, badge.name, badge.description, achievement.id, badge."amountToEarn"
      from achievement, new, jsonb_to_recordset(new.badges) as badge (slug text, name text, description text, "amountToEarn" int)
    )
    insert into challenges.challenges (slug, title, description, achievement_id, starts_at, ends_at, goal_header, subtitle_header, earned_by_header)
    select slug, title, description, achievement.id, "startsAt", "endsAt", "goalHeader", "subtitleHeader", "earnedByHeader"
    from new, achievement returning achievement_id as "achievementId"`,
);
const insertPeople = statement<{ achievementId: string; people: readonly string[]; joinedAt: Date }, never>(
  "challenges.insert_participants",
  (p) => sql`
    insert into challenges.progress (achievement_id, person_id, joined_at, reached_at)
    select ${p.achievementId}::uuid, person, ${p.joinedAt}::timestamptz, ${p.joinedAt}::timestamptz from unnest(${p.people}::uuid[]) as person
    on conflict do nothing`,
);

/** @returns its achievement's id; null when there is one of that slug */
export const insertChallenge = async (db: Db, challenge: NewChallenge): Promise<string | null> =>
  (await db.maybe(insertOne, { challenge: JSON.stringify(challenge) }))?.achievementId ?? null;

export const insertParticipants = async (
  db: Db,
  achievementId: string,
  people: readonly string[],
  joinedAt: Date,
): Promise<void> => {
  await db.change(insertPeople, { achievementId, people, joinedAt });
};
