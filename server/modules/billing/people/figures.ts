import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { FigureKind } from "../../../../contract/people-figures.ts";

/** The parameters of a figure; each uses some of them. */
export interface FigureParams {
  readonly figureFrom: Date | null;
  readonly figureUntil: Date | null;
  /** ISO 4217; null for any. */
  readonly figureCurrency: string | null;
  /** A reason, a change of MRR, a pass or a value of a split. */
  readonly figureWord: string | null;
  /** Of those whose plan ended: whether it was a `trial` or `paid`; null for any. */
  readonly figurePhase: string | null;
}
type Placeholders = { readonly [Name in keyof FigureParams]: unknown };

/**
 * The subscriptions whose plan ended within a span, an account once by its last one: `account_id`, `reason` and whether nothing had
 * been paid. Passes end by themselves.
 */
export const churnedSql = (p: {
  readonly from: unknown;
  readonly until: unknown;
}): RawBuilder<unknown> => sql`(
  select distinct on (s.person_id) s.person_id as account_id,
    coalesce(s.cancel_reason, case t.trigger when 'exhaust_dunning' then 'payment_failed'
      when 'end_trial_without_method' then 'no_payment_method' else 'not_said' end) as reason,
    case s.owner when 'provider' then coalesce(s.trial_ends_at >= t.happened_at, false) else not exists (
      select from billing.invoices i where i.subscription_id = s.id and i.status = 'paid' and i.amount_paid > 0) end as is_trial
  from billing.transitions t join billing.subscriptions s on s.id = t.subscription_id
  join billing.plans p on p.id = s.plan_id and p.renews
  where t.to_status = 'canceled' and t.happened_at >= ${p.from}::timestamptz and t.happened_at < ${p.until}::timestamptz
  order by s.person_id, t.happened_at desc, t.id desc)`;

/** The subscriptions that were canceled within a span, at once or at the end of a term: `account_id`. No end: until now. */
export const canceledSql = (p: {
  readonly from: unknown;
  readonly until: unknown;
}): RawBuilder<unknown> => sql`(
  select s.person_id as account_id from billing.transitions t join billing.subscriptions s on s.id = t.subscription_id
  where t.happened_at >= ${p.from}::timestamptz and (${p.until}::timestamptz is null or t.happened_at < ${p.until}::timestamptz)
    and t.to_status in ('canceled', 'non_renewing') and t.from_status is distinct from 'non_renewing'
    and t.trigger not in ('comp', 'confirm_prepaid', 'confirm_pass'))`;

const ofCurrency = (p: Placeholders) =>
  sql`(${p.figureCurrency}::text is null or currency_code = ${p.figureCurrency}::text)`;
const within = (column: RawBuilder<unknown>, p: Placeholders) =>
  sql`${column} >= ${p.figureFrom}::timestamptz and ${column} < ${p.figureUntil}::timestamptz`;

/** Ids of the accounts that a figure of billing counts, for another module's statement. Rows may repeat an account. */
export const accountsOfFigureSql: Readonly<
  Record<Exclude<FigureKind, "cohort" | "joined" | "danced">, (p: Placeholders) => RawBuilder<unknown>>
> = {
  trials_ending: (p) => sql`(
    select person_id as id from billing.subscriptions
    where status = 'in_trial' and trial_ends_at < ${p.figureUntil}::timestamptz)`,
  trials_started: (p) => sql`(
    select person_id as id from billing.transitions join billing.subscriptions on subscriptions.id = subscription_id
    where to_status = 'in_trial' and ${within(sql`happened_at`, p)})`,
  churned: (p) => sql`(
    select account_id as id from ${churnedSql({ from: p.figureFrom, until: p.figureUntil })} as churned
    where (${p.figureWord}::text is null or reason = ${p.figureWord}::text)
      and (${p.figurePhase}::text is null or is_trial = (${p.figurePhase}::text = 'trial')))`,
  canceled: (p) => sql`(
    select account_id as id from ${canceledSql({ from: p.figureFrom, until: p.figureUntil })} as canceled)`,
  mrr: (p) => sql`(
    select account_id as id from billing.mrr_movers where month = (${p.figureFrom}::timestamptz at time zone 'UTC')::date
      and currency_code = ${p.figureCurrency}::text and kind = ${p.figureWord}::text)`,
  pass_running: (p) => sql`(
    select person_id as id from billing.subscriptions
    where status = 'non_renewing' and plan_id = ${p.figureWord}::text and ${ofCurrency(p)})`,
  pass_sold: (p) => sql`(
    select account_id as id from billing.invoices
    where status = 'paid' and plan_id = ${p.figureWord}::text and ${within(sql`paid_at`, p)} and ${ofCurrency(p)})`,
  dunning: (p) => sql`(
    select person_id as id from billing.subscriptions where dunning_status = 'in_progress' and ${ofCurrency(p)})`,
  recovered: (p) => sql`(
    select account_id as id from billing.invoices where dunning_status = 'success' and ${within(sql`paid_at`, p)} and ${ofCurrency(p)})`,
  lost: (p) => sql`(
    select account_id as id from billing.invoices where dunning_status = 'exhausted' and ${within(sql`issued_at`, p)} and ${ofCurrency(p)})`,
};
