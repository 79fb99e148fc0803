import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { personOfUsernameSql, publicPersonSql } from "../identity/index.ts";
import { followedSql, isUnseenSql } from "../profiles/index.ts";
import type { TriggerType } from "./progress.ts";
import { participantsSql } from "./participant-changes.ts";

export interface AchievementRow {
  readonly id: string;
  readonly triggerType: TriggerType;
}

export interface BadgeRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly amountToEarn: number;
  readonly achievement: AchievementRow;
  /** Only on a badge fetched by itself: the slug of its challenge, null for a standing achievement. */
  readonly challengeSlug?: string | null;
}

export interface ChallengeRow {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly goalHeader: string;
  readonly subtitleHeader: string;
  readonly earnedByHeader: string;
  readonly achievement: AchievementRow;
  readonly badges: readonly { readonly badge: BadgeRow; readonly isEarned: boolean }[];
  readonly participants: number;
  /** Of the viewer; null if they haven't joined. */
  readonly amount: number | null;
}

export interface LeaderRow {
  /** From 1, among the listed people; absent in `listAround`. */
  readonly place?: number;
  readonly person: { readonly id: string; readonly username: string | null; readonly image: string | null };
  readonly joinedAt: Date;
  readonly amount: number;
  readonly reachedAt: Date;
}

/** A person near the viewer on a leaderboard. */
export interface PlacedRow extends LeaderRow {
  /** Distance among listed people: negative ahead of the viewer, 0 the viewer, positive behind. */
  readonly distance: number;
}

export interface EarnedBadgeRow {
  readonly badge: BadgeRow;
  readonly earnedAt: Date;
}

/** Counting the people ahead stops here: further down, a rank is approximate. */
export const maxCounted = 10_000;

/** Whether a person appears on leaderboards: they haven't opted out and have a public page. */
export const isListedSql = (personId: unknown) => sql`(${publicPersonSql(sql`${personId}::uuid`)} is not null
  and coalesce((select is_listed from challenges.settings where person_id = ${personId}::uuid), true))`;

export const badgeJson = sql`json_build_object('id', badges.id, 'slug', badges.slug, 'name', badges.name, 'description', badges.description,
  'amountToEarn', badges.amount_to_earn, 'achievement', json_build_object('id', achievements.id, 'triggerType', achievements.trigger_type))`;

const challengeColumns = (personId: unknown) => sql`
  challenges.id, challenges.slug, challenges.title, challenges.description, challenges.starts_at as "startsAt",
  challenges.ends_at as "endsAt", challenges.goal_header as "goalHeader", challenges.subtitle_header as "subtitleHeader",
  challenges.earned_by_header as "earnedByHeader",
  json_build_object('id', achievements.id, 'triggerType', achievements.trigger_type) as achievement,
  (select coalesce(json_agg(json_build_object('badge', ${badgeJson}, 'isEarned', exists (
      select from challenges.earned_badges as earned where earned.badge_id = badges.id and earned.person_id = ${personId}::uuid
    )) order by badges.amount_to_earn), '[]')
    from challenges.badges where badges.achievement_id = achievements.id) as badges,
  ${participantsSql} as participants,
  (select amount from challenges.progress where achievement_id = achievements.id and person_id = ${personId}::uuid) as amount`;
const from = sql`challenges.challenges join challenges.achievements on achievements.id = challenges.achievement_id`;

const selectChallenge = statement<{ id: string; personId: string | null }, ChallengeRow>(
  "challenges.find_challenge",
  (p) =>
    sql`select ${challengeColumns(p.personId)} from ${from} where challenges.id::text = ${p.id} or challenges.slug = ${p.id}`,
);
const selectChallenges = statementByShape<
  { after: boolean },
  { personId: string | null; first: number; after: string | null },
  ChallengeRow
>(
  "challenges.list_challenges",
  ({ after }, p) => sql`
    select ${challengeColumns(p.personId)} from ${from}
    ${
      after
        ? sql`where (challenges.ends_at, challenges.id) < (select ends_at, id from challenges.challenges where id = ${p.after}::uuid)`
        : sql``
    }
    order by challenges.ends_at desc, challenges.id desc limit ${p.first}::int`,
);

const selectLeaderboard = statementByShape<
  { followed: boolean; viewed: boolean },
  { achievementId: string; first: number; viewerId: string | null },
  LeaderRow
>(
  "challenges.list_leaders",
  ({ followed, viewed }, p) => sql`
    select * from (select person, place, "joinedAt", amount, "reachedAt" from (
      select ${publicPersonSql(sql`progress.person_id`)} as person, progress.person_id, joined_at as "joinedAt", amount,
        reached_at as "reachedAt", row_number() over (order by amount desc, reached_at, person_id) as place
      from challenges.progress where achievement_id = ${p.achievementId}::uuid and is_listed and amount > 0
        ${followed ? sql`and progress.person_id in (select person_id from ${followedSql(p.viewerId)} as followed union all select ${p.viewerId}::uuid)` : sql``}
      order by amount desc, reached_at, person_id
    ) as listed
    where person is not null ${viewed ? sql`and not ${isUnseenSql(p.viewerId, sql`listed.person_id`)}` : sql``}
    -- Sorted after the limit: rows come from the index in order, and the index scan ends early.
    limit ${p.first}::int) as firsts order by place`,
);
const selectSpread = statement<{ achievementId: string }, { amount: number; people: number }>(
  "challenges.list_spread",
  (p) => sql`
    select amount, count(*)::int as people from challenges.progress
    where achievement_id = ${p.achievementId}::uuid and is_listed and amount > 0 group by amount order by amount desc`,
);
const selectRank = statement<{ achievementId: string; personId: string }, { ahead: number }>(
  "challenges.find_rank",
  (p) => sql`
    select (select count(*) from (
      select from challenges.progress as other where other.achievement_id = me.achievement_id and other.is_listed
        and other.amount > me.amount limit ${sql.lit(maxCounted)}) as better)
      + (select count(*) from (
        select from challenges.progress as other where other.achievement_id = me.achievement_id and other.is_listed
          and other.amount = me.amount and (other.reached_at, other.person_id) < (me.reached_at, me.person_id)
        limit ${sql.lit(maxCounted)}) as sooner) as ahead
    from challenges.progress as me
    where me.achievement_id = ${p.achievementId}::uuid and me.person_id = ${p.personId}::uuid and me.is_listed and me.amount > 0`,
);

/**
 * Neighbors on a leaderboard: each of the four branches scans the leaderboard's index from the person's
 * position.
 */
const selectAround = statement<{ achievementId: string; personId: string; each: number }, PlacedRow>(
  "challenges.list_around",
  (p) => {
    // Each branch has its limit inside its own lateral join: only then is it an index scan, and not a sort
    // of all rows.
    const walk = (rest: RawBuilder<unknown>) => sql`select found.* from me cross join lateral (
      select other.person_id, other.joined_at, other.amount, other.reached_at from challenges.progress as other
      where other.achievement_id = me.achievement_id and other.is_listed and other.amount > 0 and ${rest}) as found`;
    const place = sql`(other.reached_at, other.person_id)`;
    const mine = sql`(me.reached_at, me.person_id)`;
    const forwards = sql`order by other.amount desc, other.reached_at, other.person_id limit ${p.each}::int`;
    const backwards = sql`order by other.amount, other.reached_at desc, other.person_id desc limit ${p.each}::int`;
    return sql`
      with me as (
        select * from challenges.progress
        where achievement_id = ${p.achievementId}::uuid and person_id = ${p.personId}::uuid and is_listed and amount > 0
      ), ahead as (
        select * from ((${walk(sql`other.amount = me.amount and ${place} < ${mine} ${backwards}`)})
          union all (${walk(sql`other.amount > me.amount ${backwards}`)})) as found
        order by amount, reached_at desc, person_id desc limit ${p.each}::int
      ), behind as (
        select * from ((${walk(sql`other.amount = me.amount and ${place} > ${mine} ${forwards}`)})
          union all (${walk(sql`other.amount < me.amount ${forwards}`)})) as found
        order by amount desc, reached_at, person_id limit ${p.each}::int
      ), placed as (
        select *, -row_number() over (order by amount, reached_at desc, person_id desc) as distance from ahead
        union all select person_id, joined_at, amount, reached_at, 0 from me
        union all select *, row_number() over (order by amount desc, reached_at, person_id) from behind
      )
      select * from (
        select ${publicPersonSql(sql`placed.person_id`)} as person, joined_at as "joinedAt", amount, reached_at as "reachedAt", distance
        from placed where not ${isUnseenSql(p.personId, sql`placed.person_id`)}
      ) as beside where person is not null order by distance`;
  },
);

const selectRequired = statement<
  { achievementIds: readonly string[] },
  { achievementId: string; classId: string }
>(
  "challenges.list_required_classes",
  (p) => sql`
    select achievement_id as "achievementId", class_id as "classId" from challenges.required_classes
    where achievement_id = any(${p.achievementIds}::uuid[]) order by achievement_id, position, class_id`,
);

const selectEarned = statementByShape<{ by: "username" | "id" }, { person: string }, EarnedBadgeRow>(
  "challenges.list_earned_badges",
  ({ by }, p) => sql`
    select ${badgeJson} as badge, earned.earned_at as "earnedAt"
    from challenges.earned_badges as earned
    join challenges.badges on badges.id = earned.badge_id join challenges.achievements on achievements.id = badges.achievement_id
    where earned.person_id = ${by === "username" ? personOfUsernameSql(p.person) : sql`${p.person}::uuid`} order by earned.earned_at desc, badges.amount_to_earn desc limit 1000`,
);
const selectBadge = statement<{ id: string }, { badge: BadgeRow; challengeSlug: string | null }>(
  "challenges.find_badge",
  (p) => sql`
    select ${badgeJson} as badge, (select slug from challenges.challenges where achievement_id = achievements.id) as "challengeSlug"
    from challenges.badges join challenges.achievements on achievements.id = badges.achievement_id where badges.id::text = ${p.id} or badges.slug = ${p.id}`,
);
const selectEarnedBy = statement<{ personId: string; classId: string }, { badge: BadgeRow }>(
  "challenges.list_earned_by_class",
  (p) => sql`
    select ${badgeJson} as badge from challenges.earned_badges as earned
    join challenges.badges on badges.id = earned.badge_id join challenges.achievements on achievements.id = badges.achievement_id
    where earned.person_id = ${p.personId}::uuid and earned.class_id = ${p.classId}::uuid
    order by badges.amount_to_earn desc limit 100`,
);
const selectEarnedIds = statement<{ personId: string; classId: string }, { badgeId: string; isNew: boolean }>(
  "challenges.list_earned_ids",
  (p) => sql`
    select badge_id as "badgeId", coalesce(class_id = ${p.classId}::uuid, false) as "isNew" from challenges.earned_badges
    where person_id = ${p.personId}::uuid order by earned_at desc, badge_id limit 1000`,
);

const upsertJoined = statement<{ achievementId: string; personId: string; now: Date }, never>(
  "challenges.join",
  (p) => sql`
    insert into challenges.progress (achievement_id, person_id, joined_at, reached_at, is_listed)
    values (${p.achievementId}::uuid, ${p.personId}::uuid, ${p.now}::timestamptz, ${p.now}::timestamptz, ${isListedSql(p.personId)})
    on conflict do nothing`,
);
const deleteJoined = statement<{ achievementId: string; personId: string }, never>(
  "challenges.leave",
  (p) =>
    sql`delete from challenges.progress where achievement_id = ${p.achievementId}::uuid and person_id = ${p.personId}::uuid`,
);
const upsertSettings = statement<{ personId: string; isListed: boolean }, never>(
  "challenges.change_settings",
  (p) => sql`
    with changed as (
      insert into challenges.settings (person_id, is_listed) values (${p.personId}::uuid, ${p.isListed}::boolean)
      on conflict (person_id) do update set is_listed = excluded.is_listed
      returning is_listed
    )
    update challenges.progress set is_listed = changed.is_listed and ${publicPersonSql(sql`${p.personId}::uuid`)} is not null
    from changed where person_id = ${p.personId}::uuid`,
);

/** By id or slug. */
export const findChallenge = (db: Db, id: string, personId: string | null): Promise<ChallengeRow | null> =>
  db.maybe(selectChallenge, { id, personId });
/** Latest end first; `after` is the id of the last one on the previous page. */
export const listChallenges = (
  db: Db,
  page: { personId: string | null; first: number; after: string | null },
): Promise<ChallengeRow[]> => db.many(selectChallenges({ after: page.after !== null }), page);
/**
 * From rank 1 on, without people blocked or muted.
 * @param followed only people whom the viewer follows, and the viewer
 */
export const listLeaderboard = (
  db: Db,
  params: { achievementId: string; first: number; viewerId: string | null },
  followed: boolean,
): Promise<LeaderRow[]> => db.many(selectLeaderboard({ followed, viewed: params.viewerId !== null }), params);
/**
 * The person and up to `each` people on either side, by rank; empty if the person isn't listed or has no
 * progress.
 */
export const listAround = (
  db: Db,
  near: { achievementId: string; personId: string; each: number },
): Promise<PlacedRow[]> => db.many(selectAround, near);
/** Number of people per amount, largest amount first. Reads a row for each person on the leaderboard. */
export const listSpread = (db: Db, achievementId: string): Promise<{ amount: number; people: number }[]> =>
  db.many(selectSpread, { achievementId });
/**
 * Number of people ahead of a person; null if they aren't listed or have no progress. Counts up to
 * `maxCounted`.
 */
export const findAhead = async (db: Db, achievementId: string, personId: string): Promise<number | null> =>
  (await db.maybe(selectRank, { achievementId, personId }))?.ahead ?? null;
export const listRequired = (
  db: Db,
  achievementIds: readonly string[],
): Promise<{ achievementId: string; classId: string }[]> => db.many(selectRequired, { achievementIds });
/** Newest first. */
export const listEarnedBadges = (db: Db, by: "username" | "id", person: string): Promise<EarnedBadgeRow[]> =>
  db.many(selectEarned({ by }), { person });
export const listEarnedIds = (
  db: Db,
  personId: string,
  classId: string,
): Promise<{ badgeId: string; isNew: boolean }[]> => db.many(selectEarnedIds, { personId, classId });
/** A badge by id or slug, with its challenge. */
export const findBadge = (
  db: Db,
  id: string,
): Promise<{ badge: BadgeRow; challengeSlug: string | null } | null> => db.maybe(selectBadge, { id });
/** Badges earned by completing a class, largest first. */
export const listEarnedBy = async (db: Db, personId: string, classId: string): Promise<BadgeRow[]> =>
  (await db.many(selectEarnedBy, { personId, classId })).map(({ badge }) => badge);
export const insertParticipant = async (
  db: Db,
  joined: { achievementId: string; personId: string; now: Date },
): Promise<void> => {
  await db.change(upsertJoined, joined);
};
export const deleteParticipant = async (
  db: Db,
  joined: { achievementId: string; personId: string },
): Promise<void> => {
  await db.change(deleteJoined, joined);
};
export const updateListed = async (
  db: Db,
  change: { personId: string; isListed: boolean },
): Promise<void> => {
  await db.change(upsertSettings, change);
};
