import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statement, statementByShape } from "../../../platform/db.ts";
import { accessRankSql } from "../../billing/index.ts";
import { personsAfterSql, readersSql } from "../../identity/index.ts";
import { mayPlaySql, suitsChildrenSql } from "../store-classes.ts";
import { followables } from "./followable.ts";
import type { FollowKind } from "./followable.ts";

/** Whose followers hear: of everything that classes belong to, only of their instructors and courses, or only of the rest. */
type Reach = "all" | "close" | "wide";
const close: readonly FollowKind[] = ["instructor", "course"];
/** Without `reach`, everyone with an account; `given`: people who are named. */
interface Shape {
  readonly reach: Reach | "given" | null;
}
interface Page {
  readonly classIds: readonly string[];
  /** Those who are named. */
  readonly personIds: readonly string[];
  readonly after: string;
  readonly first: number;
}
interface Row {
  readonly personId: string;
  readonly locale: string | null;
  /** Whether they hear of at least one of the classes. */
  readonly isNotified: boolean;
}

/** Follows of what the classes belong to, as `followed`; `of` narrows them. */
const followsOfClasses = (
  p: { classIds: unknown },
  reach: Reach,
  of: (follows: RawBuilder<unknown>, isOfOne: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    followables()
      .filter(([kind]) => reach === "all" || (reach === "close") === close.includes(kind))
      .map(
        ([, { follows, key, idsOfClasses }]) =>
          sql`(select followed.person_id from (select distinct id from (${idsOfClasses(p.classIds)}) as found) as subject
            cross join lateral (${of(follows, sql`${key} = subject.id`)}) as followed)`,
      ),
    sql` union `,
  );

/**
 * SQL for a page of followers of what classes belong to, in the order of their ids: a column `person_id`. Each part reads at most a
 * page from an index, so that a page costs the same however many follow.
 */
export const followerPageSql = (
  p: { readonly classIds: unknown; readonly after: unknown; readonly first: unknown },
  reach: Reach,
): RawBuilder<unknown> => sql`
  select person_id from (${followsOfClasses(
    p,
    reach,
    (follows, isOfOne) => sql`
      select person_id from ${follows} where ${isOfOne} and person_id > ${p.after}::uuid
      order by person_id limit ${p.first}::int`,
  )}) as followed order by person_id limit ${p.first}::int`;

const selectPage = statementByShape<Shape, Page, Row>("catalog.list_release_audience", ({ reach }, p) => {
  const page =
    reach === "given"
      ? sql`select unnest(${p.personIds}::uuid[]) as person_id`
      : reach
        ? followerPageSql(p, reach)
        : sql`select id as person_id from (${personsAfterSql(p.after, p.first)}) as found`;
  const isFollower = sql`exists (${followsOfClasses(
    p,
    "all",
    (follows, isOfOne) => sql`select person_id from ${follows} where ${isOfOne} and person_id = person.id`,
  )})`;
  const mayPlay = mayPlaySql("classes", sql`access.rank`, sql`person.id`);
  const isWanted = reach ? sql`true` : sql`(${mayPlay} and not person."isAnonymous" or ${isFollower})`;
  return sql`
    select person.id as "personId", person.locale, exists (
      select from catalog.classes
      where classes.id = any(${p.classIds}::uuid[]) and classes.published_at is not null
        and not (classes.is_explicit and person."hidesExplicit")
        and (not person."isChild" or ${suitsChildrenSql("classes")} and ${mayPlay})
        and ${isWanted}
    ) as "isNotified"
    from (${readersSql(page)}) as person
    cross join lateral (select ${accessRankSql(sql`person.id`)} as rank) as access
    order by person.id`;
});

const countPeople = statementByShape<"all", { classIds: readonly string[] }, { people: number }>(
  "catalog.count_followers",
  (_shape, p) => sql`
    select count(*)::int as people from (${followsOfClasses(
      p,
      "all",
      (follows, isOfOne) => sql`select person_id from ${follows} where ${isOfOne}`,
    )}) as followed`,
);
/** How many people follow something that a class belongs to, each counted once. */
export const countFollowers = async (ctx: Ctx, classId: string): Promise<number> =>
  (await ctx.db.one(countPeople("all"), { classIds: [classId] })).people;

/** SQL for whether a person follows something that a class belongs to. */
export const followsClassSql = (
  classId: RawBuilder<unknown>,
  personId: unknown,
  reach: Reach = "all",
): RawBuilder<unknown> =>
  sql`exists (${followsOfClasses(
    { classIds: sql`array[${classId}]` },
    reach,
    (follows, isOfOne) =>
      sql`select person_id from ${follows} where ${isOfOne} and person_id = ${personId}::uuid`,
  )})`;

const selectBarred = statement<
  { personIds: readonly string[]; classIds: readonly string[] },
  { personId: string }
>(
  "catalog.list_barred_children",
  (p) => sql`
    select person.id as "personId"
    from (${readersSql(sql`select unnest(${p.personIds}::uuid[]) as person_id`)}) as person
    cross join lateral (select ${accessRankSql(sql`person.id`)} as rank) as access
    where person."isChild" and exists (
      select from catalog.classes
      where classes.id = any(${p.classIds}::uuid[]) and classes.published_at is not null
        -- Without a section for families, whether a class is in it is unknown.
        and (${suitsChildrenSql("classes")} and ${mayPlaySql("classes", sql`access.rank`, sql`person.id`)}) is not true)`,
);
/** The people without the children who may not open every one of the classes, in their order. */
export async function withoutBarredChildren(
  ctx: Ctx,
  personIds: readonly string[],
  classIds: readonly string[],
): Promise<string[]> {
  const rows = await ctx.db.many(selectBarred, { personIds, classIds });
  const barred = new Set(rows.map(({ personId }) => personId));
  return personIds.filter((personId) => !barred.has(personId));
}

/** People who hear of classes; the next page starts after `next`, null if there is none. */
export interface AudiencePage {
  readonly people: readonly { readonly personId: string; readonly locale: string | null }[];
  readonly next: string | null;
}

/**
 * Those of some people who hear of classes: not those who hide them as explicit, and children only if one suits them and they can
 * open it.
 */
export async function readersOfClasses(
  ctx: Ctx,
  classIds: readonly string[],
  personIds: readonly string[],
): Promise<AudiencePage["people"]> {
  const page = { classIds, personIds, after: firstPersonId, first: personIds.length };
  return (await ctx.db.many(selectPage({ reach: "given" }), page)).filter(({ isNotified }) => isNotified);
}

/** Before the first person. */
export const firstPersonId = "00000000-0000-0000-0000-000000000000";

/**
 * A page of the people who hear of classes: their followers, or everyone with an account who can open one of them, and followers.
 * Children hear of classes that suit them and that they can open. Explicit classes aren't told to those who hide them.
 * @param page.after the last of the previous page; null for the first page
 */
export async function audienceOfClasses(
  ctx: Ctx,
  classIds: readonly string[],
  audience: "everyone" | "followers" | "close_followers",
  { after, first }: { readonly after: string | null; readonly first: number },
): Promise<AudiencePage> {
  const reach = { everyone: null, followers: "all", close_followers: "close" } as const;
  const rows = await ctx.db.many(selectPage({ reach: reach[audience] }), {
    classIds,
    personIds: [],
    after: after ?? firstPersonId,
    first,
  });
  return {
    people: rows.filter(({ isNotified }) => isNotified),
    next: rows.length === first ? (rows.at(-1)?.personId ?? null) : null,
  };
}
