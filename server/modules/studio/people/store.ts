import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { figureKinds } from "../../../../contract/people-figures.ts";
import type { FigureKind } from "../../../../contract/people-figures.ts";
import { statement, statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import {
  accountsOfCouponSql,
  accountsOfDigitsSql,
  accountsOfFigureSql,
  accountsOfNumberSql,
  payersSql,
} from "../../billing/index.ts";
import type { FigureParams, PayerParams, PayerShape } from "../../billing/index.ts";
import {
  accountsOfWordsSql,
  accountsSql,
  isReachableSql,
  joinedSql,
  profileIdsSql,
} from "../../identity/index.ts";
import { agreedToEmailSql, reachedByPushSql } from "../../notifications/index.ts";
import { isStyleSql } from "../../catalog/index.ts";
import { dancedSql, dancersOfStyleSql, dancersSinceSql } from "../../practice/index.ts";
import { cohortSql } from "../cohorts/store.ts";

/** An account, as staff list it. */
export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  readonly username: string | null;
  readonly image: string | null;
  /** Null for guests. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly isAnonymous: boolean;
  readonly joinedAt: Date;
  /** `joinedAt` to the microsecond, for cursors. */
  readonly position: string;
}

/** Which parts of the statement a filter needs. */
export type PeopleShape =
  | {
      /** With words, a promo code is a condition on what they find; with either, a style is one. */
      readonly source: "everyone" | "words" | "coupon" | "style";
      /** Null without a condition on plans. */
      readonly payer: PayerShape | null;
      readonly danced: "any" | "never" | "since" | "before";
    }
  | { readonly source: FigureKind; readonly payer: null; readonly danced: "any" };
export interface PeopleParams extends PayerParams, FigureParams {
  /** Of a cohort; null: all its members. */
  readonly figureAge: number | null;
  readonly figureSplit: string | null;
  /** A slug; null for any. */
  readonly style: string | null;
  readonly words: string | null;
  readonly number: string | null;
  readonly digits: string | null;
  readonly coupon: string | null;
  readonly joinedFrom: Date | null;
  readonly joinedBefore: Date | null;
  readonly dancedAt: Date | null;
  readonly afterJoined: string | null;
  readonly afterId: string | null;
  readonly first: number;
}

type Placeholders = { readonly [Name in keyof PeopleParams]: unknown };
/** The people of a figure. */
type FigureShape = Extract<PeopleShape, { source: FigureKind }>;
/** Whether a filter is a figure of a report. */
export const isFigureShape = (shape: PeopleShape): shape is FigureShape =>
  (figureKinds as readonly string[]).includes(shape.source);

/** Ids of the accounts that a figure counts. */
const figureSql = (kind: FigureKind, p: Placeholders): RawBuilder<unknown> =>
  kind === "cohort"
    ? cohortSql({ month: p.figureFrom, age: p.figureAge, split: p.figureSplit, value: p.figureWord })
    : kind === "joined"
      ? joinedSql({ from: p.figureFrom, until: p.figureUntil })
      : kind === "danced"
        ? dancersSinceSql(p.figureFrom)
        : accountsOfFigureSql[kind](p);

/** The `with` that a statement begins with, if ids are found first: those of `found`. */
function foundSql(shape: PeopleShape, p: Placeholders): RawBuilder<unknown> {
  if (isFigureShape(shape))
    return sql`with found as materialized (select distinct id from ${figureSql(shape.source, p)} as counted)`;
  if (shape.source === "style")
    return sql`with found as materialized (select distinct id from ${dancersOfStyleSql(p.style)} as dancers)`;
  if (shape.source !== "words") return sql``;
  return sql`with found as materialized (
    select id from (
      select id from ${accountsOfWordsSql(p.words)} as named
      union select id from ${accountsOfNumberSql(p.number)} as numbered
      union select id from ${accountsOfDigitsSql(p.digits)} as carded) as typed
    where ${p.coupon}::text is null or id in ${accountsOfCouponSql(p.coupon)})`;
}

const startsFromFound = (shape: PeopleShape): boolean => isFigureShape(shape) || shape.source === "style";
// One after the other: the planner can't know how many were found, and would read all accounts. `offset` keeps it from that.
const accountsOfFoundSql = sql`(
  select account.* from found cross join lateral (
    select * from ${accountsSql()} as each where each.id = found.id offset 0) as account)`;

/** What a person's id must be in. */
function sourceSql(shape: PeopleShape, p: Placeholders): RawBuilder<unknown> {
  if (isFigureShape(shape)) return sql`true`;
  const anyone = shape.payer ? sql`true` : sql`not "isAnonymous"`;
  return {
    words: sql`id in (select id from found)`,
    coupon: sql`id in ${accountsOfCouponSql(p.coupon)}`,
    style: anyone,
    everyone: anyone,
  }[shape.source];
}

function danceSql(
  danced: PeopleShape["danced"],
  { dancedAt: since, style }: Placeholders,
): RawBuilder<unknown> {
  const profiles = profileIdsSql(sql`person.id`);
  return {
    any: sql``,
    // No one, not everyone, where the style was deleted.
    never: sql`and (${style}::text is null or ${isStyleSql(style)}) and not ${dancedSql(profiles, { style })}`,
    since: sql`and ${dancedSql(profiles, { since, style })}`,
    before: sql`and ${dancedSql(profiles, { style })} and not ${dancedSql(profiles, { since, style })}`,
  }[danced];
}

/** The people that a filter fits, before a position; `with … select` that a statement begins with. */
const filteredSql = (
  shape: PeopleShape,
  p: Placeholders,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  ${foundSql(shape, p)}
  select ${columns}
  from ${startsFromFound(shape) ? accountsOfFoundSql : accountsSql()} as person
  where ${sourceSql(shape, p)}
    ${shape.payer ? sql`and id in ${payersSql(shape.payer, p)}` : sql``}
    and "joinedAt" >= coalesce(${p.joinedFrom}::timestamptz, '-infinity')
    and "joinedAt" < coalesce(${p.joinedBefore}::timestamptz, 'infinity')
    ${danceSql(shape.danced, p)}
    and ("joinedAt", id) < (coalesce(${p.afterJoined}::timestamptz, 'infinity'),
      coalesce(${p.afterId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`;

const selectPeople = statementByShape<PeopleShape, PeopleParams, ListedPerson>(
  "studio.list_people",
  (shape, p) => sql`
    ${filteredSql(
      shape,
      p,
      sql`id, name, username, image, email, "isEmailVerified", "isAnonymous", "joinedAt", "joinedAt"::text as position`,
    )}
    order by "joinedAt" desc, id desc limit ${p.first}::int`,
);

/** Accounts whose holder can be written to. */
const readersSql = (now: unknown) => sql`not "isAnonymous" and ${isReachableSql(sql`person.id`, now)}`;

/** Someone in an audience. */
export interface AudiencePerson {
  readonly id: string;
  /** Null until their language is known. */
  readonly locale: string | null;
  /** When they joined, to the microsecond, for cursors. */
  readonly position: string;
}
const selectAudience = statementByShape<PeopleShape, PeopleParams & { now: Date }, AudiencePerson>(
  "studio.list_audience",
  (shape, p) => sql`
    ${filteredSql(shape, p, sql`id, locale, "joinedAt"::text as position`)}
      and ${readersSql(p.now)}
    order by "joinedAt" desc, id desc limit ${p.first}::int`,
);

/** Most people who are counted, so that counting takes a bounded time. */
const maxCounted = 50_000;

/** How many people an audience has, and how many of them get an email or a push notification. */
export interface AudienceCount {
  /** At most `maxCounted`. */
  readonly people: number;
  /** Whether there are more: then all counts are of the newest members. */
  readonly isCapped: boolean;
  readonly byEmail: number;
  readonly byPush: number;
}
const countAudience = statementByShape<PeopleShape, PeopleParams & { now: Date }, AudienceCount>(
  "studio.count_audience",
  (shape, p) => sql`
    with readers as materialized (
      ${filteredSql(shape, p, sql`id, "isEmailVerified"`)}
        and ${readersSql(p.now)}
      order by "joinedAt" desc, id desc limit ${sql.lit(maxCounted + 1)}
    ), counted as (select * from readers limit ${sql.lit(maxCounted)})
    select count(*)::int as people, (select count(*) from readers) > ${sql.lit(maxCounted)} as "isCapped",
      (count(*) filter (where "isEmailVerified" and ${agreedToEmailSql(sql`counted.id`, "StudioAnnouncement")}))::int as "byEmail",
      (count(*) filter (where ${reachedByPushSql(sql`counted.id`, "StudioAnnouncement")}))::int as "byPush"
    from counted`,
);

const countPeople = statementByShape<FigureKind, PeopleParams, { total: number }>(
  "studio.count_people_of_figure",
  (source, p) => sql`
    select count(*)::int as total from (
      ${filteredSql({ source, payer: null, danced: "any" }, p, sql`id`)}) as counted`,
);

const selectPerson = statement<{ id: string }, ListedPerson>(
  "studio.find_person",
  (p) => sql`
    select id, name, username, image, email, "isEmailVerified", "isAnonymous", "joinedAt", "joinedAt"::text as position
    from ${accountsSql()} as person where id = ${p.id}::uuid`,
);

/** An account; null for profiles of a family and unknown ids. */
export const findPerson = (db: Db, id: string): Promise<ListedPerson | null> =>
  db.maybe(selectPerson, { id });

/** Accounts that a filter fits, newest first. Guests are found by what they bought alone. */
export const listPeople = (db: Db, shape: PeopleShape, params: PeopleParams): Promise<ListedPerson[]> =>
  db.many(selectPeople(shape), params);

/** How many people a figure counts. */
export const findFigureCount = async (db: Db, kind: FigureKind, params: PeopleParams): Promise<number> =>
  (await db.one(countPeople(kind), params)).total;

/** People who match a filter and can be written to, newest first. */
export const listAudience = (
  db: Db,
  shape: PeopleShape,
  params: PeopleParams & { now: Date },
): Promise<AudiencePerson[]> => db.many(selectAudience(shape), params);
export const findAudienceCount = (
  db: Db,
  shape: PeopleShape,
  params: PeopleParams & { now: Date },
): Promise<AudienceCount> => db.one(countAudience(shape), params);
