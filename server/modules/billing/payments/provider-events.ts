import type { Ctx } from "../../../ctx.ts";
import { syncPayment } from "./payments.ts";
import { findEvent, markEventApplied } from "./store-events.ts";
import { noteRefunded } from "../invoices/store.ts";
import { recordFailure } from "../reconciliation/reconciliation.ts";
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
  const { kind, ref, key, refunded } = event;
  const payment =
    (ref ? await findPaymentByRef(ctx.db, provider, ref) : null) ??
    (key ? await findPayment(ctx.db, key) : null);
  try {
    if (payment?.invoiceId && refunded)
      await ctx.transact((tx) => noteRefunded(tx.db, payment.invoiceId!, refunded));
    if (payment && kind === "dispute_opened") await recordFailure(ctx, payment, "dispute");
    if (payment && kind === "refund_failed") await recordFailure(ctx, payment, "refund_failed");
    if (payment) await syncPayment(ctx, { ...payment, providerRef: payment.providerRef ?? ref }, "gateway");
    await markEventApplied(ctx.db, event);
  } catch (error) {
    await markEventApplied(ctx.db, event, error instanceof Error ? error.name : "unknown");
    throw error;
  }
}
