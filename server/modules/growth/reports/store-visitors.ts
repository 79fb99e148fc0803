import { sql } from "kysely";
import { paths } from "../../../../contract/urls.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { deleteInBatches, oldest } from "../../../platform/jobs/retention.ts";
import type { Touch } from "../collector/touches.ts";

/** Merges two rows of one person: the earlier first visit, the later last touch, and all milestones of either. */
const keepBoth = sql`
  first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
  country_code = case when excluded.first_seen_at < known.first_seen_at
    then coalesce(excluded.country_code, known.country_code) else coalesce(known.country_code, excluded.country_code) end,
  (first_touch_at, first_source, first_medium, first_campaign) = (select * from (values
      (known.first_touch_at, known.first_source, known.first_medium, known.first_campaign),
      (excluded.first_touch_at, excluded.first_source, excluded.first_medium, excluded.first_campaign)) as touch (at, source, medium, campaign)
    order by at nulls last limit 1),
  (last_touch_at, last_source, last_medium, last_campaign) = (select * from (values
      (known.last_touch_at, known.last_source, known.last_medium, known.last_campaign),
      (excluded.last_touch_at, excluded.last_source, excluded.last_medium, excluded.last_campaign)) as touch (at, source, medium, campaign)
    order by at desc nulls last limit 1),
  onboarding_at = least(known.onboarding_at, excluded.onboarding_at),
  checkout_at = least(known.checkout_at, excluded.checkout_at),
  was_here_in_week_4 = known.was_here_in_week_4 or excluded.was_here_in_week_4`;
const columns = sql`person_id, first_seen_at, country_code, first_touch_at, first_source, first_medium, first_campaign, last_touch_at,
  last_source, last_medium, last_campaign, onboarding_at, checkout_at, was_here_in_week_4`;

const lockReader = statement<{ id: string }, { xact: string; seq: number }>(
  "growth.lock_event_reader",
  (p) => sql`select xact::text as xact, seq from growth.forwarders where id = ${p.id} for update`,
);
/** Counts the rows of `next`: the common table expressions after it. */
const counted = sql`
    owned as (
      select next.*, coalesce(aliases.person_id, next.user_id, next.anonymous_id) as owner from next
      left join growth.aliases on aliases.previous_id = coalesce(next.user_id, next.anonymous_id)
    ), placed as (
      select owned.*, least(visitors.first_seen_at, min(happened_at) over (partition by owner)) as began,
        source is not null and happened_at <= coalesce(
          (select min(milestones.happened_at) from growth.milestones where milestones.person_id = owner and kind in ('trial', 'paid')),
          'infinity') as leads
      from owned left join growth.visitors on visitors.person_id = owner
    ), counted as (
      insert into growth.visitors as known (${columns})
      select owner, min(happened_at), (array_agg(country_code order by happened_at) filter (where country_code is not null))[1],
        min(happened_at) filter (where leads),
        (array_agg(source order by happened_at) filter (where leads))[1],
        (array_agg(medium order by happened_at) filter (where leads))[1],
        (array_agg(campaign order by happened_at) filter (where leads))[1],
        max(happened_at) filter (where leads),
        (array_agg(source order by happened_at desc) filter (where leads))[1],
        (array_agg(medium order by happened_at desc) filter (where leads))[1],
        (array_agg(campaign order by happened_at desc) filter (where leads))[1],
        min(happened_at) filter (where type = 'page' and name = ${sql.lit(paths.onboarding())}),
        min(happened_at) filter (where type = 'page' and (name = ${sql.lit(paths.checkout())} or name like ${sql.lit(`${paths.checkout()}/%`)})),
        bool_or(happened_at >= began + interval '21 days' and happened_at < began + interval '28 days')
      from placed group by owner
      on conflict (person_id) do update set ${keepBoth}
    )`;
/** Reads the next events in commit order and advances the mark. */
const countNext = statement<
  { id: string; xact: string; seq: number; limit: number; now: Date },
  { read: number }
>(
  "growth.count_visits",
  (p) => sql`
    with next as (
      select * from growth.events
      where (xact, seq) > (${p.xact}::xid8, ${p.seq}::bigint) and xact < growth.in_order(pg_snapshot_xmin(pg_current_snapshot()))
      order by events.xact, events.seq limit ${p.limit}::int
    ), ${counted}, moved as (
      update growth.forwarders set xact = last.xact, seq = last.seq, forwarded_at = ${p.now}::timestamptz
      from (select xact, seq from next order by next.xact desc, next.seq desc limit 1) as last where forwarders.id = ${p.id}
    )
    select count(*)::int as read from next`,
);
/** Counts events from elsewhere. Those of people who are being deleted don't count. */
const countGiven = statement<{ events: string }, { read: number }>(
  "growth.count_given_visits",
  (p) => sql`
    with next as (
      select given.type, given.name, given.user_id, given.anonymous_id, to_timestamp(given.happened_at / 1000.0) as happened_at,
        given.country_code, given.source, given.medium, given.campaign
      from jsonb_to_recordset(${p.events}::jsonb) as given (type text, name text, user_id text, anonymous_id text, happened_at bigint,
        country_code text, source text, medium text, campaign text)
      where not exists (select from growth.event_erasures where person_id in (given.user_id, given.anonymous_id))
    ), ${counted}
    select count(*)::int as read from next`,
);
const insertTouch = statement<Touch & { personId: string; at: Date }, never>(
  "growth.insert_visitor_touch",
  (p) => sql`
    insert into growth.visitors as known (${columns})
    values (${p.personId}, ${p.at}::timestamptz, null, ${p.at}::timestamptz, ${p.source}, ${p.medium}, ${p.campaign}, ${p.at}::timestamptz,
      ${p.source}, ${p.medium}, ${p.campaign}, null, null, false)
    on conflict (person_id) do update set ${keepBoth}`,
);
const insertVisit = statement<
  {
    personId: string;
    firstSeenAt: Date;
    countryCode: string | null;
    onboardingAt: Date | null;
    checkoutAt: Date | null;
    wasHereInWeek4: boolean;
  },
  never
>(
  "growth.insert_visit",
  (p) => sql`
    insert into growth.visitors as known (${columns})
    values (${p.personId}, ${p.firstSeenAt}::timestamptz, ${p.countryCode}, null, null, null, null, null, null, null, null,
      ${p.onboardingAt}::timestamptz, ${p.checkoutAt}::timestamptz, ${p.wasHereInWeek4}::boolean)
    on conflict (person_id) do update set ${keepBoth}`,
);
const moveVisitor = statement<{ from: string; into: string }, never>(
  "growth.merge_visitors",
  (p) => sql`
    with moved as (delete from growth.visitors where person_id = ${p.from} returning *)
    insert into growth.visitors as known (${columns})
    select ${p.into}, first_seen_at, country_code, first_touch_at, first_source, first_medium, first_campaign, last_touch_at, last_source,
      last_medium, last_campaign, onboarding_at, checkout_at, was_here_in_week_4 from moved
    on conflict (person_id) do update set ${keepBoth}`,
);
const moveMilestones = statement<{ from: string; into: string }, never>(
  "growth.merge_milestones",
  (p) => sql`
    with moved as (delete from growth.milestones where person_id = ${p.from} returning kind, detail, happened_at)
    insert into growth.milestones as known (person_id, kind, detail, happened_at)
    select ${p.into}, kind, detail, happened_at from moved
    on conflict (person_id, kind) do update set happened_at = least(known.happened_at, excluded.happened_at)`,
);
const upsertMilestone = statement<{ personId: string; kind: string; detail: string | null; at: Date }, never>(
  "growth.upsert_milestone",
  (p) => sql`
    insert into growth.milestones as known (person_id, kind, detail, happened_at)
    values (${p.personId}, ${p.kind}, ${p.detail}, ${p.at}::timestamptz)
    on conflict (person_id, kind)
    do update set happened_at = least(known.happened_at, excluded.happened_at), detail = coalesce(excluded.detail, known.detail)`,
);
const deleteVisitor = statement<{ personId: string }, never>(
  "growth.delete_visitor",
  (p) => sql`
    with gone as (delete from growth.visitors where person_id = ${p.personId})
    delete from growth.milestones where person_id = ${p.personId}`,
);

// An experiment that runs counts them.
const isUnneeded = sql`not exists (
  select from growth.exposures join growth.experiments on experiments.id = experiment_id
  where exposures.person_id::text = milestones.person_id and counted_at is null)`;
const deleteOld = statement<{ before: Date }, never>(
  "growth.delete_old_visitors",
  (p) => sql`
    with old as (
      select person_id from growth.visitors where ${oldest("growth.visitors", "first_seen_at", p.before)}
    ), reached as (delete from growth.milestones where person_id in (select person_id from old) and ${isUnneeded})
    delete from growth.visitors where person_id in (select person_id from old)`,
);
const deleteOldMilestones = statement<{ before: Date }, never>(
  "growth.delete_old_milestones",
  (p) =>
    sql`delete from growth.milestones where ${oldest("growth.milestones", "happened_at", p.before, isUnneeded)}`,
);

export const milestoneKinds = ["trial", "paid", "danced", "survey", "registered"] as const;
export type MilestoneKind = (typeof milestoneKinds)[number];

/** The reports' name as a reader of events. */
export const visitorsReader = "visitors";
/** An event from elsewhere, for the reports. */
export interface GivenEvent extends Touch {
  readonly type: string;
  readonly name: string | null;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** Milliseconds since 1970. */
  readonly happenedAt: number;
  readonly countryCode: string | null;
}
/**
 * Counts events that PostgreSQL doesn't store, with one reader at a time until the transaction ends. Counting one again changes
 * nothing.
 */
export const countGivenVisits = async (db: Db, events: readonly GivenEvent[]): Promise<void> => {
  await db.one(lockReader, { id: visitorsReader });
  const rows = events.map(({ userId, anonymousId, happenedAt, countryCode, ...event }) => ({
    ...event,
    user_id: userId,
    anonymous_id: anonymousId,
    happened_at: happenedAt,
    country_code: countryCode,
  }));
  await db.one(countGiven, { events: JSON.stringify(rows) });
};
/**
 * Counts the next events, with one reader at a time until the transaction ends.
 * @returns how many were read
 */
export async function countNextVisits(db: Db, limit: number, now: Date): Promise<number> {
  const mark = await db.one(lockReader, { id: visitorsReader });
  return (await db.one(countNext, { id: visitorsReader, ...mark, limit, now })).read;
}
/** Records a visit of a person, and the furthest step reached. */
export const noteVisit = async (
  db: Db,
  visit: {
    readonly personId: string;
    readonly firstSeenAt: Date;
    readonly countryCode: string | null;
    readonly onboardingAt: Date | null;
    readonly checkoutAt: Date | null;
    readonly wasHereInWeek4: boolean;
  },
): Promise<void> => {
  await db.change(insertVisit, visit);
};
/** Records a touch of a person. */
export const noteTouch = async (db: Db, touch: Touch & { personId: string; at: Date }): Promise<void> => {
  await db.change(insertTouch, touch);
};
/** Records the first time of a milestone; its newest detail counts. */
export const noteMilestone = async (
  db: Db,
  milestone: { personId: string; kind: MilestoneKind; detail: string | null; at: Date },
): Promise<void> => {
  await db.change(upsertMilestone, milestone);
};
export const mergeVisitors = async (db: Db, people: { from: string; into: string }): Promise<void> => {
  await db.change(moveVisitor, people);
  await db.change(moveMilestones, people);
};
export const deleteVisitorOf = async (db: Db, personId: string): Promise<void> => {
  await db.change(deleteVisitor, { personId });
};
/** Deletes visitors from before a time, and their earlier milestones. */
export const deleteVisitorsBefore = async (db: Db, before: Date): Promise<void> => {
  await deleteInBatches(db, deleteOld, { before });
  await deleteInBatches(db, deleteOldMilestones, { before });
};
