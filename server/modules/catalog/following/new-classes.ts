import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statement, statementByShape } from "../../../platform/db.ts";
import { accessRankSql } from "../../billing/index.ts";
import { readersSql, timeZoneSql } from "../../identity/index.ts";
import { mayPlaySql } from "../store-classes.ts";
import { firstPersonId, followerPageSql, followsClassSql } from "./followers.ts";

/** New classes of a week that are considered. */
const maxClasses = 60;
/** New classes that one person hears of. */
const maxPerPerson = 8;

/** A follower, and the classes of what they follow that they can open. */
export interface FollowerClasses {
  readonly personId: string;
  readonly locale: string | null;
  /** IANA name. */
  readonly timeZone: string;
  readonly classIds: readonly string[];
}

interface NewClass {
  readonly id: string;
  readonly publishedAt: Date;
}
interface LeavingClass {
  readonly id: string;
  readonly leavesAt: Date;
}
const selectNew = statementByShape<"all", { since: Date; max: number }, NewClass>(
  "catalog.list_new_for_followers",
  (_shape, p) => sql`
    select id, published_at as "publishedAt" from catalog.classes
    where published_at > ${p.since}::timestamptz and release_audience <> 'no_one'
    order by published_at desc, id desc limit ${p.max}::int`,
);
const selectLeaving = statement<
  { from: Date; until: Date; publishedBefore: Date; max: number },
  LeavingClass
>(
  "catalog.list_leaving_for_followers",
  (p) => sql`
    with leaving as (
      select id, leaves_at, style_id from catalog.classes
      where leaves_at > ${p.from}::timestamptz and leaves_at <= ${p.until}::timestamptz and published_at < ${p.publishedBefore}::timestamptz
    )
    select id, leaves_at as "leavesAt" from leaving
    where id in (
      select id from (
        select id, row_number() over (partition by style_id order by leaves_at, id) as place from leaving
      ) as of_style where place <= ${p.max}::int
      union
      select id from (
        select leaving.id, row_number() over (partition by category_id order by leaves_at, leaving.id) as place
        from leaving join catalog.class_categories as held on held.class_id = leaving.id
      ) as of_category where place <= ${p.max}::int
    )
    order by leaves_at, id`,
);
/** A part of a day of the week, in each person's local time. */
interface LocalMoment {
  readonly now: Date;
  /** From 1, Monday. */
  readonly weekday: number;
  readonly fromHour: number;
  /** Exclusive. */
  readonly toHour: number;
}
/**
 * What followers hear of: new classes, newest first, or those that leave, the next first. Followers of an instructor or a course hear
 * of each class that leaves by itself, so that those are left out.
 */
type Listed = "new" | "leaving";
interface Page {
  readonly classIds: readonly string[];
  readonly after: string;
  readonly first: number;
}
const reachOf = (listed: Listed) => (listed === "leaving" ? "wide" : "all");
// Compiled on first use: modules above the catalog declare what can be followed.
const selectPage = statementByShape<Listed, Page & LocalMoment & { max: number }, FollowerClasses>(
  "catalog.list_follower_classes",
  (listed, p) => sql`
    select person.id as "personId", person.locale, person.zone as "timeZone", array(
        select classes.id from catalog.classes
        where classes.id = any(${p.classIds}::uuid[]) and classes.published_at is not null
          and not (classes.is_explicit and person."hidesExplicit") and ${mayPlaySql("classes", sql`access.rank`, sql`person.id`)}
          and ${followsClassSql(sql`classes.id`, sql`person.id`)}
          ${listed === "leaving" ? sql`and not ${followsClassSql(sql`classes.id`, sql`person.id`, "close")}` : sql``}
        order by ${listed === "leaving" ? sql`classes.leaves_at, classes.id` : sql`classes.published_at desc, classes.id desc`} limit ${p.max}::int
      ) as "classIds"
    from (
      select reader.*, ${timeZoneSql(sql`reader.id`)} as zone
      from (${readersSql(followerPageSql(p, reachOf(listed)))}) as reader
      where not reader."isChild" and not reader."isAnonymous"
    ) as person
    cross join lateral (select ${p.now}::timestamptz at time zone person.zone as time) as local
    cross join lateral (select ${accessRankSql(sql`person.id`)} as rank) as access
    where extract(isodow from local.time) = ${p.weekday}::int and extract(hour from local.time) >= ${p.fromHour}::int
      and extract(hour from local.time) < ${p.toHour}::int
    order by person.id`,
);
const selectLast = statementByShape<Listed, Page, { last: string | null; people: number }>(
  "catalog.find_last_follower",
  (listed, p) => sql`
    select max(person_id::text) as last, count(*)::int as people
    from (${followerPageSql(p, reachOf(listed))}) as page`,
);

/** Classes that entered the library since a moment and that followers may hear of, the newest first; at most 60. */
export const newClasses = (ctx: Ctx, since: Date): Promise<NewClass[]> =>
  ctx.db.many(selectNew("all"), { since, max: maxClasses });

/**
 * Classes that leave the library between now and a moment, the next first: of each style and category as many as one person hears of. What has
 * just come is left out.
 */
export const leavingClasses = (ctx: Ctx, until: Date): Promise<LeavingClass[]> => {
  const from = ctx.clock.now();
  const publishedBefore = new Date(from.getTime() - 24 * 60 * 60 * 1000);
  return ctx.db.many(selectLeaving, { from, until, publishedBefore, max: maxPerPerson });
};

/** A page of followers; the next one starts after `next`, null if there is none. */
export interface FollowerPage {
  readonly people: readonly FollowerClasses[];
  readonly next: string | null;
}

/**
 * A page of adults with an account who follow what these classes belong to and can open some of them, where it is the moment. Of
 * classes that leave, those who follow a style or category: the others heard of each.
 * @param request.after the last of the previous page; null for the first page
 */
export async function followerClasses(
  ctx: Ctx,
  listed: Listed,
  classIds: readonly string[],
  request: LocalMoment & { readonly after: string | null; readonly first: number },
): Promise<FollowerPage> {
  const { after, first, ...moment } = request;
  const page = { classIds, after: after ?? firstPersonId, first };
  const { last, people: read } = await ctx.db.one(selectLast(listed), page);
  if (read === 0) return { people: [], next: null };
  const max = listed === "new" ? maxPerPerson : maxClasses;
  const people = await ctx.db.many(selectPage(listed), { ...page, ...moment, max });
  return {
    people: people.filter(({ classIds }) => classIds.length > 0),
    next: read === first ? last : null,
  };
}
