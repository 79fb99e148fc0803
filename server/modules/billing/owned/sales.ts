import type { Ctx } from "../../../ctx.ts";
import { couponCode } from "../coupons/rules.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { CouponNotApplicable, ManagedElsewhere, PlanUnknown } from "../errors.ts";
import type { OwnedEstimate, OwnedOrder, SubscriptionOwner } from "../owner-ports.ts";
import { requireOpen } from "../buyers/parties.ts";
import { estimateCheckout, findUsableCoupon, orderOf, trialEndOf } from "../plans/plans.ts";
import type { Buyer, CheckoutEstimate, InvoiceEstimate, StatedOrder } from "../plans/plans.ts";
import type { PlanRow } from "../plans/store.ts";
import { findCouponRef } from "../price-refs/store.ts";
import { consentVersion } from "../rules/withdrawal.ts";

/** An owner that begins subscriptions here. */
export type SellingOwner = SubscriptionOwner &
  Required<Pick<SubscriptionOwner, "clientConfig" | "createIntent" | "estimate" | "subscribe">>;

const sells = (owner: SubscriptionOwner): owner is SellingOwner =>
  Boolean(owner.clientConfig && owner.createIntent && owner.estimate && owner.subscribe);

/** The owner that takes new subscriptions; null if a payment provider does. */
export function sellingOwner({ ports }: Pick<Ctx, "ports">): SellingOwner | null {
  const owner = ports.owners.find(ports.gateways.provider);
  return owner && sells(owner) ? owner : null;
}

/** @throws ManagedElsewhere if subscriptions of this owner begin elsewhere */
export function requireSelling(owner: SubscriptionOwner): SellingOwner {
  if (!sells(owner)) throw new ManagedElsewhere();
  return owner;
}

/** What is bought, by whom. */
export interface OwnedSale {
  readonly buyer: Buyer;
  readonly plan: PlanRow;
  readonly couponIds: readonly string[];
  readonly withoutTrial: boolean;
  readonly postcode: string | null;
}

/**
 * An order in the provider's terms.
 * @throws CouponNotApplicable for a coupon that the provider doesn't have, and the refusals of coupons
 */
export async function orderFor(
  ctx: Ctx,
  owner: SubscriptionOwner,
  { buyer, plan, couponIds, withoutTrial, postcode }: OwnedSale,
): Promise<{ order: OwnedOrder; coupons: readonly CouponTerms[] }> {
  const { provider } = owner;
  const coupons: CouponTerms[] = [];
  const couponRefs: string[] = [];
  for (const code of new Set(couponIds.map(couponCode).filter(Boolean))) {
    const coupon = await findUsableCoupon(ctx, buyer, plan, code);
    const ref = await findCouponRef(ctx.db, {
      provider,
      couponId: coupon.id,
      currencyCode: plan.currencyCode,
    });
    if (!ref) throw new CouponNotApplicable();
    coupons.push(coupon);
    couponRefs.push(ref);
  }
  const order = {
    planId: plan.id,
    currencyCode: plan.currencyCode,
    couponRefs,
    trialEndsAt: buyer.canTrial && !withoutTrial ? trialEndOf(plan, buyer.now) : null,
    place: { countryCode: buyer.billingRegion.countryCode, postcode },
    now: buyer.now,
  };
  return { order, coupons };
}

/** A provider's estimate as the web shows every estimate. */
export const invoiceEstimateOf = (found: OwnedEstimate): InvoiceEstimate => ({
  lines: found.lines.map((line) => ({ ...line, couponId: null })),
  subTotal: found.subTotal,
  discountsTotal: found.discountsTotal,
  isReverseCharge: false,
  taxTotal: found.taxTotal,
  taxes: found.taxes,
  taxName: found.taxes.map(({ name }) => name).join(", "),
  total: found.total,
  creditsApplied: found.creditsApplied,
  amountDue: found.amountDue,
  waived: 0,
  carried: 0,
  planValue: found.subTotal,
  dueAt: found.dueAt,
});

/** Estimates a checkout by the provider's arithmetic: it is the one that charges. */
async function estimateSale(ctx: Ctx, owner: SellingOwner, sale: OwnedSale): Promise<CheckoutEstimate> {
  const { order, coupons } = await orderFor(ctx, owner, sale);
  // What comes once coupons have run out is asked without them.
  const lasting = order.couponRefs.filter((_, at) => coupons[at]?.duration === "forever");
  const [found, later] = await Promise.all([
    owner.estimate(ctx, order),
    lasting.length < order.couponRefs.length
      ? owner.estimate(ctx, { ...order, couponRefs: lasting, trialEndsAt: null })
      : null,
  ]);
  return {
    estimate: invoiceEstimateOf(found),
    coupon: coupons[0] ?? null,
    currencyCode: found.currencyCode,
    nextBillingAt: found.nextBillingAt ?? found.dueAt,
    endsAt: null,
    runningPass: null,
    trialEndsAt: order.trialEndsAt,
    renewalTotal: (later ?? found).renewalTotal,
    consentVersion: sale.buyer.billingRegion.canWithdraw ? consentVersion : null,
  };
}

/** Estimates a checkout: by the provider of new subscriptions if it owns them, else by our own arithmetic. */
export async function estimateOrder(
  ctx: Ctx,
  order: StatedOrder & { couponId: string | null; withoutTrial: boolean },
): Promise<CheckoutEstimate> {
  const owner = sellingOwner(ctx);
  if (!owner) return estimateCheckout(ctx, order);
  requireOpen(ctx);
  const { couponId, withoutTrial, postcode } = order;
  const couponIds = couponId ? [couponId] : [];
  const sale = await orderOf(ctx, order);
  // What a provider owns renews.
  if (!sale.plan.renews) throw new PlanUnknown();
  return estimateSale(ctx, owner, { ...sale, couponIds, withoutTrial, postcode });
}
