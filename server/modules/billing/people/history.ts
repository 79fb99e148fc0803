import { sql } from "kysely";
import type { Ctx } from "../../../ctx.ts";
import { statement } from "../../../platform/db.ts";

/** What happened to an account's plan and money. Amounts in minor units. */
export interface BillingEvent {
  /** Unique among all events of the account. */
  readonly id: string;
  readonly at: Date;
  /** `at` to the microsecond, for cursors. */
  readonly position: string;
  readonly kind: "plan" | "paid" | "refunded" | "credit";
  /** The trigger of a plan's transition, an invoice's number, or the stored reason of credit. */
  readonly what: string;
  readonly planName: string | null;
  readonly amount: number | null;
  readonly currencyCode: string | null;
  /** The member of staff behind it; null for the person, the clock and the provider. */
  readonly staffId: string | null;
}
interface PageParams {
  readonly accountId: string;
  readonly beforeAt: string | null;
  readonly beforeId: string | null;
  readonly first: number;
  /** Null for all. */
  readonly kinds: "plan" | "money" | null;
}

const selectEvents = statement<PageParams, BillingEvent>(
  "billing.list_account_events",
  (p) => sql`
    select id, at, at::text as position, kind, what, "planName", amount, "currencyCode", "staffId" from (
      select 'plan ' || lpad(t.id::text, 19, '0') as id, t.happened_at as at, 'plan' as kind, t.trigger as what, plans.name as "planName",
        null::int as amount, null::text as "currencyCode",
        case when t.cause like 'staff:%' then substring(t.cause from 7) end as "staffId"
      from billing.subscriptions as s join billing.transitions as t on t.subscription_id = s.id join billing.plans on plans.id = s.plan_id
      where s.person_id = ${p.accountId}::uuid
      union all
      select 'paid ' || i.id, i.paid_at, 'paid', i.number, null, i.amount_paid, i.currency_code, null
      from billing.invoices as i where i.account_id = ${p.accountId}::uuid and i.paid_at is not null and i.amount_paid > 0
      union all
      select 'refunded ' || r.id, r.created_at, 'refunded', i.number, null, r.amount, i.currency_code, null
      from billing.invoices as i join billing.payments as m on m.invoice_id = i.id and m.subscription_id = i.subscription_id
      join billing.refunds as r on r.payment_id = m.id where i.account_id = ${p.accountId}::uuid
      union all
      select 'credit ' || lpad(c.id::text, 19, '0'), c.created_at, 'credit', c.reason, null, c.amount, c.currency_code, null
      from billing.credits as c where c.account_id = ${p.accountId}::uuid
    ) as events
    where (${p.kinds}::text is null or (kind = 'plan') = (${p.kinds}::text = 'plan'))
      and (${p.beforeAt}::timestamptz is null or (at, id) < (${p.beforeAt}::timestamptz, ${p.beforeId}::text))
    order by at desc, id desc limit ${p.first}::int`,
);

/** A page of what happened to an account's plan and money, newest first. For staff. */
export const billingEventsOf = (
  ctx: Pick<Ctx, "db">,
  page: {
    accountId: string;
    before: { at: string; id: string } | null;
    first: number;
    kinds: "plan" | "money" | null;
  },
): Promise<BillingEvent[]> =>
  ctx.db.many(selectEvents, {
    accountId: page.accountId,
    first: page.first,
    kinds: page.kinds,
    beforeAt: page.before?.at ?? null,
    beforeId: page.before?.id ?? null,
  });
