import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { PeriodUnit } from "../rules/calendar.ts";
import type { SubscriptionProvider } from "../provider-names.ts";
import type { Db } from "../../../platform/db.ts";
import { accountsSql } from "../../identity/index.ts";
import { churnedSql } from "../people/figures.ts";

/** The range of days: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Subscriptions of one plan, status and currency, without passes and months of gift cards; `monthly` is their part of net MRR
 * as it was last recorded, in minor units: 0 unless they are active.
 */
export interface SubscriptionCountsRow {
  readonly planId: string;
  readonly planName: string;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
  /** `payment_failed` while a payment of an active one is tried again. */
  readonly status: string;
  readonly currencyCode: string;
  readonly count: number;
  readonly monthly: number;
}

// Weeks and days are converted by a month of 365.25 / 12 days.
export const monthsOfPlan = sql`
  (p.period * case p.period_unit when 'year' then 12 when 'month' then 1 when 'week' then 7 / 30.4375 else 1 / 30.4375 end)`;

const selectSubscriptionCounts = statement<object, SubscriptionCountsRow>(
  "billing.list_standing",
  () => sql`
    select p.id as "planId", p.name as "planName", p.period, p.period_unit as "periodUnit", s.currency_code as "currencyCode", count(*)::int as count,
      case when s.status = 'active' and s.dunning_status = 'in_progress' then 'payment_failed' else s.status end as status,
      coalesce(sum(mrr.amount), 0)::float8 as monthly
    from billing.subscriptions s join billing.plans p on p.id = s.plan_id
    left join billing.mrr_accounts mrr on s.status = 'active' and s.owner = 'ledger'
      and mrr.account_id = s.person_id and mrr.currency_code = s.currency_code
    where s.status in ('pending', 'future', 'in_trial', 'active', 'non_renewing', 'paused') and not s.is_complimentary and not s.is_prepaid
    group by p.id, 7, s.currency_code
    order by p.position, s.currency_code, 7`,
);
export const listSubscriptionCounts = (db: Db): Promise<SubscriptionCountsRow[]> =>
  db.many(selectSubscriptionCounts, {});

/** What passes brought in one currency. Minor units. */
export interface PassSalesRow {
  readonly planId: string;
  readonly planName: string;
  readonly currencyCode: string;
  /** Members who have it now. */
  readonly running: number;
  /** Paid within the span; one that was bought again counts again. */
  readonly sold: number;
  /** The accounts that bought them and still exist. */
  readonly buyers: number;
  readonly paid: number;
  readonly refunded: number;
}
const selectPassSales = statement<Span, PassSalesRow>(
  "billing.list_pass_sales",
  (p) => sql`
    with sales as (
      select plan_id, currency_code, count(*)::int as sold, count(distinct account.id)::int as buyers,
        sum(amount_paid)::float8 as paid, sum(amount_refunded)::float8 as refunded
      from billing.invoices join billing.plans on plans.id = plan_id and not plans.renews
      left join ${accountsSql()} as account on account.id = account_id
      where status = 'paid' and paid_at >= ${p.from} and paid_at < ${p.to} group by 1, 2
    ), running as (
      select plan_id, currency_code, count(*)::int as running
      from billing.subscriptions join billing.plans on plans.id = plan_id and not plans.renews
      where status = 'non_renewing' group by 1, 2
    )
    select p.id as "planId", p.name as "planName", currency_code as "currencyCode", coalesce(running, 0) as running,
      coalesce(sold, 0) as sold, coalesce(buyers, 0) as buyers, coalesce(paid, 0) as paid, coalesce(refunded, 0) as refunded
    from sales full join running using (plan_id, currency_code) join billing.plans p on p.id = plan_id
    order by p.position, p.id, currency_code`,
);
export const listPassSales = (db: Db, span: Span): Promise<PassSalesRow[]> => db.many(selectPassSales, span);

export interface TrialsRow {
  readonly started: number;
  readonly ended: number;
  readonly paid: number;
}
const selectTrials = statement<Span, TrialsRow>(
  "billing.find_trials",
  (p) => sql`
    select
      (select count(distinct person_id)::int from billing.transitions join billing.subscriptions on subscriptions.id = subscription_id
        where to_status = 'in_trial' and happened_at >= ${p.from} and happened_at < ${p.to}) as started,
      count(*)::int as ended,
      count(*) filter (where exists (
        select from billing.invoices i where i.subscription_id = s.id and i.status = 'paid' and i.amount_paid > 0))::int as paid
    from billing.subscriptions s
    where s.trial_ends_at >= ${p.from} and s.trial_ends_at < ${p.to}
      and s.status not in ('pending', 'canceled_during_pending', 'in_trial')`,
);
export const findTrials = (db: Db, span: Span): Promise<TrialsRow> => db.one(selectTrials, span);

export interface ChurnRow {
  /** The stated reason, `payment_failed`, `no_payment_method` or `not_said`. */
  readonly reason: string;
  /** Whether a trial ended without conversion. */
  readonly isTrial: boolean;
  /** Accounts, each by its last plan that ended. */
  readonly count: number;
}
const selectChurn = statement<Span, ChurnRow>(
  "billing.list_churn",
  (p) => sql`
    select reason, is_trial as "isTrial", count(*)::int as count from ${churnedSql({ from: p.from, until: p.to })} as churned
    group by reason, is_trial order by count desc, reason, is_trial`,
);
export const listChurn = (db: Db, span: Span): Promise<ChurnRow[]> => db.many(selectChurn, span);

const selectBase = statement<{ at: Date }, { count: number }>(
  "billing.find_paying_at",
  (p) => sql`
    select count(*)::int as count from (
      select distinct on (t.subscription_id) t.to_status, t.trigger from billing.transitions t
      where t.happened_at < ${p.at} and t.subscription_id not in (select id from billing.subscriptions where is_complimentary)
      order by t.subscription_id, t.id desc) last
    where last.to_status in ('active', 'non_renewing', 'paused') and last.trigger not in ('confirm_pass', 'extend_pass')`,
);
/** Number of paying members at a moment, without those who have a pass. */
export const countPayingAt = async (db: Db, at: Date): Promise<number> =>
  (await db.one(selectBase, { at })).count;

export interface DunningRow {
  readonly subscriptionId: string;
  readonly accountId: string;
  readonly planName: string;
  readonly currencyCode: string;
  readonly amountDue: number;
  readonly attempts: number;
  readonly since: Date | null;
  readonly retryAt: Date | null;
  readonly failureCode: string | null;
}
const selectDunning = statement<{ limit: number }, DunningRow>(
  "billing.list_dunning",
  (p) => sql`
    select s.id as "subscriptionId", s.person_id as "accountId", p.name as "planName", s.currency_code as "currencyCode",
      coalesce(open.amount_due - open.amount_paid, 0) as "amountDue", s.dunning_tries as attempts, s.dunning_since as since,
      s.retry_at as "retryAt", failed.failure_code as "failureCode"
    from billing.subscriptions s
    join billing.plans p on p.id = s.plan_id
    left join lateral (
      select i.id, i.amount_due, i.amount_paid from billing.invoices i
      where i.subscription_id = s.id and i.dunning_status = 'in_progress' order by i.issued_at desc limit 1) open on true
    left join lateral (
      select y.failure_code from billing.payments y
      where y.invoice_id = open.id and y.status = 'failed' order by y.attempt desc limit 1) failed on true
    where s.dunning_status = 'in_progress'
    order by s.retry_at nulls last, s.id limit ${p.limit}`,
);
export const listDunning = (db: Db, limit: number): Promise<DunningRow[]> =>
  db.many(selectDunning, { limit });

/** Payments that failed, in one currency. Counts are of accounts that still exist; amounts are of all, in minor units. */
export interface DunningTotalRow {
  readonly currencyCode: string;
  readonly openCount: number;
  readonly openAmount: number;
  readonly recoveredCount: number;
  readonly recoveredAmount: number;
  readonly lostCount: number;
  readonly lostAmount: number;
}
const selectDunningTotals = statement<Span, DunningTotalRow>(
  "billing.list_dunning_totals",
  (p) => sql`
    with cases as (
      select invoices.*, dunning_status = 'success' and paid_at >= ${p.from} and paid_at < ${p.to} as is_recovered,
        dunning_status = 'exhausted' and issued_at >= ${p.from} and issued_at < ${p.to} as is_lost, account.id as living_id
      from billing.invoices left join ${accountsSql()} as account on account.id = account_id
      where dunning_status is not null
    ), owing as (
      select currency_code, count(distinct person_id)::int as people from billing.subscriptions
      where dunning_status = 'in_progress' group by currency_code
    )
    select currency_code as "currencyCode", coalesce(max(owing.people), 0) as "openCount",
      coalesce(sum(amount_due - amount_paid) filter (where dunning_status = 'in_progress'), 0)::float8 as "openAmount",
      count(distinct living_id) filter (where is_recovered)::int as "recoveredCount",
      coalesce(sum(amount_paid) filter (where is_recovered), 0)::float8 as "recoveredAmount",
      count(distinct living_id) filter (where is_lost)::int as "lostCount",
      coalesce(sum(amount_due - amount_paid) filter (where is_lost), 0)::float8 as "lostAmount"
    from cases full join owing using (currency_code)
    group by currency_code order by currency_code`,
);
export const listDunningTotals = (db: Db, span: Span): Promise<DunningTotalRow[]> =>
  db.many(selectDunningTotals, span);

export interface FailedWebhookRow {
  readonly provider: string;
  readonly eventId: string;
  readonly type: string;
  readonly failure: string;
  readonly receivedAt: Date;
}
const selectFailedWebhooks = statement<{ limit: number }, FailedWebhookRow & { total: number }>(
  "billing.list_failed_webhooks",
  (p) => sql`
    select provider, event_id as "eventId", type, failure, received_at as "receivedAt", (count(*) over ())::int as total
    from billing.webhook_events where applied_at is null and failure is not null
    order by received_at desc limit ${p.limit}`,
);
export const listFailedWebhooks = (
  db: Db,
  limit: number,
): Promise<(FailedWebhookRow & { total: number })[]> => db.many(selectFailedWebhooks, { limit });

const selectAnyWebhook = statement<Record<string, never>, { isThere: boolean }>(
  "billing.has_webhook_event",
  () => sql`select exists (select from billing.webhook_events) as "isThere"`,
);
/** Whether a webhook of any provider ever arrived. */
export const hasWebhookEvent = async (db: Db): Promise<boolean> =>
  (await db.one(selectAnyWebhook, {})).isThere;

export interface IncomeRow {
  /** The first day of the month, UTC. */
  readonly month: Date;
  readonly currencyCode: string;
  readonly invoices: number;
  readonly paid: number;
  readonly refunded: number;
  readonly tax: number;
}
const selectIncome = statement<Span, IncomeRow>(
  "billing.list_income",
  (p) => sql`
    select date_trunc('month', paid_at, 'UTC') as month, currency_code as "currencyCode", count(*)::int as invoices,
      sum(amount_paid)::float8 as paid, sum(amount_refunded)::float8 as refunded, sum(tax_total)::float8 as tax
    from billing.invoices where amount_paid > 0 and paid_at >= ${p.from} and paid_at < ${p.to}
    group by 1, 2 order by 1 desc, 2`,
);
export const listIncome = (db: Db, span: Span): Promise<IncomeRow[]> => db.many(selectIncome, span);

export interface DifferenceRow {
  readonly id: string;
  readonly provider: SubscriptionProvider;
  readonly kind: string;
  readonly subject: string;
  /** Minor units; null if the difference isn't about an amount. */
  readonly amount: number | null;
  readonly currencyCode: string | null;
  /** The provider's code and words. */
  readonly words: string | null;
  readonly foundAt: Date;
  /** When staff closed it, and what they noted. */
  readonly closedAt: Date | null;
  readonly note: string | null;
}
const selectDifferences = statement<Span & { limit: number }, DifferenceRow>(
  "billing.list_differences",
  (p) => sql`
    select id::text, provider, kind, subject, (details ->> 'amount')::int as amount, details ->> 'currency' as "currencyCode",
      nullif(concat_ws(': ', details ->> 'code', details ->> 'words'), '') as words, found_at as "foundAt",
      closed_at as "closedAt", note
    from billing.differences where closed_at is null or (found_at >= ${p.from} and found_at < ${p.to})
    order by closed_at is null desc, id desc limit ${p.limit}`,
);
export const listDifferences = (db: Db, span: Span, limit: number): Promise<DifferenceRow[]> =>
  db.many(selectDifferences, { ...span, limit });

export interface ExportedSubscription {
  readonly id: string;
  readonly accountId: string;
  readonly status: string;
  readonly planId: string;
  readonly provider: string;
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly price: number;
  readonly createdAt: Date;
  readonly trialEndsAt: Date | null;
  readonly nextBillingAt: Date | null;
  readonly canceledAt: Date | null;
  readonly cancelReason: string | null;
  readonly dunningStatus: string | null;
}
const selectSubscriptions = statement<{ after: string | null; limit: number }, ExportedSubscription>(
  "billing.list_exported_subscriptions",
  (p) => sql`
    select id, person_id as "accountId", status, plan_id as "planId", provider, country_code as "countryCode",
      currency_code as "currencyCode", price_amount as price, created_at as "createdAt", trial_ends_at as "trialEndsAt",
      next_billing_at as "nextBillingAt", canceled_at as "canceledAt", cancel_reason as "cancelReason", dunning_status as "dunningStatus"
    from billing.subscriptions where ${p.after}::uuid is null or id > ${p.after}::uuid
    order by id limit ${p.limit}`,
);
/** The next page of all subscriptions, by id. */
export const listExportedSubscriptions = (
  db: Db,
  after: string | null,
  limit: number,
): Promise<ExportedSubscription[]> => db.many(selectSubscriptions, { after, limit });

export interface ExportedInvoice {
  readonly id: string;
  readonly number: string;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly kind: string;
  readonly status: string;
  readonly planId: string;
  readonly countryCode: string;
  readonly region: string;
  readonly currencyCode: string;
  readonly subTotal: number;
  readonly discounts: number;
  readonly tax: number;
  readonly total: number;
  readonly paid: number;
  readonly refunded: number;
  readonly issuedAt: Date;
  readonly paidAt: Date | null;
}
const selectInvoices = statement<{ after: string | null; limit: number }, ExportedInvoice>(
  "billing.list_exported_invoices",
  (p) => sql`
    select id, number, account_id as "accountId", subscription_id as "subscriptionId", kind, status, plan_id as "planId",
      country_code as "countryCode", region, currency_code as "currencyCode", sub_total as "subTotal", discounts_total as discounts,
      tax_total as tax, total, amount_paid as paid, amount_refunded as refunded, issued_at as "issuedAt", paid_at as "paidAt"
    from billing.invoices where ${p.after}::uuid is null or id > ${p.after}::uuid
    order by id limit ${p.limit}`,
);
/** The next page of all invoices, by id. */
export const listExportedInvoices = (
  db: Db,
  after: string | null,
  limit: number,
): Promise<ExportedInvoice[]> => db.many(selectInvoices, { after, limit });
