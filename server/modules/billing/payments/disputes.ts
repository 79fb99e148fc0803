import type { Ctx, Tx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { cancelInvoice, creditInvoice } from "../invoices/credit-notes.ts";
import { findInvoice, findOpenInvoice } from "../invoices/store.ts";
import type { HeldDispute, SubscriptionProvider } from "../ports.ts";
import { reportPayment } from "../reconciliation/store.ts";
import { isOwing } from "../rules/dunning.ts";
import { isLive } from "../rules/states.ts";
import { transition } from "../subscriptions/state.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { findPaymentByRef } from "./store.ts";
import type { PaymentRow } from "./store.ts";
import { saveDispute } from "./store-disputes.ts";

/**
 * Applies the present state of a dispute, as the provider tells it. An open one stops renewals and refunds; a
 * lost one ends the subscription. Repeated calls change nothing.
 * @returns false if the dispute or its payment isn't ours
 */
export async function syncDispute(ctx: Ctx, provider: SubscriptionProvider, ref: string): Promise<boolean> {
  const held = await ctx.ports.gateways.of(provider).dispute?.(ctx, ref);
  return held ? applyDispute(ctx, provider, held) : false;
}

/** Applies a dispute that was just read from the provider. */
export async function applyDispute(
  ctx: Ctx,
  provider: SubscriptionProvider,
  held: HeldDispute,
): Promise<boolean> {
  const payment = await findPaymentByRef(ctx.db, provider, held.paymentRef);
  if (!payment) return false;
  await ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, payment.subscriptionId);
    const now = await billingNow(tx);
    const { paymentRef: _, ...dispute } = held;
    const hasChanged = await saveDispute(tx.db, { ...dispute, provider, paymentId: payment.id, now });
    if (hasChanged && held.status === "lost" && payment.invoiceId)
      await creditInvoice(tx, { invoiceId: payment.invoiceId, reason: "dispute_lost", now });
    if (!hasChanged || !found || !isLive(found.status)) return;
    if (held.status === "lost") await endNow(tx, found, now);
    else if (held.status === "open") await stopRenewing(tx, found, now);
  });
  return true;
}

/**
 * Shows the operator that a bank takes a payment for fraud, which ends in a dispute unless it is refunded first.
 * A payment that was refunded already needs nothing.
 */
export async function reportFraudWarning(ctx: Ctx, payment: PaymentRow): Promise<void> {
  const invoice = payment.invoiceId ? await findInvoice(ctx.db, payment.invoiceId) : null;
  if (!invoice || invoice.amountRefunded >= payment.amount) return;
  await ctx.transact(async (tx) => reportPayment(tx, payment, "fraud_warning", {}, await billingNow(tx)));
}

/** No charge follows a dispute. A paid term goes on until the bank has decided. */
async function stopRenewing(tx: Tx, found: SubscriptionRow, now: Date): Promise<void> {
  if (found.status === "non_renewing" || found.status === "pending") return;
  const accessEndsAt = found.status === "in_trial" ? found.trialEndsAt : found.termEndsAt;
  if ((found.status !== "active" && found.status !== "in_trial") || isOwing(found))
    return endNow(tx, found, now);
  await transition(tx, found, {
    trigger: "cancel_at_end",
    cause: "gateway",
    now,
    changes: { canceledAt: now, accessEndsAt, nextBillingAt: null },
  });
}

async function endNow(tx: Tx, found: SubscriptionRow, now: Date): Promise<void> {
  const invoice = await findOpenInvoice(tx.db, found.id);
  if (invoice) await cancelInvoice(tx, { id: invoice.id, now, status: "not_paid", dunningStatus: "stopped" });
  await transition(tx, found, {
    trigger: "cancel_now",
    cause: "gateway",
    now,
    changes: {
      canceledAt: now,
      accessEndsAt: now,
      termValue: 0,
      ...(isOwing(found) ? { dunningStatus: "stopped" as const } : {}),
    },
  });
}
