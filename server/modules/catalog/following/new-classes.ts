import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statementByShape } from "../../../platform/db.ts";
import { accessRankSql } from "../../billing/index.ts";
import { readersSql, timeZoneSql } from "../../identity/index.ts";
import { mayPlaySql } from "../store-classes.ts";
import { firstPersonId, followerPageSql, followsClassSql } from "./followers.ts";

/** Classes of a week that are considered, the newest first. */
const maxClasses = 60;
/** Classes that one person hears of. */
const maxPerPerson = 8;

/** A follower, and the new classes of what they follow that they can open, the newest first. */
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
const selectNew = statementByShape<"all", { since: Date; max: number }, NewClass>(
  "catalog.list_new_for_followers",
  (_shape, p) => sql`
    select id, published_at as "publishedAt" from catalog.classes
    where published_at > ${p.since}::timestamptz and release_audience <> 'no_one'
    order by published_at desc, id desc limit ${p.max}::int`,
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
interface Page {
  readonly newIds: readonly string[];
  readonly after: string;
  readonly first: number;
}
// Compiled on first use: modules above the catalog declare what can be followed.
const selectPage = statementByShape<"all", Page & LocalMoment & { max: number }, FollowerClasses>(
  "catalog.list_follower_classes",
  (_shape, p) => sql`
    select person.id as "personId", person.locale, person.zone as "timeZone", array(
        select classes.id from catalog.classes
        where classes.id = any(${p.newIds}::uuid[]) and classes.published_at is not null
          and not (classes.is_explicit and person."hidesExplicit") and ${mayPlaySql("classes", sql`access.rank`, sql`person.id`)}
          and ${followsClassSql(sql`classes.id`, sql`person.id`)}
        order by classes.published_at desc, classes.id desc limit ${p.max}::int
      ) as "classIds"
    from (
      select reader.*, ${timeZoneSql(sql`reader.id`)} as zone
      from (${readersSql(followerPageSql({ classIds: p.newIds, after: p.after, first: p.first }, "all"))}) as reader
      where not reader."isChild" and not reader."isAnonymous"
    ) as person
    cross join lateral (select ${p.now}::timestamptz at time zone person.zone as time) as local
    cross join lateral (select ${accessRankSql(sql`person.id`)} as rank) as access
    where extract(isodow from local.time) = ${p.weekday}::int and extract(hour from local.time) >= ${p.fromHour}::int
      and extract(hour from local.time) < ${p.toHour}::int
    order by person.id`,
);
const selectLast = statementByShape<"all", Page, { last: string | null; people: number }>(
  "catalog.find_last_follower",
  (_shape, p) => sql`
    select max(person_id::text) as last, count(*)::int as people
    from (${followerPageSql({ classIds: p.newIds, after: p.after, first: p.first }, "all")}) as page`,
);

/** Classes that entered the library since a moment and that followers may hear of, the newest first; at most 60. */
export const newClasses = (ctx: Ctx, since: Date): Promise<NewClass[]> =>
  ctx.db.many(selectNew("all"), { since, max: maxClasses });

/** A page of followers; the next one starts after `next`, null if there is none. */
export interface FollowerPage {
  readonly people: readonly FollowerClasses[];
  readonly next: string | null;
}

/**
 * A page of adults with an account who follow what these classes belong to and can open some of them, where it is the moment.
 * @param request.after the last of the previous page; null for the first page
 */
export async function followerClasses(
  ctx: Ctx,
  newIds: readonly string[],
  request: LocalMoment & { readonly after: string | null; readonly first: number },
): Promise<FollowerPage> {
  const { after, first, ...moment } = request;
  const page = { newIds, after: after ?? firstPersonId, first };
  const { last, people: read } = await ctx.db.one(selectLast("all"), page);
  if (read === 0) return { people: [], next: null };
  const people = await ctx.db.many(selectPage("all"), { ...page, ...moment, max: maxPerPerson });
  return {
    people: people.filter(({ classIds }) => classIds.length > 0),
    next: read === first ? last : null,
  };
}
