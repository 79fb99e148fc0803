import type { Ctx } from "../../../ctx.ts";
import { NotFound } from "../../../platform/errors.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { billingNow } from "../clock.ts";
import { CouponExhausted, CouponNotApplicable, IllegalTransition, PlanUnknown } from "../errors.ts";
import { buyerOf, findUsableCoupon } from "../plans/plans.ts";
import { billingRegionOf } from "../plans/regions.ts";
import { insertTakenCoupon, listPlans, listTakenCoupons } from "../plans/store.ts";
import { isLive } from "../rules/states.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";
import { couponCode, isStillTaken, maxCoupons } from "./rules.ts";

/** Typed codes per account, against guessing. */
const codes = { name: "coupons of a subscription", points: 20, seconds: 3600 };

/** Whether a later invoice comes that a coupon can reduce. */
const renews = ({ status }: SubscriptionRow): boolean =>
  isLive(status) && status !== "pending" && status !== "non_renewing";

/**
 * Redeems a coupon for a running subscription, from its next invoice on. A repeated call changes nothing.
 * @throws CouponUnknown, CouponExpired, CouponExhausted, CouponNotApplicable, IllegalTransition, RateLimited
 */
export async function redeemCoupon(ctx: Ctx, id: string, code: string): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  const taken = await listTakenCoupons(ctx.db, id);
  if (taken.some((coupon) => coupon.id === couponCode(code) && isStillTaken(coupon))) return own;
  if (!renews(own)) throw new IllegalTransition(own.status, "redeem_a_code");
  await consume(ctx, codes, own.accountId);
  const now = await billingNow(ctx);
  const billingRegion = await billingRegionOf(ctx, own, now);
  // The plan of the next invoice.
  const planId = own.nextPlanId ?? own.planId;
  const [buyer, plans] = await Promise.all([
    buyerOf(ctx, billingRegion, now),
    listPlans(ctx.db, billingRegion, now),
  ]);
  const plan = plans.find((one) => one.id === planId);
  if (!plan) throw new PlanUnknown();
  const coupon = await findUsableCoupon(ctx, buyer, { ...plan, currencyCode: own.currencyCode }, code);
  return ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found) throw new NotFound("subscription");
    if (!renews(found)) throw new IllegalTransition(found.status, "redeem_a_code");
    const before = (await listTakenCoupons(tx.db, id)).filter(isStillTaken);
    if (before.some((one) => one.id === coupon.id)) return found;
    if (before.length >= maxCoupons) throw new CouponNotApplicable();
    const redemption = { couponId: coupon.id, subscriptionId: id, accountId: found.accountId, now };
    if (!(await insertTakenCoupon(tx.db, redemption))) throw new CouponExhausted();
    return found;
  });
}
