import type Stripe from "stripe";
import type { HeldDispute, HeldPayment } from "../../ports.ts";

/** A range of creation times, as Stripe filters by. */
export const createdIn = (from: Date, to: Date): { gte: number; lt: number } => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.floor(to.getTime() / 1000),
});

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === "string" ? object : (object?.id ?? null);

/** A succeeded charge of an intent; null for any other. */
export function chargeOf(charge: Stripe.Charge): HeldPayment | null {
  const ref = idOf(charge.payment_intent);
  if (charge.status !== "succeeded" || !ref) return null;
  return {
    ref,
    key: charge.metadata["key"] ?? null,
    amount: charge.amount,
    currencyCode: charge.currency.toUpperCase(),
    refunded: charge.amount_refunded,
  };
}

/** A dispute of an intent; null for any other. A closed warning moved no money. */
export function disputeOf(dispute: Stripe.Dispute): HeldDispute | null {
  const paymentRef = idOf(dispute.payment_intent);
  if (!paymentRef) return null;
  const { status } = dispute;
  const isWon = status === "won" || status === "warning_closed" || status === "prevented";
  return {
    ref: dispute.id,
    paymentRef,
    amount: dispute.amount,
    currencyCode: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    status: status === "lost" ? "lost" : isWon ? "won" : "open",
    dueAt: dispute.evidence_details.due_by ? new Date(dispute.evidence_details.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}
