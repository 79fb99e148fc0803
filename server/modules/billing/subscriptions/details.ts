import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { ownedMethodOf } from "../owned/management.ts";
import { mayTakeMonthOff } from "./changes.ts";
import { billingNow } from "../clock.ts";
import { addUp } from "../invoices/invoices.ts";
import { isLive } from "../rules/states.ts";
import { findOpenInvoice } from "../invoices/store.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { noMoreAttempts } from "../payments/failures.ts";
import { findLatestPayment, listMethods, listOpenPayments } from "../payments/store.ts";
import type { MethodRow, PaymentPurpose } from "../payments/store.ts";
import { listTakenCoupons } from "../plans/store.ts";
import type { SubscriptionRow } from "./store.ts";
import { planOfTerm } from "../price-changes/term-price.ts";
import { isStillTaken } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";

/** The offers shown next to "Cancel now". */
export const cancelOffers = ["pause", "cheaper_plan", "month_off"] as const;
export type CancelOffer = (typeof cancelOffers)[number];

const methodLoader = defineLoader<string, MethodRow>(async (ctx, ids) => {
  const rows = await listMethods(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, row]));
});

/** A payment method as anybody may see it. */
export type ShownMethod = Pick<MethodRow, "brand" | "expMonth" | "expYear" | "id" | "last4" | "type">;

/** The payment method of a subscription. */
export const methodOf = (ctx: Ctx, found: SubscriptionRow): Promise<ShownMethod | null> | null =>
  found.owner === "provider"
    ? ownedMethodOf(ctx, found)
    : found.paymentMethodId
      ? methodLoader(ctx).load(found.paymentMethodId)
      : null;

/**
 * The amount of the next charge in minor units; null if none is scheduled, if the subscription ends without consent, or if
 * a provider bills it, whose taxes only the provider knows.
 */
export async function nextAmount(ctx: Ctx, found: SubscriptionRow): Promise<number | null> {
  if (found.owner !== "ledger") return null;
  if (!isLive(found.status) || found.status === "non_renewing" || found.status === "pending") return null;
  if (found.dunningStatus === "in_progress")
    return (await findOpenInvoice(ctx.db, found.id))?.amountDue ?? null;
  const at = found.nextBillingAt ?? (await billingNow(ctx));
  const plan = await planOfTerm(ctx, found, at);
  if (plan.unaccepted) return null;
  const { totals } = await addUp(ctx, found, {
    charges: [{ kind: "plan", description: plan.name, amount: plan.amount }],
    planId: plan.id,
    now: at,
  });
  return chargedAmount(ctx, found, totals.amountDue);
}

/** The dunning of an open payment. */
export interface Dunning {
  readonly invoiceId: string;
  readonly amount: number;
  /** When it is retried, or when the subscription ends if it isn't retried. */
  readonly retryAt: Date | null;
  /** Whether the stored card is charged again by itself. */
  readonly willRetry: boolean;
  /** Whether the bank wants the person to confirm. */
  readonly needsConfirmation: boolean;
}

export async function dunningOf(ctx: Ctx, found: SubscriptionRow): Promise<Dunning | null> {
  if (found.dunningStatus !== "in_progress") return null;
  const [invoice, latest] = await Promise.all([
    findOpenInvoice(ctx.db, found.id),
    findLatestPayment(ctx.db, found.id),
  ]);
  return (
    invoice && {
      invoiceId: invoice.id,
      amount: invoice.amountDue,
      retryAt: found.retryAt,
      willRetry: found.dunningAttempts < noMoreAttempts,
      needsConfirmation: latest?.failureCode === "PAYMENT_ACTION_REQUIRED",
    }
  );
}

/** A payment that waits for the bank's confirmation. */
export interface OpenConfirmation {
  readonly purpose: PaymentPurpose;
  /** Minor units; 0 if only a payment method is stored. */
  readonly amount: number;
}

/** The payment behind `nextAction`; null if none waits. */
export async function confirmationOf(ctx: Ctx, found: SubscriptionRow): Promise<OpenConfirmation | null> {
  if (!found.nextAction) return null;
  const open = await listOpenPayments(ctx.db, found.id);
  return open.find(({ status }) => status === "action_required") ?? null;
}

/** Coupons that still apply. */
export async function couponsOf(
  ctx: Ctx,
  found: SubscriptionRow,
): Promise<(CouponTerms & { currencyCode: string })[]> {
  return (await listTakenCoupons(ctx.db, found.id))
    .filter(isStillTaken)
    .map((coupon) => ({ ...coupon, currencyCode: found.currencyCode }));
}

/** The offers available to the person instead of cancelling. */
export async function offersFor(ctx: Ctx, found: SubscriptionRow): Promise<CancelOffer[]> {
  if (found.owner !== "ledger") return [];
  const isPaid = found.status === "active" && found.dunningStatus !== "in_progress";
  const offers: Record<CancelOffer, boolean> = {
    pause: isPaid,
    cheaper_plan:
      (isPaid || found.status === "in_trial") && found.accessRank > 1 && found.nextPlanId === null,
    month_off: isPaid && (await mayTakeMonthOff(ctx, found.accountId, await billingNow(ctx))),
  };
  return cancelOffers.filter((offer) => offers[offer]);
}
