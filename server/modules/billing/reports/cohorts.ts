import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** Members whose first paid term began in the same month, and how many of them still pay. Passes don't count. */
export interface Cohort {
  /** The first day of the month, UTC. */
  readonly month: Date;
  readonly size: number;
  /** Members with a paid term at the end of the month itself, of the one after, and so on; the last is now. */
  readonly paying: readonly number[];
}

interface CohortRow {
  readonly month: Date;
  readonly size: number;
  /** One number per month since `month`. */
  readonly paying: number[];
}
const maxMonths = 12;

// Counted at the end of a month: a member who leaves after one monthly term isn't paying a month later.
const selectCohorts = statement<{ from: Date; now: Date }, CohortRow>(
  "billing.list_cohorts",
  (p) => sql`
    with paid as (
      select account_id, term_starts_at, term_ends_at from billing.invoices
      join billing.plans on plans.id = plan_id and plans.renews
      where status = 'paid' and amount_refunded < total and term_starts_at <= ${p.now}::timestamptz
    ), members as (
      select account_id, date_trunc('month', min(term_starts_at), 'UTC') as month from paid group by account_id
      having min(term_starts_at) >= ${p.from}::timestamptz
    ), months as (
      select at as month, least(lead(at, 1, 'infinity') over (order by at) - interval '1 microsecond', ${p.now}::timestamptz) as ends_at
      from generate_series(${p.from}::timestamptz, ${p.now}::timestamptz, interval '1 month', 'UTC') as at
    ), sizes as (
      select month, count(*)::int as size from members group by month
    ), ends as (
      select members.month, months.ends_at, count(distinct members.account_id)::int as paying
      from members join paid using (account_id)
      join months on months.ends_at >= paid.term_starts_at and months.ends_at < paid.term_ends_at
      group by members.month, months.ends_at
    )
    select sizes.month, sizes.size, array_agg(coalesce(ends.paying, 0) order by months.ends_at) as paying
    from sizes join months on months.month >= sizes.month
    left join ends on ends.month = sizes.month and ends.ends_at = months.ends_at
    group by sizes.month, sizes.size order by sizes.month desc`,
);

/** The cohorts of the last twelve months, the newest first. Months in which no one joined are left out. */
export function listCohorts(db: Db, now: Date): Promise<Cohort[]> {
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - maxMonths + 1, 1));
  return db.many(selectCohorts, { from, now });
}
