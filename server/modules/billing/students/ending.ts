import type { Ctx, Tx } from "../../../ctx.ts";
import { isStillTaken } from "../coupons/rules.ts";
import { mailStudentPriceEnds } from "../emails/send.ts";
import { addUp } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { listTakenCoupons } from "../plans/store.ts";
import { planOfTerm } from "../price-changes/term-price.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";

/**
 * Emails a member whose payment was the last at the student price: when the normal price is charged, and how much that is.
 * @param found the subscription after the payment
 * @param couponIds the coupons that reduced its invoice
 */
export async function notifyOfStudentPriceEnd(
  ctx: Ctx,
  tx: Tx,
  found: SubscriptionRow,
  couponIds: readonly string[],
): Promise<void> {
  const { nextBillingAt: at } = found;
  if (couponIds.length === 0 || found.status !== "active" || !at) return;
  const taken = await listTakenCoupons(tx.db, found.id);
  if (!taken.some((one) => one.forStudents && couponIds.includes(one.id) && !isStillTaken(one))) return;
  const plan = await planOfTerm(tx, found, at);
  const { totals } = await addUp(tx, found, {
    charges: [{ kind: "plan", description: plan.name, amount: plan.amount }],
    planId: plan.id,
    now: at,
  });
  await mailStudentPriceEnds(tx, found, at, chargedAmount(ctx, found, totals.amountDue));
}
