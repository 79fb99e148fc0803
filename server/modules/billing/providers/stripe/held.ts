import type Stripe from "stripe";
import type { HeldDispute, HeldPayment } from "../../ports.ts";
import { idOf } from "./payment-results.ts";

/** A range of creation times, as Stripe filters by. */
const createdIn = (from: Date, to: Date): { gte: number; lt: number } => ({
  gte: Math.floor(from.getTime() / 1000),
  lt: Math.floor(to.getTime() / 1000),
});

/** A succeeded charge of an intent; null for any other. */
function chargeOf(charge: Stripe.Charge): HeldPayment | null {
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

/** Disputes that were opened between two moments. */
export async function* heldDisputes(stripe: Stripe, from: Date, to: Date): AsyncIterable<HeldDispute> {
  for await (const dispute of stripe.disputes.list({ created: createdIn(from, to), limit: 100 })) {
    const held = disputeOf(dispute);
    if (held) yield held;
  }
}

/** Payments with a refund that was made between two moments, each once. */
export async function* heldRefunds(stripe: Stripe, from: Date, to: Date): AsyncIterable<HeldPayment> {
  const refunds = stripe.refunds.list({
    created: createdIn(from, to),
    limit: 100,
    expand: ["data.charge"],
  });
  const seen = new Set<string>();
  for await (const { charge } of refunds) {
    if (!charge || typeof charge === "string" || seen.has(charge.id)) continue;
    seen.add(charge.id);
    const held = chargeOf(charge);
    if (held) yield held;
  }
}

/** Payments that succeeded between two moments. */
export async function* heldPayments(stripe: Stripe, from: Date, to: Date): AsyncIterable<HeldPayment> {
  for await (const charge of stripe.charges.list({ created: createdIn(from, to), limit: 100 })) {
    const held = chargeOf(charge);
    if (held) yield held;
  }
}
