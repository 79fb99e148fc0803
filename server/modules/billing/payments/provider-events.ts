import type { Ctx } from "../../../ctx.ts";
import { bookRefunded } from "../invoices/credit-notes.ts";
import { applyOwnerEvent } from "../owned/readings.ts";
import { syncPayment } from "./payments.ts";
import { findEvent, markEventApplied } from "./store-events.ts";
import { reportFraudWarning, syncDispute } from "./disputes.ts";
import { onRefundFailed } from "./refunds.ts";
import { findPayment, findPaymentByRef } from "./store.ts";

/**
 * Applies a provider event. The event only triggers a query for the payment's current status, so late,
 * duplicate or reordered events are harmless.
 */
export async function applyProviderEvent(
  ctx: Ctx,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<void> {
  const event = await findEvent(ctx.db, provider, eventId);
  if (!event || event.appliedAt) return;
  const owner = ctx.ports.owners.find(provider);
  const { kind, ref, key, refunded, refundKey, disputeRef } = event;
  const payment = owner
    ? null
    : ((ref ? await findPaymentByRef(ctx.db, provider, ref) : null) ??
      (key ? await findPayment(ctx.db, key) : null));
  try {
    if (owner) await applyOwnerEvent(ctx, owner, event);
    if (payment?.invoiceId && refunded) await bookRefunded(ctx, payment.invoiceId, refunded);
    if (payment && kind === "fraud_warning") await reportFraudWarning(ctx, payment);
    if (disputeRef) await syncDispute(ctx, event.provider, disputeRef);
    if (payment && kind === "refund_failed") await onRefundFailed(ctx, payment, refundKey ?? null);
    if (payment) await syncPayment(ctx, { ...payment, providerRef: payment.providerRef ?? ref }, "gateway");
    await markEventApplied(ctx.db, event);
  } catch (error) {
    await markEventApplied(ctx.db, event, error instanceof Error ? error.name : "unknown");
    throw error;
  }
}
