import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { CohortSplit } from "../../../../contract/cohort-splits.ts";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { cameBySql, paidSpansSql } from "../../billing/index.ts";
import { ledHereSql } from "../../growth/index.ts";
import { accountsSql, profileIdsSql } from "../../identity/index.ts";
import { firstClassSql } from "../../practice/index.ts";

/** Months that cohorts are shown of; the last is the current one. */
export const maxMonths = 24;

const lockCounting = statement<object, { locked: boolean }>(
  "studio.lock_cohorts",
  () => sql`select pg_advisory_xact_lock(hashtextextended('studio.cohorts', 0)) is null as locked`,
);

// Counted at the end of a month: a member who leaves after one monthly term isn't paying a month later.
const members = (p: { from: unknown; now: unknown }): RawBuilder<unknown> => sql`
  paid as materialized (
    select * from ${paidSpansSql()} as span where starts_at <= ${p.now}::timestamptz and ends_at > starts_at
  ), firsts as (
    select * from (select distinct on (account_id) * from paid order by account_id, starts_at, plan_id, subscription_id) as earliest
    where starts_at >= ${p.from}::timestamptz
  ), months as (
    select at, next_at, least(next_at - interval '1 microsecond', ${p.now}::timestamptz) as ends_at, place
    from (
      select at, lead(at, 1, 'infinity') over (order by at) as next_at, (row_number() over (order by at))::int as place
      from generate_series(${p.from}::timestamptz, ${p.now}::timestamptz, interval '1 month', 'UTC') as at) as series
  ), stays as (
    select firsts.account_id, array_agg(distinct (months.place - begun.place)::smallint) as paid_months
    from firsts join months as begun on firsts.starts_at >= begun.at and firsts.starts_at < begun.next_at
    join paid on paid.account_id = firsts.account_id
    join months on months.ends_at >= paid.starts_at and months.ends_at < paid.ends_at
    group by firsts.account_id
  ), members as materialized (
    select firsts.account_id, firsts.plan_id, date_trunc('month', firsts.starts_at at time zone 'UTC')::date as month,
      coalesce(${cameBySql({ accountId: sql`firsts.account_id`, subscriptionId: sql`firsts.subscription_id`, at: sql`firsts.starts_at` })},
        ${ledHereSql(sql`firsts.account_id`)}, 'unknown') as source,
      ${firstClassSql(profileIdsSql(sql`firsts.account_id`))} as first_class_id,
      coalesce(stays.paid_months, '{}') as paid_months,
      not exists (select from ${accountsSql()} as account where account.id = firsts.account_id) as is_deleted
    from firsts left join stays using (account_id)
  )`;

const countCohorts = statement<{ from: Date; now: Date }, never>(
  "studio.count_cohorts",
  (p) => sql`
    with ${members(p)}, gone as (
      delete from studio.cohort_members as known
      where not exists (select from members where members.account_id = known.account_id and not is_deleted)
    ), stored as (
      insert into studio.cohort_members as known (account_id, month, plan_id, source, first_class_id, paid_months)
      select account_id, month, plan_id, source, first_class_id, paid_months from members where not is_deleted
      on conflict (account_id) do update set month = excluded.month, plan_id = excluded.plan_id, source = excluded.source,
        first_class_id = excluded.first_class_id, paid_months = excluded.paid_months
      where (known.month, known.plan_id, known.source, known.first_class_id, known.paid_months)
        is distinct from (excluded.month, excluded.plan_id, excluded.source, excluded.first_class_id, excluded.paid_months)
    ), splits as (
      select members.*, split, value from members cross join lateral (values ('all', ''), ('plan', plan_id), ('source', source),
        ('first_class', coalesce(first_class_id::text, ''))) as by (split, value)
    ), sizes as (
      select split, value, month, count(*)::int as size, (count(*) filter (where is_deleted))::int as deleted
      from splits group by split, value, month
    ), stayed as (
      select split, value, month, age, count(*)::int as paying, (count(*) filter (where is_deleted))::int as deleted
      from splits cross join unnest(paid_months) as age group by split, value, month, age
    ), counted as (
      select sizes.*, array_agg(coalesce(stayed.paying, 0) order by later.at) as paying,
        array_agg(coalesce(stayed.deleted, 0) order by later.at) as paying_deleted
      from sizes join months as begun on begun.at = sizes.month::timestamp at time zone 'UTC'
      join months as later on later.place >= begun.place
      left join stayed on stayed.split = sizes.split and stayed.value = sizes.value and stayed.month = sizes.month
        and stayed.age = later.place - begun.place
      group by sizes.split, sizes.value, sizes.month, sizes.size, sizes.deleted
    ), past as (
      delete from studio.cohort_counts as known where not exists (
        select from counted where counted.split = known.split and counted.value = known.value and counted.month = known.month)
    )
    insert into studio.cohort_counts (split, value, month, size, deleted, paying, paying_deleted, counted_at)
    select split, value, month, size, deleted, paying, paying_deleted, ${p.now}::timestamptz from counted
    on conflict (split, value, month) do update set size = excluded.size, deleted = excluded.deleted, paying = excluded.paying,
      paying_deleted = excluded.paying_deleted, counted_at = excluded.counted_at`,
);

/** Members who began to pay in one month. */
export interface CohortRow {
  /** The first day of the month, UTC. */
  readonly month: Date;
  readonly size: number;
  /** Of them, accounts that were deleted since. */
  readonly deleted: number;
  /** How many had a paid term at the end of the month itself, of the one after, and so on; the last is when it was counted. */
  readonly paying: number[];
  readonly payingDeleted: number[];
  readonly countedAt: Date;
}
const selectCohorts = statement<{ split: CohortSplit; value: string }, CohortRow>(
  "studio.list_cohorts",
  (p) => sql`
    select month::timestamp at time zone 'UTC' as month, size, deleted, paying, paying_deleted as "payingDeleted",
      counted_at as "countedAt"
    from studio.cohort_counts where split = ${p.split} and value = ${p.value} order by month desc`,
);

/** A value of a split, over all its cohorts. */
export interface CohortValueRow {
  readonly value: string;
  readonly size: number;
  /** By age in months: how many were paying, of the cohorts that are that old. */
  readonly paying: number[];
  /** By age in months: how many members those cohorts have. */
  readonly of: number[];
}
const selectValues = statement<{ split: CohortSplit; least: number; first: number }, CohortValueRow>(
  "studio.list_cohort_values",
  (p) => sql`
    with sizes as (
      select value, sum(size)::int as size from studio.cohort_counts where split = ${p.split} group by value
      having sum(size) >= ${p.least}::int order by size desc, value limit ${p.first}::int
    ), ages as (
      select value, age, sum(stayed.paying)::int as paying, sum(counts.size)::int as members
      from studio.cohort_counts as counts join sizes using (value)
      cross join unnest(counts.paying) with ordinality as stayed (paying, age)
      where split = ${p.split} group by value, age
    )
    select value, sizes.size, array_agg(ages.paying order by age) as paying, array_agg(members order by age) as of
    from sizes join ages using (value) group by value, sizes.size order by sizes.size desc, value`,
);

/** Ids of the members of a cohort, for another statement; with an age, of those who were paying then. */
export const cohortSql = (p: {
  readonly month: unknown;
  readonly age: unknown;
  readonly split: unknown;
  readonly value: unknown;
}): RawBuilder<unknown> => sql`(
  select account_id as id from studio.cohort_members where month = (${p.month}::timestamptz at time zone 'UTC')::date
    and (${p.age}::int is null or paid_months @> array[${p.age}::smallint])
    and case ${p.split}::text when 'plan' then plan_id when 'source' then source
      when 'first_class' then coalesce(first_class_id::text, '') else '' end = ${p.value}::text)`;

/** Counts all cohorts again. */
export async function saveCohorts(db: Db, span: { from: Date; now: Date }): Promise<void> {
  await db.one(lockCounting, {});
  await db.change(countCohorts, span);
}
/** The cohorts of a value, the newest first. Months in which no one began to pay are left out. */
export const listCohorts = (db: Db, by: { split: CohortSplit; value: string }): Promise<CohortRow[]> =>
  db.many(selectCohorts, by);
/** The largest values of a split with at least so many members. */
export const listCohortValues = (
  db: Db,
  by: { split: CohortSplit; least: number; first: number },
): Promise<CohortValueRow[]> => db.many(selectValues, by);
