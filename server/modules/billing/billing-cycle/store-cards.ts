import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** A card of a renewing subscription that ends soon, without the notice of these days. */
export interface ExpiringCard {
  readonly paymentMethodId: string;
  readonly accountId: string;
  readonly brand: string | null;
  readonly last4: string | null;
  /** The first moment after the card's last month. */
  readonly endsAt: Date;
  readonly nextBillingAt: Date;
  /** How many days before its end the notice is for. */
  readonly days: number;
}

const selectExpiring = statement<{ now: Date; early: number; late: number; most: number }, ExpiringCard>(
  "billing.list_expiring_cards",
  (p) => sql`
    with cards as (
      select method.id as "paymentMethodId", found.person_id as "accountId", method.brand, method.last4, found.next_billing_at as "nextBillingAt",
        make_timestamptz(method.exp_year, method.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month' as "endsAt"
      from billing.subscriptions as found join billing.payment_methods as method on method.id = found.payment_method_id
      where found.status in ('active', 'in_trial', 'paused', 'future') and found.next_billing_at is not null and method.type = 'card'
        and method.exp_year is not null and method.exp_month is not null)
    select cards.*, due.days from cards
    cross join lateral (select case when "endsAt" <= ${p.now}::timestamptz + ${p.late}::int * interval '1 day'
      then ${p.late}::int else ${p.early}::int end as days) as due
    where "endsAt" > ${p.now}::timestamptz and "endsAt" <= ${p.now}::timestamptz + ${p.early}::int * interval '1 day'
      and not exists (select from billing.card_notices as notice
        where notice.payment_method_id = cards."paymentMethodId" and notice.days <= due.days)
    order by "endsAt" limit ${p.most}::int`,
);
const insertNotice = statement<{ paymentMethodId: string; days: number; now: Date }, never>(
  "billing.insert_card_notice",
  (p) => sql`
    insert into billing.card_notices (payment_method_id, days, sent_at) values (${p.paymentMethodId}::uuid, ${p.days}, ${p.now})
    on conflict do nothing`,
);

/** Cards whose notice is due: `early` days before their end, and `late` days. */
export const listExpiringCards = (
  db: Db,
  query: { now: Date; early: number; late: number; most: number },
): Promise<ExpiringCard[]> => db.many(selectExpiring, query);

/** @returns false if this notice was sent before */
export const insertCardNotice = async (
  db: Db,
  notice: { paymentMethodId: string; days: number; now: Date },
): Promise<boolean> => (await db.change(insertNotice, notice)) > 0;
