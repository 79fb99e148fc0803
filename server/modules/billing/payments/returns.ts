import type { Tx } from "../../../ctx.ts";
import { mailRefunded } from "../emails/send.ts";
import type { PaymentResult } from "../ports.ts";
import { reportPayment } from "../reconciliation/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { returnPayment } from "./refunds.ts";
import { markResolved } from "./store-open.ts";
import { findPaymentByRef, updatePayment } from "./store.ts";
import type { PaymentRow } from "./store.ts";

/** A payment result, or that we stopped waiting for one: a sweep asks on. */
export type SettledResult = PaymentResult | { readonly kind: "given_up"; readonly ref: string | null };

/**
 * Records the provider's result for a payment that nothing waits for any more.
 * @returns whether the provider took money, which the caller then pays back
 */
export async function recordLateResult(
  tx: Tx,
  payment: PaymentRow,
  result: SettledResult,
  now: Date,
): Promise<boolean> {
  if (result.kind === "unknown" || result.kind === "action_required" || result.kind === "given_up")
    return false;
  await markResolved(tx.db, payment.id, now);
  if (result.kind !== "succeeded" || payment.status === "succeeded") return false;
  const other = await findPaymentByRef(tx.db, payment.provider, result.ref);
  if (other && other.id !== payment.id) return false;
  await updatePayment(tx.db, {
    id: payment.id,
    status: "succeeded",
    providerRef: result.ref,
    failureCode: null,
    settledAt: now,
  });
  return true;
}

/** Pays back what can't be applied any more: no invoice counts it. */
export async function payBack(
  tx: Tx,
  payment: PaymentRow,
  found: SubscriptionRow | null,
  reason: "late_payment" | "not_applicable",
  now: Date,
): Promise<void> {
  const { invoiceId, amount } = payment;
  if (!invoiceId || amount === 0) return;
  await returnPayment(tx, { payment, invoiceId, amount, reason, now });
  await reportPayment(tx, payment, reason, {}, now);
  if (found) await mailRefunded(tx, found, amount, payment.currencyCode);
}
