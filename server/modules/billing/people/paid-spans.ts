import { sql } from "kysely";
import type { RawBuilder } from "kysely";

// What a provider bills has no invoices here: it is paid while it is active, and after its cancellation as long as its status lasts.
// The first reading may come long after the purchase.
const ownedSpans = sql`
  select person_id as account_id, id as subscription_id, plan_id, greatest(began_at, trial_ends_at) as starts_at, ends_at
  from (
    select s.person_id, s.id, s.plan_id, s.trial_ends_at, t.from_status, t.to_status,
      case when t.from_status is null then least(t.happened_at, s.created_at) else t.happened_at end as began_at,
      coalesce(lead(t.happened_at) over (partition by t.subscription_id order by t.id), s.access_until) as ends_at
    from billing.transitions t join billing.subscriptions s on s.id = t.subscription_id and s.owner = 'provider') as states
  where to_status = 'active' or (to_status = 'non_renewing' and from_status is distinct from 'in_trial')`;

/** The terms that accounts paid for by our own invoices, with their currency; see `paidSpansSql`. */
export const ledgerSpansSql = (): RawBuilder<unknown> => sql`(
  select i.account_id, i.subscription_id, i.plan_id, i.currency_code, i.term_starts_at as starts_at,
    least(i.term_ends_at, ended.at) as ends_at
  from billing.invoices i join billing.plans p on p.id = i.plan_id and p.renews
  left join (
    select subscription_id, min(happened_at) as at from billing.transitions where to_status = 'canceled' group by subscription_id
  ) as ended on ended.subscription_id = i.subscription_id
  where i.status = 'paid' and i.amount_refunded < i.total)`;

/**
 * The terms that accounts paid for, of plans that renew, for another module's statement: `account_id`, `subscription_id`, `plan_id`,
 * and from `starts_at` until before `ends_at`. A term that was refunded wholly doesn't count, and one of a plan that was ended at
 * once counts until then. Terms of one account may overlap.
 */
export const paidSpansSql = (): RawBuilder<unknown> => sql`(
  select account_id, subscription_id, plan_id, starts_at, ends_at from ${ledgerSpansSql()} as paid
  union all
  select spans.* from (${ownedSpans}) as spans join billing.plans p on p.id = spans.plan_id and p.renews where starts_at < ends_at)`;

/**
 * How an account came to the subscription of its first paid term, as billing knows it: `code:` and the promo code (`code:SPRING-*` for one of a batch), `gift`, `given` by
 * staff or an import before, or null.
 */
export const cameBySql = (paid: {
  accountId: RawBuilder<unknown>;
  subscriptionId: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
}): RawBuilder<unknown> => sql`(case
  when exists (select from billing.gift_cards where redeemer_id = ${paid.accountId} and redeemed_at <= ${paid.at}) then 'gift'
  else coalesce(
    (select 'code:' || coalesce(batch_id || '-*', coupon_id) from billing.subscription_coupons
      where subscription_id = ${paid.subscriptionId} and created_at <= ${paid.at} order by created_at, coupon_id limit 1),
    (select 'given' from billing.subscriptions
      where person_id = ${paid.accountId} and is_complimentary and created_at <= ${paid.at} limit 1)) end)`;
