import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { billingNow } from "../clock.ts";
import { checkAmount, IllegalTransition, InProgress } from "../errors.ts";
import { checkIdempotencyKey, inputHashOf } from "../idempotency.ts";
import { addUp } from "../invoices/invoices.ts";
import { chargedAmount } from "../payments/charged-amount.ts";
import { hasOpenDispute } from "../payments/store-disputes.ts";
import { listStoredMethods } from "../payments/store-methods.ts";
import { listMethods } from "../payments/store.ts";
import type { MethodRow } from "../payments/store.ts";
import { billingRegionOf } from "../plans/regions.ts";
import type { BillingRegion } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import { hasExpired } from "../rules/cards.ts";
import { consentVersion } from "../rules/withdrawal.ts";
import { findLiveSubscription, listSubscriptions } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";
import { answerOnce } from "./calls.ts";
import { insertPending, issueFirstInvoice, openCheckoutPayment, planCharges, recordOnce } from "./record.ts";
import type { CheckoutCall, RecordedCheckout } from "./record.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";

/** What restarting an ended subscription would mean. */
export interface RestartOffer {
  readonly subscription: SubscriptionRow;
  readonly plan: PlanRow;
  readonly method: MethodRow;
  readonly billingRegion: BillingRegion;
  /** Charged now, in minor units; credit is taken off. */
  readonly amountDue: number;
  /** The text about an immediate start that must be accepted; null where the law doesn't ask. */
  readonly consentVersion: string | null;
}

/**
 * The offer to restart a subscription with its payment method, at today's price. Null unless it is the account's last one,
 * has ended, its plan is still sold, and its method can still be charged.
 */
export async function restartOf(ctx: Ctx, found: SubscriptionRow): Promise<RestartOffer | null> {
  if (found.status !== "canceled" || !found.paymentMethodId) return null;
  const begun = (await listSubscriptions(ctx.db, found.accountId)).filter(
    ({ status }) => status !== "canceled_during_pending" && status !== "future_canceled",
  );
  if (begun[0]?.id !== found.id) return null;
  const now = await billingNow(ctx);
  const [last] = await listMethods(ctx.db, [found.paymentMethodId]);
  // The person may have removed it since; a copy of the same card is as good.
  const method =
    last &&
    (await listStoredMethods(ctx.db, found.accountId)).find(
      (one) =>
        one.id === last.id ||
        (one.last4 !== null &&
          one.last4 === last.last4 &&
          one.brand === last.brand &&
          one.expYear === last.expYear),
    );
  if (!method || hasExpired(method, now) || (await hasOpenDispute(ctx.db, found.id))) return null;
  if (!ctx.ports.gateways.all.some(({ provider }) => provider === found.provider)) return null;
  const billingRegion = await billingRegionOf(ctx, found, now);
  const plan = (await listPlans(ctx.db, billingRegion, now)).find(
    ({ id, isOffered, renews }) => id === found.planId && isOffered && renews,
  );
  if (!plan || plan.currencyCode !== found.currencyCode) return null;
  // A new subscription: coupons of the old one don't apply.
  const billed = { ...found, id: randomUUID() };
  const { totals } = await addUp(ctx, billed, { charges: planCharges(plan), planId: plan.id, now });
  return {
    subscription: found,
    plan,
    method,
    billingRegion,
    amountDue: chargedAmount(ctx, found, totals.amountDue),
    consentVersion: billingRegion.canWithdraw ? consentVersion : null,
  };
}

/**
 * Subscribes to the plan of an ended subscription again, with the stored payment method and without a trial. Idempotent by
 * its key.
 * @throws AmountMismatch, BadInput, IllegalTransition, PaymentRefused
 */
export async function restartSubscription(
  ctx: Ctx,
  id: string,
  order: { amountDue: number; idempotencyKey: string; consentVersion: string | null },
): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  const { accountId } = own;
  const key = order.idempotencyKey;
  checkIdempotencyKey(key);
  const inputHash = inputHashOf(["restart", id, order.amountDue]);
  const call = { accountId, key, inputHash, opensId: null };
  return answerOnce(ctx, call, () => recordRestart(ctx, own, call, order));
}

/** Records the new subscription before any charge. Null if the key was used before. */
async function recordRestart(
  ctx: Ctx,
  own: SubscriptionRow,
  call: CheckoutCall,
  order: { amountDue: number; consentVersion: string | null },
): Promise<RecordedCheckout | null> {
  const { accountId, provider } = own;
  const live = await findLiveSubscription(ctx.db, accountId);
  if (live) throw new IllegalTransition(live.status, "restart");
  const offer = await restartOf(ctx, own);
  if (!offer) throw new IllegalTransition(own.status, "restart");
  const { plan, billingRegion, method, consentVersion: asked } = offer;
  if (asked !== null && order.consentVersion !== asked)
    throw new BadInput("consentVersion", inEnglish(`Show consent version ${asked} and ask again.`));
  const now = await billingNow(ctx);
  return recordOnce(ctx, call, async (tx, id) => {
    if (await findLiveSubscription(tx.db, accountId)) throw new InProgress();
    // It may have been removed before the lock.
    if (!(await listStoredMethods(tx.db, accountId)).some((stored) => stored.id === method.id))
      throw new IllegalTransition(own.status, "restart");
    const subscription = await insertPending(tx, {
      locale: ctx.locale,
      id,
      accountId,
      provider,
      plan,
      billingRegion,
      startsAt: null,
      trialEndsAt: null,
      consentVersion: asked,
      now,
    });
    const invoice = await issueFirstInvoice(tx, subscription, plan, now);
    checkAmount(order.amountDue, chargedAmount(ctx, subscription, invoice.amountDue));
    return openCheckoutPayment(tx, subscription, { invoice, paymentMethodId: method.id, now });
  });
}
