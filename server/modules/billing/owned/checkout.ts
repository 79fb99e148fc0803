import { randomUUID } from "node:crypto";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { lockAccount } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { hashOf } from "../checkout/order.ts";
import type { CheckoutOrder } from "../checkout/order.ts";
import { claimMs } from "../checkout/record.ts";
import { claimKey, findKey, finishKey, insertKey, releaseKey } from "../checkout/store.ts";
import {
  AmountMismatch,
  checkAmount,
  IdempotencyKeyReused,
  IllegalTransition,
  InProgress,
  PaymentRefused,
  PlanUnknown,
  ProviderUnavailable,
  TrialNotAvailable,
} from "../errors.ts";
import { countRefusal, limitRefusals } from "../payments/decline-limits.ts";
import { buyerOf, findOfferedPlan } from "../plans/plans.ts";
import { shownBillingRegion } from "../plans/regions.ts";
import { insertTakenCoupon } from "../plans/store.ts";
import { failureCodes } from "../rules/dunning.ts";
import type { FailureCode } from "../rules/dunning.ts";
import { findLiveSubscription, findSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { project } from "./project.ts";
import { orderFor, requireSelling } from "./sales.ts";
import type { SellingOwner } from "./sales.ts";
import { listOwned } from "./store.ts";
import type { SubscriptionOwner } from "../owner-ports.ts";

/**
 * Subscribes an account through a provider that owns the terms. Idempotent per key: the subscription's reference is made
 * before the provider is asked, so that a repeated call finds what an interrupted one began.
 * @throws AmountMismatch, IdempotencyKeyReused, IllegalTransition, InProgress, PaymentRefused, ProviderUnavailable
 */
export async function subscribeThroughOwner(
  ctx: Ctx,
  given: SubscriptionOwner,
  accountId: string,
  order: CheckoutOrder,
): Promise<SubscriptionRow> {
  const owner = requireSelling(given);
  if (order.startAt) throw new BadInput("startAt", inEnglish("Subscriptions of this provider begin now."));
  const call = { accountId, key: order.idempotencyKey };
  const known = await findKey(ctx.db, accountId, call.key);
  if (known) {
    if (known.inputHash !== hashOf(order)) throw new IdempotencyKeyReused();
    if (known.refusal) throw new PaymentRefused(known.refusal);
    if (known.isDone) return begun(ctx, owner, known.subscriptionId);
    if (known.isClaimed || !(await claimKey(ctx.db, { ...call, forMs: claimMs }))) throw new InProgress();
    return subscribe(ctx, owner, { accountId, ref: known.subscriptionId }, order);
  }
  await limitRefusals(ctx, accountId, ctx.clientIp);
  const ref = randomUUID();
  const isFirst = await ctx.transact(async (tx) => {
    await lockAccount(tx.db, accountId);
    const live = await findLiveSubscription(tx.db, accountId);
    if (live)
      throw live.status === "pending" ? new InProgress() : new IllegalTransition(live.status, "subscribe");
    return insertKey(tx.db, { ...call, inputHash: hashOf(order), subscriptionId: ref, forMs: claimMs });
  });
  if (!isFirst) throw new InProgress();
  return subscribe(ctx, owner, { accountId, ref }, order);
}

/** Asks the provider, and writes what it answered. */
async function subscribe(
  ctx: Ctx,
  owner: SellingOwner,
  { accountId, ref }: { accountId: string; ref: string },
  order: CheckoutOrder,
): Promise<SubscriptionRow> {
  try {
    const now = await billingNow(ctx);
    const billingRegion = await shownBillingRegion(ctx, order, now);
    const [buyer, plan] = await Promise.all([
      buyerOf(ctx, billingRegion, now),
      findOfferedPlan(ctx, billingRegion, order.planId, now),
    ]);
    // What a provider owns renews.
    if (!plan.renews) throw new PlanUnknown();
    const { couponIds, withoutTrial, postcode } = order;
    const sale = await orderFor(ctx, owner, { buyer, plan, couponIds, withoutTrial, postcode });
    const asked = order.trialOverrideTime
      ? { ...sale.order, trialEndsAt: order.trialOverrideTime }
      : sale.order;
    const estimate = await owner.estimate(ctx, asked);
    // Without a trial, the amount that was agreed on as the first one is charged now.
    if (order.amountDue === 0 && estimate.amountDue > 0 && !withoutTrial && !buyer.canTrial)
      throw new TrialNotAvailable();
    checkAmount(order.amountDue, estimate.amountDue);
    if (order.firstAmount !== null && order.firstAmount !== estimate.total - estimate.creditsApplied)
      throw new AmountMismatch({ amountDue: estimate.amountDue });
    const reading = await owner.subscribe(ctx, { ...asked, key: ref, accountId, token: order.token });
    return await ctx.transact(async (tx) => {
      await project(tx, owner.provider, reading, now);
      const [row] = await listOwned(tx.db, { provider: owner.provider, refs: [ref], customers: [] });
      const found = row && (await findSubscription(tx.db, row.subscriptionId));
      if (!found) throw new Error("A subscription that was begun isn't in the reading");
      for (const { id } of sale.coupons)
        await insertTakenCoupon(tx.db, { couponId: id, subscriptionId: found.id, accountId, now });
      await finishKey(tx.db, { accountId, subscriptionId: ref, refusal: null });
      return found;
    });
  } catch (error) {
    if (error instanceof PaymentRefused) {
      await countRefusal(ctx);
      await finishKey(ctx.db, { accountId, subscriptionId: ref, refusal: refusalOf(error) });
    } else if (error instanceof ProviderUnavailable || !(error instanceof AmountMismatch))
      // The result is unknown, or nothing was asked: the same call may be repeated at once.
      await releaseKey(ctx.db, ref);
    throw error;
  }
}

const refusalOf = ({ code }: PaymentRefused): FailureCode =>
  failureCodes.find((one) => one === code) ?? "PAYMENT_REFUSED";

/** The subscription that an earlier call with the same key began. */
async function begun(ctx: Ctx, owner: SubscriptionOwner, ref: string): Promise<SubscriptionRow> {
  const [row] = await listOwned(ctx.db, { provider: owner.provider, refs: [ref], customers: [] });
  const found = row && (await findSubscription(ctx.db, row.subscriptionId));
  if (!found) throw new Error("A checkout's subscription doesn't exist");
  return found;
}
