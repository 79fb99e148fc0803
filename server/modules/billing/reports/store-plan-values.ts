import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { ledgerSpansSql } from "../people/paid-spans.ts";

/** What members of a plan paid in a year, and how many left it, in one currency. */
export interface PlanValueRow {
  readonly planId: string;
  readonly planName: string;
  readonly currencyCode: string;
  /** Minor units, without tax and refunds. */
  readonly net: number;
  readonly left: number;
  readonly countedAt: Date;
}

const lockCounting = statement<object, { locked: boolean }>(
  "billing.lock_plan_values",
  () => sql`select pg_advisory_xact_lock(hashtextextended('billing.plan_values', 0)) is null as locked`,
);
// Someone leaves where no other term goes on. A plan that is still active has a payment in retry, or is renewed in a moment.
const countValues = statement<{ from: Date; now: Date }, never>(
  "billing.count_plan_values",
  (p) => sql`
    with spans as materialized (
      select *, max(starts_at) over (partition by subscription_id) as last_starts_at from ${ledgerSpansSql()} as span
      where starts_at <= ${p.now}::timestamptz and ends_at > starts_at
    ), ends as (
      select distinct on (ended.account_id, ended.ends_at) ended.plan_id, ended.currency_code
      from spans as ended
      where ended.ends_at > ${p.from}::timestamptz and ended.ends_at <= ${p.now}::timestamptz
        and not exists (select from spans as other where other.account_id = ended.account_id
          and other.starts_at <= ended.ends_at and other.ends_at > ended.ends_at)
        and (ended.last_starts_at > ended.ends_at or not exists (
          select from billing.subscriptions as live where live.id = ended.subscription_id and live.status = 'active'))
      order by ended.account_id, ended.ends_at, ended.starts_at desc, ended.plan_id
    ), leavers as (
      select plan_id, currency_code, count(*)::int as left_count from ends group by plan_id, currency_code
    ), paid as (
      select plan_id, currency_code,
        sum(round((amount_paid - amount_refunded)::numeric * (total - tax_total) / nullif(total, 0)))::bigint as net
      from billing.invoices join billing.plans on plans.id = plan_id and plans.renews
      where status = 'paid' and paid_at > ${p.from}::timestamptz and paid_at <= ${p.now}::timestamptz
      group by plan_id, currency_code
    ), fresh as (
      select plan_id, currency_code, coalesce(net, 0)::bigint as net, coalesce(left_count, 0) as left_count
      from paid full join leavers using (plan_id, currency_code)
    ), gone as (
      delete from billing.plan_values as known where not exists (
        select from fresh where fresh.plan_id = known.plan_id and fresh.currency_code = known.currency_code)
    )
    insert into billing.plan_values (plan_id, currency_code, net, left_count, counted_at)
    select plan_id, currency_code, net, left_count, ${p.now}::timestamptz from fresh
    on conflict (plan_id, currency_code) do update
      set net = excluded.net, left_count = excluded.left_count, counted_at = excluded.counted_at`,
);
const selectValues = statement<object, PlanValueRow>(
  "billing.list_plan_values",
  () => sql`
    select p.id as "planId", p.name as "planName", v.currency_code as "currencyCode", v.net::float8 as net, v.left_count as left,
      v.counted_at as "countedAt"
    from billing.plan_values v join billing.plans p on p.id = v.plan_id order by p.position, p.id, v.currency_code`,
);

/** Counts all values again. `from` exclusive, `now` inclusive. */
export async function savePlanValues(db: Db, year: { from: Date; now: Date }): Promise<void> {
  await db.one(lockCounting, {});
  await db.change(countValues, year);
}
/** The values as last counted, by plan and currency. */
export const listPlanValues = (db: Db): Promise<PlanValueRow[]> => db.many(selectValues, {});
