import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { ChallengeAttributes } from "../attributes.ts";
import { participantsSql } from "../participant-changes.ts";

/** A challenge to insert. */
export interface NewChallenge extends Omit<ChallengeAttributes, "badges"> {
  readonly slug: string;
  readonly badges: readonly (ChallengeAttributes["badges"][number] & { readonly slug: string })[];
  /** Idempotency key of its creation. Absent for seeds. */
  readonly announcementKey?: string;
}

/** A challenge, as seen by its editors. */
export interface EditedChallenge extends ChallengeAttributes {
  readonly id: string;
  readonly slug: string;
  readonly achievementId: string;
  readonly participants: number;
  readonly revision: number;
}

const insertOne = statement<{ challenge: string }, { id: string; achievementId: string }>(
  "challenges.insert_challenge",
  (p) => sql`
    with new as (
      select * from jsonb_to_record(${p.challenge}::jsonb) as new (slug text, title text, description text, "triggerType" text,
        "requiredClassIds" uuid[], "startsAt" timestamptz, "endsAt" timestamptz, "goalHeader" text, "subtitleHeader" text,
        "earnedByHeader" text, badges jsonb, "announcementKey" text)
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
    insert into challenges.challenges (slug, title, description, achievement_id, starts_at, ends_at, goal_header, subtitle_header,
      earned_by_header, announcement_key)
    select slug, title, description, achievement.id, "startsAt", "endsAt", "goalHeader", "subtitleHeader", "earnedByHeader", "announcementKey"
    from new, achievement returning id, achievement_id as "achievementId"`,
);

const columns = sql`
  challenges.id, challenges.slug, challenges.title, challenges.description, challenges.achievement_id as "achievementId",
  achievements.trigger_type as "triggerType", challenges.starts_at as "startsAt", challenges.ends_at as "endsAt",
  challenges.goal_header as "goalHeader", challenges.subtitle_header as "subtitleHeader",
  challenges.earned_by_header as "earnedByHeader", ${participantsSql} as participants, challenges.revision,
  array(select class_id from challenges.required_classes where achievement_id = achievements.id order by position) as "requiredClassIds",
  (select coalesce(json_agg(json_build_object('name', name, 'description', badges.description, 'amountToEarn', amount_to_earn)
      order by amount_to_earn), '[]')
    from challenges.badges where achievement_id = achievements.id) as badges`;
const from = sql`challenges.challenges join challenges.achievements on achievements.id = challenges.achievement_id`;

const selectOne = statement<{ id: string }, EditedChallenge>(
  "challenges.find_edited_challenge",
  (p) => sql`select ${columns} from ${from} where challenges.id = ${p.id}::uuid`,
);
const selectByKey = statement<{ key: string }, { id: string }>(
  "challenges.find_challenge_of_key",
  (p) => sql`select id from challenges.challenges where announcement_key = ${p.key}`,
);
const lockOne = statement<{ id: string }, { id: string }>(
  "challenges.lock_challenge",
  (p) => sql`select id from challenges.challenges where id = ${p.id}::uuid for update`,
);
interface EditedPage {
  readonly first: number;
  readonly beforeAt: Date | null;
  readonly beforeId: string | null;
}
const selectPage = statement<EditedPage, EditedChallenge>(
  "challenges.list_edited_challenges",
  (p) => sql`
    select ${columns} from ${from}
    where ${p.beforeAt}::timestamptz is null or (challenges.starts_at, challenges.id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::uuid)
    order by challenges.starts_at desc, challenges.id desc limit ${p.first}::int`,
);
const updateOne = statement<{ id: string; revision: number; challenge: string }, { id: string }>(
  "challenges.update_challenge",
  (p) => sql`
    with new as (
      select * from jsonb_to_record(${p.challenge}::jsonb) as new (title text, description text, "triggerType" text,
        "requiredClassIds" uuid[], "startsAt" timestamptz, "endsAt" timestamptz, "goalHeader" text, "subtitleHeader" text,
        "earnedByHeader" text, badges jsonb)
    ), challenge as (
      update challenges.challenges set title = new.title, description = new.description, starts_at = new."startsAt",
        ends_at = new."endsAt", goal_header = new."goalHeader", subtitle_header = new."subtitleHeader",
        earned_by_header = new."earnedByHeader", revision = challenges.revision + 1,
        -- Notify again of an end that has moved.
        end_told_at = case when challenges.ends_at = new."endsAt" then challenges.end_told_at end
      from new where challenges.id = ${p.id}::uuid and challenges.revision = ${p.revision}::int
      returning challenges.id, challenges.slug, challenges.achievement_id
    ), achievement as (
      update challenges.achievements set trigger_type = new."triggerType" from challenge, new where achievements.id = challenge.achievement_id
    ), dropped as (
      delete from challenges.required_classes using challenge, new
      where required_classes.achievement_id = challenge.achievement_id and required_classes.class_id <> all (new."requiredClassIds")
    ), required as (
      insert into challenges.required_classes (achievement_id, class_id, position)
      select challenge.achievement_id, class_id, place
      from challenge, new, unnest(new."requiredClassIds") with ordinality as class (class_id, place)
      on conflict (achievement_id, class_id) do update set position = excluded.position
    ), removed as (
      delete from challenges.badges using challenge
      where badges.achievement_id = challenge.achievement_id
        and badges.amount_to_earn not in (select (badge ->> 'amountToEarn')::int from new, jsonb_array_elements(new.badges) as badge)
    ), kept as (
      insert into challenges.badges (slug, name, description, achievement_id, amount_to_earn)
      select challenge.slug || '-' || badge."amountToEarn", badge.name, badge.description, challenge.achievement_id, badge."amountToEarn"
      from challenge, new, jsonb_to_recordset(new.badges) as badge (name text, description text, "amountToEarn" int)
      on conflict (achievement_id, amount_to_earn) do update set name = excluded.name, description = excluded.description
    )
    select id from challenge`,
);
const deleteOne = statement<{ id: string }, never>(
  "challenges.delete_challenge",
  (p) => sql`
    with gone as (delete from challenges.challenges where id = ${p.id}::uuid returning achievement_id)
    delete from challenges.achievements using gone where achievements.id = gone.achievement_id`,
);

/**
 * @returns null if the slug is taken.
 * @throws a unique violation for a known key, or a slug that was taken concurrently
 */
export const insertChallenge = (
  db: Db,
  challenge: NewChallenge,
): Promise<{ id: string; achievementId: string } | null> =>
  db.maybe(insertOne, { challenge: JSON.stringify(challenge) });
export const findEditedChallenge = (db: Db, id: string): Promise<EditedChallenge | null> =>
  db.maybe(selectOne, { id });
export const findChallengeOfKey = async (db: Db, key: string): Promise<string | null> =>
  (await db.maybe(selectByKey, { key }))?.id ?? null;
/** Locks the challenge's row until the transaction ends. @returns false if it was deleted */
export const lockChallenge = async (db: Db, id: string): Promise<boolean> =>
  (await db.maybe(lockOne, { id })) !== null;
/** Latest start first. */
export const listEditedChallenges = (db: Db, page: EditedPage): Promise<EditedChallenge[]> =>
  db.many(selectPage, page);
/** Optimistic-lock update; badges are matched by amount. @returns false on a revision conflict */
export const updateChallenge = async (
  db: Db,
  id: string,
  revision: number,
  attributes: ChallengeAttributes,
): Promise<boolean> =>
  (await db.maybe(updateOne, { id, revision, challenge: JSON.stringify(attributes) })) !== null;
/** Deletes a challenge with its participations, achievement and badges. */
export const deleteChallengeRow = async (db: Db, id: string): Promise<void> => {
  await db.change(deleteOne, { id });
};
