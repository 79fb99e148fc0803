import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import { accountsSql } from "../../identity/index.ts";
import { monthsOfPlan } from "./store.ts";

/** How net monthly recurring revenue changed. `left` includes pauses and cancellations at the end of a term. */
export const mrrKinds = ["opening", "new", "more", "less", "left", "back"] as const;
export type MrrKind = (typeof mrrKinds)[number];

// The plan after promo codes, without included tax, divided by the months of its term. Multiplied first, so that nothing is rounded twice.
const monthlyNet = sql`round(case when i.is_tax_inclusive and i.total > 0
  then i.plan_value::numeric * (i.total - i.tax_total) / (i.total * ${monthsOfPlan}) else i.plan_value / ${monthsOfPlan}::numeric end)`;

const lockChanges = statement<Record<string, never>, { locked: boolean }>(
  "billing.lock_mrr",
  () => sql`select pg_advisory_xact_lock(hashtextextended('billing.mrr', 0)) is null as locked`,
);
const selectAny = statement<Record<string, never>, { isThere: boolean }>(
  "billing.has_mrr",
  () => sql`select exists (select from billing.mrr_changes) as "isThere"`,
);

const insertHistory = statement<{ now: Date }, never>(
  "billing.insert_mrr_history",
  (p) => sql`
    with months as (
      select at, row_number() over (order by at) = 1 as "isFirst" from generate_series(
        date_add(date_trunc('month', ${p.now}::timestamptz, 'UTC'), interval '-23 months', 'UTC'), ${p.now}::timestamptz, interval '1 month', 'UTC') as at),
    terms as (
      select distinct on (m.at, i.subscription_id) m.at, m."isFirst", i.account_id, i.currency_code, ${monthlyNet} as amount
      from months m join billing.invoices i on i.status = 'paid' and i.term_starts_at <= m.at and i.term_ends_at > m.at
      join billing.plans p on p.id = i.plan_id and p.renews
      order by m.at, i.subscription_id, i.issued_at desc),
    accounts as (select distinct account_id, currency_code from terms),
    states as (
      select m.at, m."isFirst", a.account_id, a.currency_code, coalesce(sum(t.amount), 0)::int as amount
      from accounts a cross join months m
      left join terms t on t.account_id = a.account_id and t.currency_code = a.currency_code and t.at = m.at
      group by m.at, m."isFirst", a.account_id, a.currency_code),
    changes as (
      select *, coalesce(lag(amount) over history, 0) as before, coalesce(max(amount) over earlier, 0) > 0 as "wasThere"
      from states window history as (partition by account_id, currency_code order by at),
        earlier as (partition by account_id, currency_code order by at rows between unbounded preceding and 1 preceding)),
    stored as (
      insert into billing.mrr_accounts (account_id, currency_code, amount)
      select distinct on (account_id, currency_code) account_id, currency_code, amount
      from changes where amount > 0 or "wasThere" order by account_id, currency_code, at desc)
    insert into billing.mrr_changes (day, currency_code, kind, amount, accounts)
    select (at at time zone 'UTC')::date - 1, currency_code,
      case when "isFirst" then 'opening' when before = 0 and not "wasThere" then 'new' when before = 0 then 'back'
        when amount = 0 then 'left' when amount > before then 'more' else 'less' end as kind,
      sum(amount - before), count(*)
    from changes where amount <> before group by at, currency_code, kind`,
);

const recordChanges = statement<{ now: Date }, never>(
  "billing.record_mrr",
  (p) => sql`
    with now as (
      select s.person_id as account_id, s.currency_code, sum(paid.amount)::int as amount
      from billing.subscriptions s cross join lateral (
        select ${monthlyNet} as amount from billing.invoices i join billing.plans p on p.id = i.plan_id
        where i.subscription_id = s.id and i.status = 'paid' order by i.issued_at desc limit 1) paid
      where s.status = 'active' and not s.is_complimentary
      group by s.person_id, s.currency_code having sum(paid.amount) > 0),
    changes as (
      select coalesce(now.account_id, a.account_id) as account_id, coalesce(now.currency_code, a.currency_code) as currency_code,
        coalesce(now.amount, 0) as amount, a.amount as before
      from now full join billing.mrr_accounts a on a.account_id = now.account_id and a.currency_code = now.currency_code
      where coalesce(now.amount, 0) is distinct from a.amount),
    kinds as (
      select *, case when before is null then 'new' when before = 0 then 'back' when amount = 0 then 'left'
        when amount > before then 'more' else 'less' end as kind
      from changes),
    movers as (
      insert into billing.mrr_movers (month, currency_code, kind, account_id)
      select date_trunc('month', ${p.now}::timestamptz at time zone 'UTC')::date, currency_code, kind, account_id
      from kinds join ${accountsSql()} as account on account.id = account_id
      on conflict do nothing),
    stored as (
      insert into billing.mrr_accounts (account_id, currency_code, amount)
      select account_id, currency_code, amount from changes
      on conflict (account_id, currency_code) do update set amount = excluded.amount)
    insert into billing.mrr_changes as total (day, currency_code, kind, amount, accounts)
    select (${p.now}::timestamptz at time zone 'UTC')::date, currency_code, kind, sum(amount - coalesce(before, 0)), count(*)
    from kinds group by currency_code, kind
    on conflict (day, currency_code, kind) do update
      set amount = total.amount + excluded.amount, accounts = total.accounts + excluded.accounts`,
);
const deleteGone = statement<Record<string, never>, never>(
  "billing.delete_gone_mrr",
  () => sql`
    delete from billing.mrr_accounts a
    where a.amount = 0 and not exists (select from billing.subscriptions s where s.person_id = a.account_id)`,
);

export interface MrrMonthRow {
  /** The first day of the month, UTC. */
  readonly month: Date;
  readonly currencyCode: string;
  readonly kind: MrrKind;
  /** Minor units; negative for `less` and `left`. */
  readonly amount: number;
  readonly accounts: number;
  /** The accounts that still exist, each once. */
  readonly people: number;
}
const selectMonths = statement<Record<string, never>, MrrMonthRow>(
  "billing.list_mrr_months",
  () => sql`
    select month::timestamp at time zone 'UTC' as month, currency_code as "currencyCode", kind, sum(amount)::float8 as amount,
      sum(accounts)::int as accounts, coalesce(people, 0) as people
    from (select *, date_trunc('month', day)::date as month from billing.mrr_changes) as changes
    left join (
      select month, currency_code, kind, count(*)::int as people from billing.mrr_movers group by 1, 2, 3
    ) as movers using (month, currency_code, kind)
    group by month, currency_code, kind, people order by month, currency_code`,
);

/** Serializes recordings until the end of the transaction. */
export const lockMrr = (db: Db): Promise<{ locked: boolean }> => db.one(lockChanges, {});
export const hasMrr = async (db: Db): Promise<boolean> => (await db.one(selectAny, {})).isThere;
/** Derives the changes of the last 23 months from paid invoices, at the precision of a month. */
export const saveMrrHistory = (db: Db, now: Date): Promise<number> => db.change(insertHistory, { now });
/** Records what changed since the last recording. */
export const saveMrrChanges = (db: Db, now: Date): Promise<number> => db.change(recordChanges, { now });
/** Deletes what was recorded of deleted accounts, whose subscriptions are gone, once it is among the changes. */
export const deleteGoneMrr = (db: Db): Promise<number> => db.change(deleteGone, {});
/** All recorded months, oldest first. */
export const listMrrMonths = (db: Db): Promise<MrrMonthRow[]> => db.many(selectMonths, {});
