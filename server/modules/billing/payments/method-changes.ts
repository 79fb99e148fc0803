import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { rejectCardNumbers } from "../../../platform/card-numbers.ts";
import { BadInput } from "../../../platform/errors.ts";
import { gatewayOf } from "../checkout/checkout.ts";
import { billingNow } from "../clock.ts";
import { processSubscription } from "../billing-cycle/steps.ts";
import { IllegalTransition, InProgress, PaymentRefused } from "../errors.ts";
import type { Cause } from "../subscriptions/state.ts";
import { regionOf } from "../plans/regions.ts";
import { clearOpen, limitRefusals, openPayment, runPayment } from "./payments.ts";
import type { PaymentMethodType, SubscriptionProvider } from "../ports.ts";
import { isOwing } from "../rules/dunning.ts";
import { isLive } from "../rules/states.ts";
import { insertMethod, listOpenPayments } from "./store.ts";
import { findSubscription, lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";

/**
 * Replaces the payment method, and retries an open payment with it at once.
 * @throws PaymentRefused
 */
export async function updatePaymentMethod(
  ctx: Ctx,
  id: string,
  order: { provider: SubscriptionProvider; token: string | null; type: PaymentMethodType },
): Promise<SubscriptionRow> {
  rejectCardNumbers(order.token, "gateway.token");
  const own = await ownSubscription(ctx, id);
  if (!isLive(own.status) || own.status === "pending")
    throw new IllegalTransition(own.status, "update_payment_method");
  if (!order.token) throw new BadInput("gateway.token", "A token of the payment provider is needed.");
  if (order.provider !== own.provider)
    throw new BadInput("gateway.provider", "This subscription is paid through another provider.");
  await limitRefusals(ctx, own.accountId);
  const method = await gatewayOf(ctx, order.provider).describe(ctx, order.token);
  if (method.type !== order.type)
    throw new BadInput("paymentMethodType", "The token stands for another kind of payment.");
  await clearOpen(ctx, own);
  const cause: Cause = `person:${own.accountId}`;
  const payment = await ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found || (await listOpenPayments(tx.db, id)).length > 0) throw new InProgress();
    const now = await billingNow(tx);
    const paymentMethodId = randomUUID();
    const { accountId, provider } = found;
    const region = regionOf(method, found.countryCode);
    await insertMethod(tx.db, { ...method, id: paymentMethodId, accountId, provider, region, now });
    return openPayment(tx, found, { purpose: "method", invoice: null, paymentMethodId, now });
  });
  const { subscription, refusal } = await runPayment(ctx, payment, { cause, isPersonPresent: true });
  if (refusal) throw new PaymentRefused(refusal);
  if (!isOwing(subscription) || subscription.nextAction) return subscription;
  await processSubscription(ctx, subscription, await billingNow(ctx));
  return (await findSubscription(ctx.db, id)) ?? subscription;
}
