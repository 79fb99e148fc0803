import type { Ctx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { IllegalTransition, InProgress, PaymentRefused } from "../errors.ts";
import type { Cause } from "../subscriptions/state.ts";
import { limitRefusals } from "./decline-limits.ts";
import { clearOpen, openPayment, runPayment } from "./payments.ts";
import { findOpenInvoice, isIssued } from "../invoices/store.ts";
import { describeMethod, payInvoice, storeMethod } from "./invoice-payments.ts";
import type { MethodOrder } from "./invoice-payments.ts";
import { updateOwnedMethod } from "../owned/acts.ts";
import { isOwing } from "../rules/dunning.ts";
import { isLive } from "../rules/states.ts";
import { listOpenPayments } from "./store.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";

/**
 * Replaces the payment method. An open invoice is paid with it at once.
 * @throws PaymentRefused
 */
export async function updatePaymentMethod(
  ctx: Ctx,
  id: string,
  order: MethodOrder,
): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  if (!isLive(own.status) || own.status === "pending")
    throw new IllegalTransition(own.status, "update_payment_method");
  if (own.owner === "provider") return updateOwnedMethod(ctx, own, order);
  const open = isOwing(own) ? await findOpenInvoice(ctx.db, id) : null;
  // One charge with the new method, so that the bank asks once.
  if (open && isIssued(open))
    return payInvoice(ctx, open.id, { amount: open.amountDue - open.amountPaid, method: order });
  await limitRefusals(ctx, own.accountId, ctx.clientIp);
  const method = await describeMethod(ctx, own, order);
  await clearOpen(ctx, own);
  const cause: Cause = `person:${own.accountId}`;
  const payment = await ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found || (await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
    const now = await billingNow(tx);
    const paymentMethodId = await storeMethod(ctx, tx, found, method, now);
    return openPayment(tx, found, {
      purpose: "method",
      invoice: null,
      paymentMethodId,
      isOnSession: true,
      now,
    });
  });
  const { subscription, refusal } = await runPayment(ctx, payment, { cause });
  if (refusal) throw new PaymentRefused(refusal);
  return subscription;
}
