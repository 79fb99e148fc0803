import type { Ctx, Tx } from "../../../ctx.ts";
import type { Db } from "../../../platform/db.ts";
import { NotFound } from "../../../platform/errors.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { billingNow } from "../clock.ts";
import { CouponExhausted, CouponNotApplicable, IllegalTransition, PlanUnknown } from "../errors.ts";
import { findUsableCoupon } from "../plans/plans.ts";
import { regionOfSubscription } from "../plans/regions.ts";
import { insertTakenCoupon, listPlans, listTakenCoupons } from "../plans/store.ts";
import { isLive } from "../rules/states.ts";
import { lockSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { ownSubscription } from "../subscriptions/subscriptions.ts";
import { couponCode, isStillTaken, maxCoupons } from "./rules.ts";
import type { CouponTerms } from "./rules.ts";

/** Typed codes per account, against guessing. */
const codes = { name: "coupons of a subscription", points: 20, seconds: 3600 };

/** Whether a later invoice comes that a coupon can reduce. */
const renews = ({ status }: SubscriptionRow): boolean =>
  isLive(status) && status !== "pending" && status !== "non_renewing";

/**
 * The coupon of a code, for the next invoice of a subscription.
 * @throws CouponUnknown, CouponExpired, CouponExhausted, CouponNotApplicable, PlanUnknown
 */
async function couponForNext(
  ctx: Pick<Ctx, "db" | "studio">,
  found: SubscriptionRow,
  code: string,
  now: Date,
): Promise<CouponTerms> {
  const planId = found.nextPlanId ?? found.planId;
  const region = await regionOfSubscription(ctx, found, now);
  const plan = (await listPlans(ctx.db, region, now, { planIds: [planId] })).find(({ id }) => id === planId);
  if (!plan) throw new PlanUnknown();
  return findUsableCoupon(ctx, { accountId: found.accountId, now }, plan, code);
}

/**
 * Redeems a coupon for a locked subscription, from its next invoice on.
 * @throws CouponUnknown, CouponExpired, CouponExhausted, CouponNotApplicable, IllegalTransition, PlanUnknown
 */
export async function redeemLocked(
  tx: Tx,
  found: SubscriptionRow,
  code: string,
  now: Date,
): Promise<CouponTerms> {
  if (!renews(found)) throw new IllegalTransition(found.status, "redeem_a_code");
  const coupon = await couponForNext(tx, found, code, now);
  const before = (await listTakenCoupons(tx.db, found.id)).filter(isStillTaken);
  if (before.length >= maxCoupons) throw new CouponNotApplicable();
  const redemption = { couponId: coupon.id, subscriptionId: found.id, accountId: found.accountId, now };
  if (!(await insertTakenCoupon(tx.db, redemption))) throw new CouponExhausted();
  return coupon;
}

/**
 * Redeems a coupon for a running subscription, from its next invoice on. A repeated call changes nothing.
 * @throws CouponUnknown, CouponExpired, CouponExhausted, CouponNotApplicable, IllegalTransition, RateLimited
 */
export async function redeemCoupon(ctx: Ctx, id: string, code: string): Promise<SubscriptionRow> {
  const own = await ownSubscription(ctx, id);
  const isTaken = async (db: Db) =>
    (await listTakenCoupons(db, id)).some((one) => one.id === couponCode(code) && isStillTaken(one));
  if (await isTaken(ctx.db)) return own;
  if (!renews(own)) throw new IllegalTransition(own.status, "redeem_a_code");
  await consume(ctx, codes, own.accountId);
  const now = await billingNow(ctx);
  return ctx.transact(async (tx) => {
    const found = await lockSubscription(tx.db, id);
    if (!found) throw new NotFound("subscription");
    if (!(await isTaken(tx.db))) await redeemLocked(tx, found, code, now);
    return found;
  });
}
