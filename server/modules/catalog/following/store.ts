import { sql } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { currentSlugSql } from "../aliases.ts";
import { followableOf, followables } from "./followable.ts";
import type { FollowableRow, FollowKind } from "./followable.ts";

const everyRow = (kind: FollowKind) => {
  const { rows, formerRows = rows } = followableOf(kind);
  return formerRows;
};

/** A slug, also of one that was merged into another since it was read. */
const slugSql = (kind: FollowKind, slug: unknown) =>
  kind === "course" ? sql`${slug}::text` : currentSlugSql(kind, slug);

const selectOne = statementByShape<FollowKind, { slug: string }, FollowableRow>(
  "catalog.find_followable",
  (kind, p) => sql`
    select id::text, slug, name from ${followableOf(kind).rows} as followable
    where slug = ${slugSql(kind, p.slug)}`,
);
const selectFollowedOne = statementByShape<FollowKind, { personId: string; slug: string }, FollowableRow>(
  "catalog.find_followed",
  (kind, p) => {
    const { follows, key } = followableOf(kind);
    return sql`
      select followable.id::text, followable.slug, followable.name
      from ${follows} as held join ${everyRow(kind)} as followable on followable.id = held.${key}
      where held.person_id = ${p.personId}::uuid and followable.slug = ${p.slug}`;
  },
);
type Follow = { readonly personId: string; readonly slug: string; readonly now: Date; readonly max: number };
const insertOne = statementByShape<FollowKind, Follow, { isFollowing: boolean }>(
  "catalog.insert_follow",
  (kind, p) => {
    const { follows, key, rows } = followableOf(kind);
    return sql`
      with added as (
        insert into ${follows} (person_id, ${key}, followed_at)
        select ${p.personId}::uuid, id, ${p.now}::timestamptz from ${rows} as followable
        where slug = ${slugSql(kind, p.slug)}
          and (select count(*) from ${follows} as known where known.person_id = ${p.personId}::uuid) < ${p.max}::int
        on conflict do nothing returning person_id
      )
      select exists (select from added) or exists (
        select from ${follows} as known join ${rows} as followable on followable.id = known.${key}
        where known.person_id = ${p.personId}::uuid and followable.slug = ${slugSql(kind, p.slug)}
      ) as "isFollowing"`;
  },
);
const deleteOne = statementByShape<FollowKind, { personId: string; slug: string }, never>(
  "catalog.delete_follow",
  (kind, p) => {
    const { follows, key } = followableOf(kind);
    return sql`
      delete from ${follows} where person_id = ${p.personId}::uuid
        and ${key} in (select id from ${everyRow(kind)} as followable where slug = ${slugSql(kind, p.slug)})`;
  },
);
const selectFollowed = statementByShape<
  FollowKind,
  { personId: string; slugs: readonly string[] },
  { slug: string }
>("catalog.list_followed_slugs", (kind, p) => {
  const { follows, key, rows } = followableOf(kind);
  return sql`
    select followable.slug from ${follows} as held join ${rows} as followable on followable.id = held.${key}
    where held.person_id = ${p.personId}::uuid and followable.slug = any(${p.slugs}::text[])`;
});
// Compiled on first use: modules above the catalog declare kinds too.
const selectAll = statementByShape<
  "all",
  { personId: string },
  FollowableRow & { kind: FollowKind; followedAt: Date }
>(
  "catalog.list_follows",
  (_shape, p) => sql`
    select * from (${sql.join(
      followables().map(
        ([kind, { follows, key }]) => sql`
          select ${sql.lit(kind)} as kind, followable.id::text, followable.slug, followable.name, held.followed_at as "followedAt"
          from ${follows} as held join ${everyRow(kind)} as followable on followable.id = held.${key}
          where held.person_id = ${p.personId}::uuid`,
      ),
      sql` union all `,
    )}) as followed
    order by "followedAt" desc, kind, slug`,
);
const moveAll = statementByShape<FollowKind, { from: string; into: string }, never>(
  "catalog.merge_follows",
  (kind, p) => {
    const { follows, key } = followableOf(kind);
    return sql`
      with moved as (delete from ${follows} where person_id = ${p.from}::uuid returning ${key}, followed_at)
      insert into ${follows} (person_id, ${key}, followed_at)
      select ${p.into}::uuid, ${key}, followed_at from moved on conflict do nothing`;
  },
);

export const findFollowable = (db: Db, kind: FollowKind, slug: string): Promise<FollowableRow | null> =>
  db.maybe(selectOne(kind), { slug });
/** One that a person follows, also if it can't be followed any more. */
export const findFollowed = (
  db: Db,
  kind: FollowKind,
  of: { personId: string; slug: string },
): Promise<FollowableRow | null> => db.maybe(selectFollowedOne(kind), of);
/** Idempotent. @param follow.max follows of the kind per person. @returns false beyond them */
export const insertFollow = async (db: Db, kind: FollowKind, follow: Follow): Promise<boolean> =>
  (await db.one(insertOne(kind), follow)).isFollowing;
export const deleteFollow = async (
  db: Db,
  kind: FollowKind,
  follow: { personId: string; slug: string },
): Promise<void> => {
  await db.change(deleteOne(kind), follow);
};
/** Which of a kind a person follows. */
export const listFollowedSlugs = async (
  db: Db,
  kind: FollowKind,
  of: { personId: string; slugs: readonly string[] },
): Promise<string[]> => (await db.many(selectFollowed(kind), of)).map(({ slug }) => slug);
/** Everything that a person follows, the latest first. */
export const listFollows = (
  db: Db,
  personId: string,
): Promise<(FollowableRow & { kind: FollowKind; followedAt: Date })[]> =>
  db.many(selectAll("all"), { personId });
/** Moves follows of a kind from one person to another. @returns the number added */
export const mergeFollows = (
  db: Db,
  kind: FollowKind,
  people: { from: string; into: string },
): Promise<number> => db.change(moveAll(kind), people);
