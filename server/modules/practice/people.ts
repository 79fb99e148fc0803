import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Ctx } from "../../ctx.ts";
import { statement } from "../../platform/db.ts";
import { classesOfStyleSql } from "../catalog/index.ts";
import { accountIdSql } from "../identity/index.ts";

/**
 * Whether one of these profiles danced.
 * @param given.since a moment; absent: ever
 * @param given.style the slug of a style; null or absent: any
 */
export const dancedSql = (
  profileIds: RawBuilder<unknown>,
  given: { readonly since?: unknown; readonly style?: unknown } = {},
): RawBuilder<unknown> => sql`exists (
  select from ${profileIds} as profile join practice.records on person_id = profile.id
  where viewed_at is not null ${given.since === undefined ? sql`` : sql`and viewed_at >= ${given.since}::timestamptz`}
    ${
      given.style === undefined
        ? sql``
        : sql`and (${given.style}::text is null or class_id in ${classesOfStyleSql(given.style)})`
    })`;

/** Beyond this many dances, a style's dancers are looked for among all people. */
const fewDances = 2_000;
// Class by class: the planner can't know how many danced a style. `offset` keeps it from joining the other way round.
const dancesOfStyle = (style: unknown, most: number) => sql`
  select dances.person_id from ${classesOfStyleSql(style)} as class
  cross join lateral (
    select person_id from practice.records where class_id = class.id and viewed_at is not null offset 0) as dances
  limit ${sql.lit(most)}`;

/** Ids of the accounts that danced a rare style (see `isRareStyle`), by its slug. Rows may repeat an account. */
export const dancersOfStyleSql = (style: unknown): RawBuilder<unknown> => sql`(
  select ${accountIdSql(sql`person_id`)} as id from (${dancesOfStyle(style, fewDances)}) as danced)`;

const selectIsRare = statement<{ style: string }, { isRare: boolean }>(
  "practice.is_rare_style",
  (p) => sql`
    select count(*) <= ${sql.lit(fewDances)} as "isRare" from (${dancesOfStyle(p.style, fewDances + 1)}) as danced`,
);
/** Whether so few danced a style, by its slug, that a list of people begins with them. */
export const isRareStyle = async (ctx: Pick<Ctx, "db">, style: string): Promise<boolean> =>
  (await ctx.db.one(selectIsRare, { style })).isRare;

/** The id of the class that one of these profiles danced first; null if none danced. */
export const firstClassSql = (profileIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select class_id from ${profileIds} as profile join practice.records on person_id = profile.id
  where viewed_at is not null order by coalesce(granted_at, viewed_at), class_id limit 1)`;

/** Which account danced when, for another module's statement; a row for each class of each profile. */
export const dancesSql = (): RawBuilder<unknown> => sql`(
  select ${accountIdSql(sql`person_id`)} as id, viewed_at as at from practice.records where viewed_at is not null)`;

const selectLast = statement<
  { ids: readonly string[] },
  { id: string; lastDancedAt: Date; started: number; completed: number }
>(
  "practice.list_last_danced",
  (p) => sql`
    select person_id as id, max(viewed_at) as "lastDancedAt", count(*)::int as started,
      (count(*) filter (where completed_at is not null))::int as completed
    from practice.records where person_id = any(${p.ids}::uuid[]) and viewed_at is not null group by person_id`,
);

/** What profiles danced: when last, and how many classes they started and completed. None for those who never did. */
export const practiceSummaries = (
  ctx: Pick<Ctx, "db">,
  ids: readonly string[],
): Promise<{ id: string; lastDancedAt: Date; started: number; completed: number }[]> =>
  ctx.db.many(selectLast, { ids });

/** Ids of the accounts of which someone danced since a moment. Rows may repeat an account. */
export const dancersSinceSql = (since: unknown): RawBuilder<unknown> => sql`(
  select ${accountIdSql(sql`person_id`)} as id from (
    select distinct person_id from practice.records where viewed_at >= ${since}::timestamptz) as danced)`;

const countDanced = statement<{ since: Date }, { dancers: number; completed: number }>(
  "practice.count_danced",
  (p) => sql`
    select (select count(distinct id)::int from ${dancersSinceSql(p.since)} as danced) as dancers,
      (select count(*)::int from practice.records where completed_at >= ${p.since}::timestamptz) as completed`,
);

/** How many accounts danced since a moment, and how many classes they completed. */
export const dancedSince = (
  ctx: Pick<Ctx, "db">,
  since: Date,
): Promise<{ dancers: number; completed: number }> => ctx.db.one(countDanced, { since });

/** What an account danced on a day. */
export interface PracticeDay {
  readonly id: string;
  /** When it danced last on that day. */
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  /** Classes that were danced on that day and not since. */
  readonly started: number;
  readonly completed: number;
  /** The last three of them. */
  readonly classIds: readonly string[];
}
const selectDays = statement<
  {
    ids: readonly string[];
    timeZone: string;
    beforeAt: string | null;
    beforeId: string | null;
    first: number;
  },
  PracticeDay
>(
  "practice.list_days",
  (p) => sql`
    select 'practice ' || day as id, max(viewed_at) as at, max(viewed_at)::text as position, count(*)::int as started,
      (count(*) filter (where (completed_at at time zone ${p.timeZone})::date = day))::int as completed,
      coalesce((array_agg(class_id order by viewed_at desc))[1:3], '{}') as "classIds"
    from (select (viewed_at at time zone ${p.timeZone})::date as day, viewed_at, completed_at, class_id
      from practice.records where person_id = any(${p.ids}::uuid[]) and viewed_at is not null) as records
    group by day
    having ${p.beforeAt}::timestamptz is null
      or (max(viewed_at), 'practice ' || day) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text)
    order by max(viewed_at) desc, 'practice ' || day desc limit ${p.first}::int`,
);

/**
 * A page of what profiles danced, by days of a time zone, newest first. A class counts on the day it was danced last: no other
 * is stored.
 */
export const practiceDaysOf = (
  ctx: Pick<Ctx, "db">,
  page: {
    ids: readonly string[];
    timeZone: string;
    before: { at: string; id: string } | null;
    first: number;
  },
): Promise<PracticeDay[]> =>
  ctx.db.many(selectDays, {
    ids: page.ids,
    timeZone: page.timeZone,
    first: page.first,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
  });
