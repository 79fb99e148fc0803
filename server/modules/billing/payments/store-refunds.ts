import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";
import type { SubscriptionProvider } from "../ports.ts";

export interface RefundRow {
  readonly id: string;
  /** Null for a payment that paid for nothing. */
  readonly invoiceId: string | null;
  readonly accountId: string;
  readonly amount: number;
  readonly status: "started" | "succeeded" | "failed";
  readonly attempt: number;
  readonly provider: SubscriptionProvider;
  /** The reference of the payment. */
  readonly providerRef: string | null;
}

/** A refund that failed, for staff. */
export interface FailedRefundRow {
  readonly id: string;
  readonly provider: SubscriptionProvider;
  /** The provider's reference of the payment. */
  readonly paymentRef: string | null;
  readonly invoiceNumber: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  readonly reason: string;
  readonly failure: string | null;
  readonly accountId: string;
  readonly createdAt: Date;
}

const selectRefund = statement<{ id: string }, RefundRow>(
  "billing.find_refund",
  (p) => sql`
    select refunds.id, refunds.invoice_id as "invoiceId", payments.account_id as "accountId", refunds.amount, refunds.status, refunds.attempt, payments.provider,
      payments.provider_ref as "providerRef"
    from billing.refunds join billing.payments on payments.id = refunds.payment_id where refunds.id = ${p.id}::uuid`,
);
const settleRefund = statement<{ id: string }, never>(
  "billing.settle_refund",
  (p) => sql`update billing.refunds set status = 'succeeded' where id = ${p.id}::uuid and status = 'started'`,
);
const failRow = statement<{ id: string; failure: string }, { amount: number }>(
  "billing.fail_refund",
  // The money didn't arrive, so the invoice doesn't count it any more.
  (p) => sql`
    with failed as (
      update billing.refunds set status = 'failed', failure = ${p.failure}
      where id = ${p.id}::uuid and status <> 'failed' returning invoice_id, amount),
    uncounted as (
      update billing.invoices set amount_refunded = greatest(0, amount_refunded - failed.amount)
      from failed where invoices.id = failed.invoice_id)
    select amount from failed`,
);
const restartRow = statement<{ id: string }, never>(
  "billing.restart_refund",
  (p) => sql`
    with restarted as (
      update billing.refunds set status = 'started', failure = null, attempt = attempt + 1
      where id = ${p.id}::uuid and status = 'failed' returning invoice_id, amount)
    update billing.invoices set amount_refunded = least(amount_paid, amount_refunded + restarted.amount)
    from restarted where invoices.id = restarted.invoice_id`,
);
const selectFailed = statement<{ limit: number }, FailedRefundRow>(
  "billing.list_failed_refunds",
  (p) => sql`
    select refunds.id, payments.provider, payments.provider_ref as "paymentRef", invoices.number as "invoiceNumber", refunds.amount, payments.currency_code as "currencyCode", refunds.reason,
      refunds.failure, payments.account_id as "accountId", refunds.created_at as "createdAt"
    from billing.refunds join billing.payments on payments.id = refunds.payment_id
    left join billing.invoices on invoices.id = refunds.invoice_id
    where refunds.status = 'failed' order by refunds.created_at limit ${p.limit}::int`,
);

export const findRefund = (db: Db, id: string): Promise<RefundRow | null> => db.maybe(selectRefund, { id });

export const markRefunded = async (db: Db, id: string): Promise<void> => {
  await db.change(settleRefund, { id });
};

/**
 * Marks a refund as failed, and takes it off the invoice.
 * @returns false if it is unknown or has failed before
 */
export const failRefund = async (db: Db, failed: { id: string; failure: string }): Promise<boolean> =>
  (await db.maybe(failRow, failed)) !== null;

/** Begins a failed refund again, under another key. */
export const restartRefund = async (db: Db, id: string): Promise<void> => {
  await db.change(restartRow, { id });
};

/** Failed refunds, oldest first. */
export const listFailedRefunds = (db: Db, limit: number): Promise<FailedRefundRow[]> =>
  db.many(selectFailed, { limit });
