import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SubscriptionProvider } from "../provider-names.ts";
import type { DisputeStatus } from "../rules/states.ts";

/** A payment that the person disputed at their bank. Amounts in minor units. */
export interface DisputeRow {
  readonly provider: SubscriptionProvider;
  /** The provider's reference. */
  readonly ref: string;
  /** The provider's reference of the payment. */
  readonly paymentRef: string | null;
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly invoiceNumber: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  readonly reason: string;
  readonly status: DisputeStatus;
  /** Until when the provider accepts evidence. */
  readonly dueAt: Date | null;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

interface NewDispute {
  readonly provider: string;
  readonly ref: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly reason: string;
  readonly status: DisputeStatus;
  readonly dueAt: Date | null;
  readonly openedAt: Date;
  readonly now: Date;
}
const upsert = statement<NewDispute, never>(
  "billing.upsert_dispute",
  // A decision is final: late or repeated events don't open a dispute again.
  (p) => sql`
    insert into billing.disputes as known (provider, ref, payment_id, invoice_id, subscription_id, account_id, amount, currency_code,
      reason, status, due_at, opened_at, closed_at)
    select ${p.provider}, ${p.ref}, id, invoice_id, subscription_id, account_id, ${p.amount}, ${p.currencyCode}, ${p.reason},
      ${p.status}, ${p.dueAt}::timestamptz, ${p.openedAt}::timestamptz, case when ${p.status} <> 'open' then ${p.now}::timestamptz end
    from billing.payments where id = ${p.paymentId}::uuid
    on conflict (provider, ref) do update set status = excluded.status, due_at = excluded.due_at, amount = excluded.amount,
      closed_at = excluded.closed_at
    where known.status = 'open' and (known.status, known.due_at, known.amount)
      is distinct from (excluded.status, excluded.due_at, excluded.amount)`,
);
const selectRecent = statement<{ from: Date; limit: number }, DisputeRow>(
  "billing.list_disputes",
  (p) => sql`
    select disputes.provider, disputes.ref, payments.provider_ref as "paymentRef", disputes.account_id as "accountId", disputes.subscription_id as "subscriptionId",
      invoices.number as "invoiceNumber", disputes.amount, disputes.currency_code as "currencyCode", disputes.reason, disputes.status,
      disputes.due_at as "dueAt", disputes.opened_at as "openedAt", disputes.closed_at as "closedAt"
    from billing.disputes left join billing.payments on payments.id = disputes.payment_id
    left join billing.invoices on invoices.id = disputes.invoice_id
    where disputes.status = 'open' or disputes.closed_at >= ${p.from}
    order by disputes.status = 'open' desc, disputes.due_at nulls last, disputes.opened_at desc limit ${p.limit}::int`,
);
const selectOpen = statement<{ subscriptionId: string }, { ref: string }>(
  "billing.find_open_dispute",
  (p) => sql`
    select ref from billing.disputes where subscription_id = ${p.subscriptionId}::uuid and status = 'open' limit 1`,
);

const selectOpenOnes = statement<{ provider: string }, { ref: string }>(
  "billing.list_open_disputes",
  (p) => sql`
    select ref from billing.disputes where provider = ${p.provider} and status = 'open' order by opened_at limit 1000`,
);

/**
 * Stores a dispute or its new state.
 * @returns whether anything changed
 */
export const saveDispute = async (db: Db, dispute: NewDispute): Promise<boolean> =>
  (await db.change(upsert, dispute)) > 0;

/** Open disputes by deadline, then those closed since a moment. */
export const listDisputes = (db: Db, from: Date, limit: number): Promise<DisputeRow[]> =>
  db.many(selectRecent, { from, limit });

/** References of the disputes that the bank hasn't decided. */
export const listOpenDisputes = async (db: Db, provider: string): Promise<string[]> =>
  (await db.many(selectOpenOnes, { provider })).map(({ ref }) => ref);

/** Whether a payment of a subscription is under dispute. */
export const hasOpenDispute = async (db: Db, subscriptionId: string): Promise<boolean> =>
  (await db.maybe(selectOpen, { subscriptionId })) !== null;
