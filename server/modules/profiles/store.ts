import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { publicPersonSql } from "../identity/index.ts";
import type { PublicPerson } from "../identity/index.ts";

/** Audiences: everyone, registered members, the person's crew, or the person alone. */
export const audiences = ["everyone", "members", "crew", "me"] as const;
export type Audience = (typeof audiences)[number];

/** Parts of a page with an audience of their own. */
export const profileParts = ["name", "bio", "links", "badges", "likes", "uploads"] as const;
export type ProfilePart = (typeof profileParts)[number];

/** Audience of each part of a person's page. */
export type Privacy = Readonly<Record<ProfilePart, Audience>>;

/** Relation between the viewer and a page's owner. */
export interface Relation {
  /** The viewer follows the person; the person follows the viewer. Both: crew. */
  readonly isFollowing: boolean;
  readonly isFollowed: boolean;
  readonly hasBlocked: boolean;
  /** The person has blocked the viewer. */
  readonly isBlocked: boolean;
  readonly hasMuted: boolean;
}

/** A page's data beyond the person itself. */
export interface ProfileRow extends Relation {
  readonly privacy: Privacy;
  readonly followersCount: number;
  readonly followingCount: number;
}

export interface ListedPerson {
  readonly person: PublicPerson;
  readonly at: Date;
}

/** Followers are counted up to this; beyond, the count is a lower bound. */
const maxCounted = 10_000;

const privacyJson = (personId: RawBuilder<unknown>) => sql`
  coalesce((select json_build_object('name', name_audience, 'bio', bio_audience, 'links', links_audience, 'badges', badges_audience,
    'likes', likes_audience, 'uploads', uploads_audience) from profiles.settings where person_id = ${personId}),
    json_build_object('name', 'everyone', 'bio', 'everyone', 'links', 'everyone', 'badges', 'everyone', 'likes', 'everyone', 'uploads', 'everyone'))`;
const countOf = (rows: RawBuilder<unknown>) =>
  sql`(select count(*) from (select ${rows} limit ${sql.lit(maxCounted)}) as counted)`;

const selectProfiles = statement<
  { personIds: readonly string[]; viewerId: string | null },
  ProfileRow & { readonly personId: string }
>(
  "profiles.list_profiles",
  (p) => sql`
    select asked.id as "personId", ${privacyJson(sql`asked.id`)} as privacy,
      ${countOf(sql`from profiles.follows where followed_id = asked.id`)} as "followersCount",
      ${countOf(sql`from profiles.follows where follower_id = asked.id`)} as "followingCount",
      exists (select from profiles.follows where follower_id = ${p.viewerId}::uuid and followed_id = asked.id) as "isFollowing",
      exists (select from profiles.follows where follower_id = asked.id and followed_id = ${p.viewerId}::uuid) as "isFollowed",
      coalesce(unseen.has_blocked, false) as "hasBlocked", coalesce(unseen.is_blocked, false) as "isBlocked",
      coalesce(unseen.has_muted, false) as "hasMuted"
    from unnest(${p.personIds}::uuid[]) as asked (id)
    left join profiles.unseen on unseen.person_id = ${p.viewerId}::uuid and unseen.other_id = asked.id`,
);

const selectPublicPersons = statement<
  { personIds: readonly string[] },
  { personId: string; person: PublicPerson | null }
>(
  "profiles.list_public_persons",
  (p) => sql`
    select asked.id as "personId", ${publicPersonSql(sql`asked.id`)} as person
    from unnest(${p.personIds}::uuid[]) as asked (id)
    where not exists (select from profiles.settings where person_id = asked.id and name_audience <> 'everyone')`,
);

const upsertPrivacy = statement<
  { personId: string } & Record<ProfilePart, Audience | null>,
  { privacy: Privacy }
>(
  "profiles.save_privacy",
  (p) => sql`
    insert into profiles.settings as kept (person_id, name_audience, bio_audience, links_audience, badges_audience, likes_audience, uploads_audience)
    values (${p.personId}::uuid, coalesce(${p.name}, 'everyone'), coalesce(${p.bio}, 'everyone'), coalesce(${p.links}, 'everyone'),
      coalesce(${p.badges}, 'everyone'), coalesce(${p.likes}, 'everyone'), coalesce(${p.uploads}, 'everyone'))
    on conflict (person_id) do update set name_audience = coalesce(${p.name}, kept.name_audience),
      bio_audience = coalesce(${p.bio}, kept.bio_audience), links_audience = coalesce(${p.links}, kept.links_audience),
      badges_audience = coalesce(${p.badges}, kept.badges_audience), likes_audience = coalesce(${p.likes}, kept.likes_audience),
      uploads_audience = coalesce(${p.uploads}, kept.uploads_audience)
    returning json_build_object('name', name_audience, 'bio', bio_audience, 'links', links_audience, 'badges', badges_audience,
      'likes', likes_audience, 'uploads', uploads_audience) as privacy`,
);

const insertFollow = statement<{ followerId: string; followedId: string; now: Date }, never>(
  "profiles.follow",
  (p) => sql`
    insert into profiles.follows (follower_id, followed_id, followed_at)
    values (${p.followerId}::uuid, ${p.followedId}::uuid, ${p.now}::timestamptz) on conflict do nothing`,
);
const deleteFollow = statement<{ followerId: string; followedId: string }, never>(
  "profiles.unfollow",
  (p) =>
    sql`delete from profiles.follows where follower_id = ${p.followerId}::uuid and followed_id = ${p.followedId}::uuid`,
);
const deleteBothFollows = statement<{ personId: string; otherId: string }, never>(
  "profiles.part",
  (p) => sql`
    delete from profiles.follows
    where (follower_id, followed_id) in ((${p.personId}::uuid, ${p.otherId}::uuid), (${p.otherId}::uuid, ${p.personId}::uuid))`,
);

type Side = "has_blocked" | "is_blocked" | "has_muted";
const upsertUnseen = statementByShape<Side, { personId: string; otherId: string; isOn: boolean }, never>(
  "profiles.save_unseen",
  (side, p) => {
    const column = sql.raw(side);
    return sql`
      insert into profiles.unseen (person_id, other_id, ${column}) values (${p.personId}::uuid, ${p.otherId}::uuid, ${p.isOn}::boolean)
      on conflict (person_id, other_id) do update set ${column} = excluded.${column}`;
  },
);
const deleteSeen = statement<{ personId: string; otherId: string }, never>(
  "profiles.delete_seen",
  (p) => sql`
    delete from profiles.unseen
    where (person_id, other_id) in ((${p.personId}::uuid, ${p.otherId}::uuid), (${p.otherId}::uuid, ${p.personId}::uuid))
      and not has_blocked and not is_blocked and not has_muted`,
);

type ListOf = "followers" | "following" | "blocked" | "muted";
const listed: Record<
  ListOf,
  { from: RawBuilder<unknown>; who: RawBuilder<unknown>; of: RawBuilder<unknown>; at: RawBuilder<unknown> }
> = {
  followers: {
    from: sql`profiles.follows`,
    who: sql`follower_id`,
    of: sql`followed_id`,
    at: sql`followed_at`,
  },
  following: {
    from: sql`profiles.follows`,
    who: sql`followed_id`,
    of: sql`follower_id`,
    at: sql`followed_at`,
  },
  blocked: {
    from: sql`profiles.unseen`,
    who: sql`other_id`,
    of: sql`has_blocked and person_id`,
    at: sql`since`,
  },
  muted: {
    from: sql`profiles.unseen`,
    who: sql`other_id`,
    of: sql`has_muted and person_id`,
    at: sql`since`,
  },
};
const selectPeople = statementByShape<
  { list: ListOf; after: boolean },
  { personId: string; viewerId: string | null; first: number; afterAt: Date | null; afterId: string | null },
  ListedPerson
>("profiles.list_people", ({ list, after }, p) => {
  const { from, who, of, at } = listed[list];
  return sql`
    select person, at from (select ${publicPersonSql(who)} as person, ${who} as id, ${at} as at from ${from}
    where ${of} = ${p.personId}::uuid
      ${list === "blocked" || list === "muted" ? sql`` : sql`and not ${isUnseenSql(p.viewerId, who)}`}
      ${after ? sql`and (${at}, ${who}) < (${p.afterAt}::timestamptz, ${p.afterId}::uuid)` : sql``}
    ) as listed where person is not null order by at desc, id desc limit ${p.first}::int`;
});

/**
 * Whether a person's content is hidden from the viewer: by a block in either direction, or a mute. For
 * another module's statement.
 */
export const isUnseenSql = (viewerId: unknown, personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  exists (select from profiles.unseen where unseen.person_id = ${viewerId}::uuid and unseen.other_id = ${personId})`;

/** Whether either of two people has blocked the other. For another module's statement. */
export const isBlockedSql = (viewerId: unknown, personId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  exists (select from profiles.unseen where unseen.person_id = ${viewerId}::uuid and unseen.other_id = ${personId} and (has_blocked or is_blocked))`;

/**
 * Whether the viewer belongs to an audience of a person.
 * @param isMember whether the viewer has registered
 */
export const isOfAudienceSql = (
  audience: RawBuilder<unknown>,
  viewer: { id: unknown; isMember: unknown },
  personId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  (${personId} = ${viewer.id}::uuid or case ${audience} when 'everyone' then true when 'members' then ${viewer.isMember}::boolean
    when 'crew' then ${viewer.id}::uuid is not null
      and exists (select from profiles.follows where follower_id = ${viewer.id}::uuid and followed_id = ${personId})
      and exists (select from profiles.follows where follower_id = ${personId} and followed_id = ${viewer.id}::uuid)
    else false end)`;

/**
 * The people whom the viewer follows, as a table with the column `person_id`, for another module's
 * statement.
 */
export const followedSql = (viewerId: unknown): RawBuilder<unknown> =>
  sql`(select followed_id as person_id from profiles.follows where follower_id = ${viewerId}::uuid)`;

/** Those of some persons whose page shows its name to everyone; null for guests, children and deleted people. */
export const listPublicPersons = (
  db: Db,
  personIds: readonly string[],
): Promise<{ personId: string; person: PublicPerson | null }[]> =>
  db.many(selectPublicPersons, { personIds });

/** Profile data, one row per person, relative to the viewer. */
export const listProfiles = (
  db: Db,
  personIds: readonly string[],
  viewerId: string | null,
): Promise<(ProfileRow & { readonly personId: string })[]> =>
  db.many(selectProfiles, { personIds, viewerId });

/** Updates the fields that aren't null. */
export const savePrivacy = async (
  db: Db,
  personId: string,
  change: Record<ProfilePart, Audience | null>,
): Promise<Privacy> => (await db.one(upsertPrivacy, { personId, ...change })).privacy;

/** @returns whether the follow is new */
export const insertFollower = async (
  db: Db,
  follow: { followerId: string; followedId: string; now: Date },
): Promise<boolean> => (await db.change(insertFollow, follow)) > 0;
export const deleteFollower = async (
  db: Db,
  follow: { followerId: string; followedId: string },
): Promise<void> => {
  await db.change(deleteFollow, follow);
};

/** Blocks or unblocks a person; a block removes both follows. Requires a transaction. */
export async function saveBlock(
  db: Db,
  block: { personId: string; otherId: string; isOn: boolean },
): Promise<void> {
  const { personId, otherId, isOn } = block;
  await db.change(upsertUnseen("has_blocked"), { personId, otherId, isOn });
  await db.change(upsertUnseen("is_blocked"), { personId: otherId, otherId: personId, isOn });
  if (isOn) await db.change(deleteBothFollows, { personId, otherId });
  else await db.change(deleteSeen, { personId, otherId });
}

/** Mutes or unmutes a person. Requires a transaction. */
export async function saveMute(
  db: Db,
  mute: { personId: string; otherId: string; isOn: boolean },
): Promise<void> {
  await db.change(upsertUnseen("has_muted"), mute);
  if (!mute.isOn) await db.change(deleteSeen, { personId: mute.personId, otherId: mute.otherId });
}

const selectUnseen = statement<{ personId: string; ids: readonly string[] }, { id: string }>(
  "profiles.list_unseen",
  (p) =>
    sql`select other_id as id from profiles.unseen where person_id = ${p.personId}::uuid and other_id = any(${p.ids}::uuid[])`,
);
/** Those of `ids` whose content is hidden from a person. */
export const listUnseen = async (db: Db, personId: string, ids: readonly string[]): Promise<string[]> =>
  (await db.many(selectUnseen, { personId, ids })).map(({ id }) => id);

/** Latest first. */
export const listPeople = (
  db: Db,
  list: ListOf,
  page: {
    personId: string;
    viewerId: string | null;
    first: number;
    afterAt: Date | null;
    afterId: string | null;
  },
): Promise<ListedPerson[]> => db.many(selectPeople({ list, after: page.afterId !== null }), page);
export type { ListOf };
