import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx, Tx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput, ChangedMeanwhile, NotFound } from "../../../platform/errors.ts";
import type { Db } from "../../../platform/db.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { recordAuditEntry, refuseStaffAccount, requireConfirmedStaff } from "../../identity/index.ts";
import type { AuditEntry } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { mailRefunded } from "../emails/send.ts";
import { creditInvoice } from "../invoices/credit-notes.ts";
import { addInvoiceRefund, findInvoice, listInvoicesOfSubscription, refundable } from "../invoices/store.ts";
import type { InvoiceRow } from "../invoices/store.ts";
import { findCredit, insertCredit, lockAccount, sumGivenBack } from "../accounts/store.ts";
import { endIfAllReturned } from "../passes/returned.ts";
import { shareOf } from "../rules/money.ts";
import { refundableFreely } from "../rules/refunds.ts";
import { unusedValue } from "../rules/proration.ts";
import { isLive } from "../rules/states.ts";
import { valueAfterRefund } from "../rules/withdrawal.ts";
import { refundLimitOf, refuseBeyondLimit } from "../staff/refund-limits.ts";
import { updateState } from "../subscriptions/state.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { IdempotencyKeyReused, RefundRefused } from "../errors.ts";
import { recordFailure } from "../reconciliation/reconciliation.ts";
import { failRefund, findRefund, markRefunded, restartRefund } from "./store-refunds.ts";
import { findSucceededPayment, insertRefund } from "./store.ts";
import type { PaymentRow } from "./store.ts";
import { moneyIn, msg } from "../../../platform/i18n/messages.ts";

/** The idempotency key of a refund. A repeated one is another refund at the provider. */
const keyOf = ({ id, attempt }: { id: string; attempt: number }): string =>
  attempt > 1 ? `${id}-${attempt}` : id;

/** Sends a refund to the gateway. One that is refused, or unknown to the end, is marked as failed. */
export const refundJob = defineJob({
  name: "billing.refund",
  schema: z.object({ refundId: z.uuid() }),
  maxAttempts: 20,
  run: async (ctx, { refundId }, { isLastAttempt }) => {
    const refund = await findRefund(ctx.db, refundId);
    if (!refund || refund.status !== "started") return;
    if (!refund.providerRef)
      throw new Error(`Refund ${refundId} belongs to a payment without a reference at ${refund.provider}.`);
    try {
      await ctx.ports.gateways
        .of(refund.provider)
        .refund(ctx, { key: keyOf(refund), ref: refund.providerRef, amount: refund.amount });
    } catch (error) {
      if (!(error instanceof RefundRefused) && !isLastAttempt) throw error;
      ctx.log.error({ err: error, refundId }, "A refund failed");
      const reason = error instanceof RefundRefused ? error.reason : "provider_unavailable";
      await ctx.transact((tx) => failRefund(tx.db, { id: refundId, failure: reason }));
      return;
    }
    await ctx.transact((tx) => markRefunded(tx.db, refundId));
  },
});

/** The reason of a refund after a withdrawal. */
export const withdrawalReason = "withdrawal";

/**
 * Records a refund with its credit note, and enqueues the job that sends it.
 * @param refund.credited what of the invoice becomes account credit again beside the money, in minor units
 * @returns the id of the credit note
 */
export async function refundLater(
  tx: Tx,
  refund: {
    id?: string;
    payment: PaymentRow;
    invoiceId: string;
    amount: number;
    credited?: number;
    reason: string;
    now: Date;
  },
): Promise<string | null> {
  const id = refund.id ?? randomUUID();
  await insertRefund(tx.db, {
    id,
    paymentId: refund.payment.id,
    invoiceId: refund.invoiceId,
    amount: refund.amount,
    reason: refund.reason,
    now: refund.now,
  });
  await addInvoiceRefund(tx.db, refund.invoiceId, refund.amount);
  await tx.enqueue(refundJob, { refundId: id });
  return creditInvoice(tx, {
    invoiceId: refund.invoiceId,
    reason: refund.reason === withdrawalReason ? "withdrawal" : "refund",
    credited: refund.credited ?? 0,
    now: refund.now,
  });
}

/** Handles the provider's news that a refund failed later. One that isn't ours becomes a difference. */
export async function onRefundFailed(ctx: Ctx, payment: PaymentRow, key: string | null): Promise<void> {
  const id = key?.slice(0, 36) ?? "";
  const hasFailed = await ctx.transact(
    async (tx) => isUuid(id) && (await failRefund(tx.db, { id, failure: "returned_by_bank" })),
  );
  if (!hasFailed) await recordFailure(ctx, payment, "refund_failed");
}

/**
 * Sends a failed refund again. For finance; a repeated call changes nothing.
 * @throws NotFound for everyone else and for an unknown refund, BadInput if the money isn't there any more
 */
export async function retryRefund(ctx: Ctx, id: string): Promise<void> {
  await requireConfirmedStaff(ctx, ...permissions.manageRevenue);
  const known = isUuid(id) ? await findRefund(ctx.db, id) : null;
  if (!known) throw new NotFound("refund");
  await ctx.transact(async (tx) => {
    await lockAccount(tx.db, known.accountId);
    const refund = await findRefund(tx.db, id);
    if (refund?.status !== "failed") return;
    const invoice = refund.invoiceId ? await findInvoice(tx.db, refund.invoiceId) : null;
    if (invoice?.status === "paid" && refund.amount > refundable(invoice))
      throw new BadInput(
        "id",
        msg("You can refund at most {left} of this invoice.", {
          left: moneyIn(invoice.currencyCode, refundable(invoice)),
        }),
      );
    await restartRefund(tx.db, id);
    if (refund.invoiceId)
      await creditInvoice(tx, { invoiceId: refund.invoiceId, reason: "refund", now: await billingNow(tx) });
    await tx.enqueue(refundJob, { refundId: id });
    await recordAuditEntry(tx, {
      action: "billing.refund_retried",
      subject: `person:${known.accountId}`,
      details: { refund: id, amount: refund.amount },
    });
  });
}

/** Records the return of a payment that paid for nothing, so that no invoice counts it. */
export async function returnPayment(
  tx: Tx,
  refund: { payment: PaymentRow; invoiceId: string | null; amount: number; reason: string; now: Date },
): Promise<void> {
  const id = randomUUID();
  const { payment, ...row } = refund;
  await insertRefund(tx.db, { id, paymentId: payment.id, ...row });
  await tx.enqueue(refundJob, { refundId: id });
}

/** Lowers what a pause or plan change may still credit, by the refunded part of the running term. */
async function lowerTermValue(
  tx: Tx,
  found: SubscriptionRow,
  invoice: InvoiceRow,
  amount: number,
  now: Date,
): Promise<void> {
  const { termStartsAt, termEndsAt } = found;
  if (!isLive(found.status) || !termStartsAt || !termEndsAt || invoice.termEndsAt <= termStartsAt) return;
  const term = { startsAt: termStartsAt, endsAt: termEndsAt };
  const net = invoice.isTaxInclusive
    ? amount
    : shareOf(amount, invoice.total - invoice.taxTotal, invoice.total);
  const value = valueAfterRefund(
    {
      value: found.termValue,
      unused: unusedValue(found.termValue, term, now),
      left: termEndsAt.getTime() - Math.max(now.getTime(), termStartsAt.getTime()),
      length: termEndsAt.getTime() - termStartsAt.getTime(),
    },
    net,
  );
  await updateState(tx, found, { termValue: value });
}

const maxReasonLength = 300;

/**
 * What can be refunded of an invoice: what of its contract became credit goes back as money only if the credit is still
 * there. `freely`: what takes no credit back. Minor units.
 */
export async function refundLimits(db: Db, invoice: InvoiceRow): Promise<{ most: number; freely: number }> {
  const paid = (await listInvoicesOfSubscription(db, invoice.subscriptionId)).filter(
    ({ status }) => status === "paid",
  );
  const freely = refundableFreely({
    paid: paid.reduce((sum, { amountPaid, amountRefunded }) => sum + amountPaid - amountRefunded, 0),
    creditsUsed: paid.reduce((sum, { creditsApplied }) => sum + creditsApplied, 0),
    creditsGiven: await sumGivenBack(db, invoice),
  });
  const balance = await findCredit(db, invoice.accountId, invoice.currencyCode);
  return { most: Math.min(refundable(invoice), freely + Math.max(0, balance)), freely };
}

/** A refund id derived from the invoice and the idempotency key. */
function idOf(invoiceId: string, key: string): string {
  const hex = createHash("sha256").update(`refund ${invoiceId} ${key}`).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** A refund that staff order. */
export interface RefundOrder {
  readonly invoiceId: string;
  /** Minor units. */
  readonly amount: number;
  readonly reason: string;
  readonly idempotencyKey: string;
  /** What could be refunded when staff decided; refused with another amount. Null isn't checked. */
  readonly refundable?: number | null;
  /** What the viewer may refund of the invoice altogether, in minor units; null without a limit. */
  readonly limit: number | null;
  /** Ends the plan in the same step. @returns the plan that ended */
  readonly end?: (tx: Tx, found: SubscriptionRow | null, now: Date) => Promise<SubscriptionRow>;
}

/**
 * Checks what staff want to refund of an invoice against what is left of it.
 * @returns the limits; see `refundLimits`
 * @throws BadInput, ChangedMeanwhile, NotFound for an invoice without a payment, RefundLimitReached
 */
export async function checkRefund(
  db: Db,
  invoice: InvoiceRow,
  { amount, refundable: seen, limit }: Pick<RefundOrder, "amount" | "refundable" | "limit">,
): Promise<{ most: number; freely: number; payment: PaymentRow }> {
  const payment = await findSucceededPayment(db, invoice.id);
  if (!payment) throw new NotFound("invoice");
  const limits = await refundLimits(db, invoice);
  if (seen != null && seen !== limits.most) throw new ChangedMeanwhile();
  if (!Number.isInteger(amount) || amount < 1 || amount > limits.most)
    throw new BadInput(
      "amountInCents",
      msg("Enter an amount from {least} to {left}.", {
        least: moneyIn(invoice.currencyCode, 1),
        left: moneyIn(invoice.currencyCode, limits.most),
      }),
    );
  refuseBeyondLimit(limit, {
    amount,
    refunded: invoice.amountRefunded,
    currencyCode: invoice.currencyCode,
  });
  return { ...limits, payment };
}

/**
 * Refunds an invoice, fully or partially. For support and finance, except of accounts of staff; idempotent per key.
 * @throws NotFound for everyone else and for an invoice without a payment, BadInput, ConfirmationNeeded,
 * IdempotencyKeyReused, RefundLimitReached
 */
export async function refundInvoice(ctx: Ctx, order: Omit<RefundOrder, "limit">): Promise<InvoiceRow> {
  await requireConfirmedStaff(ctx, ...permissions.refund);
  rejectCardNumbers(order.reason, "reason");
  if (order.reason.length > maxReasonLength)
    throw new BadInput(
      "reason",
      msg("Enter a reason of at most {maxReasonLength} characters.", { maxReasonLength }),
    );
  const known = isUuid(order.invoiceId) ? await findInvoice(ctx.db, order.invoiceId) : null;
  if (!known) throw new NotFound("invoice");
  await refuseStaffAccount(ctx, known.accountId);
  const limit = await refundLimitOf(ctx, known.currencyCode);
  return ctx.transact(async (tx) => {
    const { invoice, act } = await refundLocked(tx, known, { ...order, limit });
    if (act) await recordAuditEntry(tx, act);
    return invoice;
  });
}

/**
 * Refunds an invoice in a transaction, once per key.
 * @returns the invoice, and what the audit log must say; null for a repeated call
 * @throws BadInput, ChangedMeanwhile, IdempotencyKeyReused, NotFound, RefundLimitReached
 */
export async function refundLocked(
  tx: Tx,
  known: Pick<InvoiceRow, "id" | "subscriptionId" | "accountId">,
  order: RefundOrder,
): Promise<{ invoice: InvoiceRow; act: AuditEntry | null }> {
  const id = idOf(known.id, order.idempotencyKey);
  const subscription = await lockSubscription(tx.db, known.subscriptionId);
  await lockAccount(tx.db, known.accountId);
  const invoice = await findInvoice(tx.db, known.id);
  if (!invoice) throw new NotFound("invoice");
  const earlier = await findRefund(tx.db, id);
  if (earlier && earlier.amount !== order.amount) throw new IdempotencyKeyReused();
  if (earlier) return { invoice, act: null };
  const { most: left, freely, payment } = await checkRefund(tx.db, invoice, order);
  const now = await billingNow(tx);
  const creditNoteId = await refundLater(tx, {
    id,
    payment,
    invoiceId: invoice.id,
    amount: order.amount,
    reason: order.reason,
    now,
  });
  const taken = Math.max(0, order.amount - freely);
  await insertCredit(tx.db, {
    accountId: invoice.accountId,
    currencyCode: invoice.currencyCode,
    amount: -taken,
    reason: "refunded",
    source: `refund ${id}`,
    subscriptionId: invoice.subscriptionId,
    now,
  });
  const ended = order.end
    ? await order.end(tx, subscription, now)
    : await endIfAllReturned(tx, subscription, now);
  if (subscription && !ended) await lowerTermValue(tx, subscription, invoice, order.amount, now);
  await mailRefunded(tx, invoice, order.amount, invoice.currencyCode, creditNoteId, {
    endedPlan: ended?.planName ?? null,
    creditTaken: taken,
  });
  return {
    invoice: { ...invoice, amountRefunded: invoice.amountRefunded + order.amount },
    act: {
      action: "billing.invoice_refunded",
      subject: `person:${invoice.accountId}`,
      details: {
        invoice: invoice.number,
        amount: order.amount,
        currency: invoice.currencyCode,
        creditTaken: taken,
        refundable: { before: left, after: left - order.amount },
        ...(ended ? { status: { before: subscription?.status, after: ended.status } } : {}),
      },
    },
  };
}
