/** Who gets which step of a series: when it begins for a person, and what ends it. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statementByShape } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { payersSql, transitionsSql } from "../../billing/index.ts";
import type { PayerShape } from "../../billing/index.ts";
import { accountsSql, isReachableSql, profileIdsSql } from "../../identity/index.ts";
import { agreedToEmailSql, reachedByPushSql } from "../../notifications/index.ts";
import { dancedSql, dancesSql } from "../../practice/index.ts";
import type { AudienceCount } from "../people/store.ts";
import type { SeriesName, SeriesRow } from "./store-series.ts";

const dayMs = 24 * 3_600_000;
/** A step that is later than this isn't sent: after an outage, a welcome of last week helps no one. */
const maxLateDays = 3;

/** A moment some days earlier, of the anniversary years. */
function earlier(at: Date, delay: number, series: SeriesName): Date {
  const moved = new Date(at);
  if (series === "anniversary") {
    moved.setUTCFullYear(moved.getUTCFullYear() - delay);
    // February 29 became March 1: the day of those who joined then is tomorrow.
    if (moved.getUTCDate() !== at.getUTCDate()) moved.setUTCDate(0);
  } else moved.setTime(moved.getTime() - delay * dayMs);
  return moved;
}

const joined = sql`(select id, "joinedAt" as at from ${accountsSql()} as account)`;
/** When the series begins for which account. Rows may repeat an account. */
const beginnings: Readonly<Record<SeriesName, RawBuilder<unknown>>> = {
  welcome: joined,
  trial: transitionsSql("in_trial"),
  away: dancesSql(),
  win_back: transitionsSql("canceled"),
  anniversary: joined,
};
const noPlan = { planId: null, countryCode: null, currencyCode: null };
const hasPlan = (stage: PayerShape["stage"]) =>
  sql`exists (select from ${payersSql({ stage, by: "any" }, noPlan)} as payer where payer.id = begun.id)`;
/** What is still so when a step is due: who reached the goal of a series leaves it. */
const goals: Readonly<Record<SeriesName, RawBuilder<unknown>>> = {
  welcome: sql`not ${dancedSql(profileIdsSql(sql`begun.id`))}`,
  trial: hasPlan("trialing"),
  away: sql`not ${dancedSql(profileIdsSql(sql`begun.id`), { since: sql`(begun.at + interval '1 microsecond')` })}`,
  win_back: sql`not ${hasPlan(null)}`,
  anniversary: sql`true`,
};
/** Whether an account can be written to by itself: its holder is an adult member, and not staff. */
const isReaderSql = (now: unknown) =>
  sql`(not person."isAnonymous" and person.role = 'member' and ${isReachableSql(sql`person.id`, now)})`;

interface Range {
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
  readonly first: number;
}
/** Someone for whom a series began in a range. */
export interface Begun {
  readonly id: string;
  readonly locale: string | null;
  /** When, to the microsecond, for cursors. */
  readonly position: string;
  /** Whether the step is for them: they can be written to, are still in the series, and had no step for a day. */
  readonly isDue: boolean;
}
type Page = Range & { messageId: string; afterAt: string | null; afterId: string | null };
const selectBegun = statementByShape<{ series: SeriesName; hasGoal: boolean }, Page, Begun>(
  "studio.list_begun",
  ({ series, hasGoal }, p) => sql`
    with begun as materialized (
      select id, at from ${beginnings[series]} as source
      where at >= coalesce(${p.afterAt}::timestamptz, ${p.from}::timestamptz) and at <= ${p.until}::timestamptz
        and (at, id) > (coalesce(${p.afterAt}::timestamptz, '-infinity'),
          coalesce(${p.afterId}::uuid, '00000000-0000-0000-0000-000000000000'))
      order by at, id limit ${p.first}::int
    )
    select begun.id, person.locale, begun.at::text as position,
      ${isReaderSql(p.now)} and ${hasGoal ? goals[series] : sql`true`} and not exists (
        select from studio.message_recipients
        where message_id = ${p.messageId}::uuid and person_id = begun.id) and not exists (
        select from studio.message_recipients as recent join studio.messages as step on step.id = recent.message_id
        where recent.person_id = begun.id and step.state is null and notified_at > ${p.now}::timestamptz - interval '1 day') as "isDue"
    from begun join ${accountsSql()} as person on person.id = begun.id
    order by begun.at, begun.id`,
);

/** Most beginnings that are counted, so that counting takes a bounded time. */
const maxCounted = 100_000;
const countBegun = statementByShape<{ series: SeriesName }, Range, AudienceCount>(
  "studio.count_begun",
  ({ series }, p) => sql`
    with source as materialized (
      select id, at from ${beginnings[series]} as source
      where at >= ${p.from}::timestamptz and at <= ${p.until}::timestamptz
      order by at desc limit ${p.first}::int
    ), begun as (select id, max(at) as at from source group by id), counted as materialized (
      select begun.id, person."isEmailVerified" from begun join ${accountsSql()} as person on person.id = begun.id
      where ${isReaderSql(p.now)} and ${series === "welcome" ? sql`true` : goals[series]}
    )
    select count(*)::int as people, (select count(*) from source) >= ${p.first}::int as "isCapped",
      (count(*) filter (where "isEmailVerified" and ${agreedToEmailSql(sql`counted.id`, "StudioAnnouncement")}))::int as "byEmail",
      (count(*) filter (where ${reachedByPushSql(sql`counted.id`, "StudioAnnouncement")}))::int as "byPush"
    from counted`,
);

/** A page of those for whom a step may be due at a moment, the earliest first. */
export const listBegun = (
  db: Db,
  step: { readonly id: string; readonly delay: number; readonly series: SeriesRow },
  page: {
    readonly now: Date;
    readonly after: { readonly position: string; readonly id: string } | null;
    readonly first: number;
  },
): Promise<Begun[]> => {
  const { now, after, first } = page;
  const { id: series, reachesFrom } = step.series;
  const from = earlier(new Date(now.getTime() - maxLateDays * dayMs), step.delay, series);
  return db.many(
    // The welcome itself is for everyone; what follows, for those who haven't danced yet.
    selectBegun({ series, hasGoal: series !== "welcome" || step.delay > 0 }),
    {
      messageId: step.id,
      from: reachesFrom && reachesFrom > from ? reachesFrom : from,
      until: earlier(now, step.delay, series),
      now,
      afterAt: after?.position ?? null,
      afterId: after?.id ?? null,
      first,
    },
  );
};

/** How many people a series has begun for already, who would get a step of it from now on. @param delay of its last step */
export const countEarlier = (
  db: Db,
  { series, delay, now }: { series: SeriesName; delay: number; now: Date },
): Promise<AudienceCount> =>
  db.one(countBegun({ series }), {
    from: earlier(new Date(now.getTime() - maxLateDays * dayMs), delay, series),
    until: now,
    now,
    first: maxCounted,
  });
