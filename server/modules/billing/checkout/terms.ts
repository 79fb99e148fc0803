import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, msg } from "../../../platform/i18n/messages.ts";
import { billingNow } from "../clock.ts";
import { couponCode } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { PaymentUsed } from "../errors.ts";
import { findPaymentByRef } from "../payments/store.ts";
import { buyerOf, findOfferedPlan, findUsableCoupon, trialEndOf } from "../plans/plans.ts";
import { trialHash, trialMarks } from "../plans/trial-marks.ts";
import type { Buyer } from "../plans/plans.ts";
import { regionOfSubscription } from "../plans/regions.ts";
import type { BillingRegion } from "../plans/regions.ts";
import type { PlanRow } from "../plans/store.ts";
import type { Gateway, GatewayMethod } from "../ports.ts";
import { addDays } from "../rules/calendar.ts";
import { consentVersion } from "../rules/withdrawal.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import type { CheckoutOrder } from "./order.ts";
import { billingRegionToCharge } from "./region.ts";

const latestStartDays = 90;
/** The longest trial that an admin can set. */
const maxTrialDays = 366;

/** What an order means: who pays how much for what, from when on. */
export interface CheckoutTerms {
  readonly method: GatewayMethod;
  readonly billingRegion: BillingRegion;
  readonly plan: PlanRow;
  readonly coupons: readonly CouponTerms[];
  /** When the subscription begins; null for now. */
  readonly startAt: Date | null;
  /** Null without a trial. */
  readonly trialEndsAt: Date | null;
  /** An admin set the end of the trial. */
  readonly isTrialOverridden: boolean;
  /** What a trial is granted to once: the account, its address, the card. */
  readonly trialMarks: readonly { readonly kind: string; readonly hash: string }[];
  readonly now: Date;
}

/**
 * Finds the terms of an order.
 * @param running the running pass that the purchase extends or replaces
 * @param opensId the course or class that is bought alone
 * @throws AmountMismatch, BadInput, PaymentUsed, and the refusals of plans and coupons
 */
export async function termsOf(
  ctx: Ctx,
  gateway: Gateway,
  accountId: string,
  order: CheckoutOrder,
  running: SubscriptionRow | null,
  opensId: string | null,
): Promise<CheckoutTerms> {
  const method = await retrieveMethod(ctx, gateway, accountId, order);
  const now = await billingNow(ctx);
  const billingRegion = running
    ? await regionOfSubscription(ctx, running, now)
    : await billingRegionToCharge(ctx, order, method, now);
  const [buyer, plan] = await Promise.all([
    buyerOf(ctx, billingRegion, now, opensId),
    findOfferedPlan(ctx, billingRegion, order.planId, now),
  ]);
  const coupons: CouponTerms[] = [];
  for (const code of new Set(order.couponIds.map(couponCode).filter(Boolean)))
    coupons.push(await findUsableCoupon(ctx, buyer, plan, code));
  if (running || !plan.renews) checkPaidNow(order, billingRegion);
  const startAt = startOf(order, now);
  const trialEndsAt = trialEndFor(order, { buyer, plan, startsAt: startAt ?? now, now });
  const isTrialOverridden = order.trialOverrideTime !== null;
  return {
    method,
    billingRegion,
    plan,
    coupons,
    startAt,
    trialEndsAt,
    isTrialOverridden,
    trialMarks: trialEndsAt && !isTrialOverridden ? await allTrialMarks(ctx, accountId, method) : [],
    now,
  };
}

/**
 * Checks an order of a pass, or of a plan that begins instead of one: it is paid and begins now, with consent where the law asks.
 * @throws BadInput
 */
function checkPaidNow(order: CheckoutOrder, { canWithdraw }: BillingRegion): void {
  if (order.startAt) throw new BadInput("startAt", msg("A pass begins when it’s paid."));
  if (order.trialOverrideTime) throw new BadInput("trialOverrideTime", msg("A pass has no free trial."));
  if (canWithdraw && order.consentVersion === null)
    throw new BadInput("consentVersion", inEnglish(`Show consent version ${consentVersion} and ask again.`));
}

/** The payment method behind the order's token, which no other checkout has used. */
async function retrieveMethod(
  ctx: Ctx,
  gateway: Gateway,
  accountId: string,
  order: CheckoutOrder,
): Promise<GatewayMethod> {
  const method = await gateway.retrieveMethod(ctx, order.token!, accountId);
  if (method.intent && (await findPaymentByRef(ctx.db, gateway.provider, method.ref)))
    throw new PaymentUsed();
  if (method.type !== order.paymentMethodType)
    throw new BadInput("paymentMethodType", inEnglish("The token is for a different payment method type."));
  return method;
}

/** A start in the future; null for now. */
function startOf({ startAt }: CheckoutOrder, now: Date): Date | null {
  if (!startAt || startAt <= now) return null;
  if (startAt > addDays(now, latestStartDays))
    throw new BadInput(
      "startAt",
      msg("A subscription begins within {latestStartDays} days.", { latestStartDays }),
    );
  return startAt;
}

/** The end of the trial: the admin's, else the plan's if the buyer may and wants to try. */
function trialEndFor(
  { trialOverrideTime, withoutTrial }: CheckoutOrder,
  { buyer, plan, startsAt, now }: { buyer: Buyer; plan: PlanRow; startsAt: Date; now: Date },
): Date | null {
  if (!trialOverrideTime) return buyer.canTrial && !withoutTrial ? trialEndOf(plan, startsAt) : null;
  if (trialOverrideTime <= now || trialOverrideTime > addDays(now, maxTrialDays))
    throw new BadInput(
      "trialOverrideTime",
      msg("Choose a trial end within {maxTrialDays} days.", { maxTrialDays }),
    );
  return trialOverrideTime;
}

/** The marks of the account, and of the card if the provider names it. */
async function allTrialMarks(ctx: Ctx, accountId: string, { fingerprint }: GatewayMethod) {
  const marks = await trialMarks(ctx, accountId);
  return fingerprint ? [...marks, { kind: "card", hash: trialHash(ctx, "card", fingerprint) }] : marks;
}
