import { CouponExhausted, CouponExpired, CouponNotApplicable } from "../errors.ts";

/** A coupon as stored. */
export interface CouponTerms {
  /** The code in upper case. */
  readonly id: string;
  readonly discountType: "fixed_amount" | "percentage";
  /** Percentage in basis points; null for a fixed amount. */
  readonly basisPoints: number | null;
  /** Fixed amounts in minor units by currency; empty for a percentage. */
  readonly amounts: Readonly<Record<string, number>>;
  readonly duration: "forever" | "limited_period" | "one_time";
  /** Length of a limited duration in months. */
  readonly durationMonths: number | null;
  readonly appliesTo: "item" | "invoice";
  /** The stored state; `stateAt` returns the effective one. */
  readonly state: "active" | "archived" | "expired";
  /** Only students may redeem it. */
  readonly forStudents: boolean;
  /** Null for all plans. */
  readonly planIds: readonly string[] | null;
  readonly redeemBy: Date | null;
  /** Null for no limit. */
  readonly redemptionsLeft: number | null;
}

/** A coupon redeemed by a subscription. */
export interface TakenCoupon extends CouponTerms {
  /** Months of the terms that it has reduced so far. */
  readonly coveredMonths: number;
  readonly isSpent: boolean;
}

export type CouponState = CouponTerms["state"];

/** Which codes of a batch staff see. */
export const batchCodeFilters = ["all", "redeemed", "unused", "archived"] as const;
export type BatchCodeFilter = (typeof batchCodeFilters)[number];

/** The maximum number of coupons of one subscription. */
export const maxCoupons = 3;

/** Normalizes a coupon code: trimmed, upper case. */
export const couponCode = (text: string): string => text.trim().toUpperCase();

/** The effective state at a moment: expired once the redeem-by date has passed, even if stored as active. */
export const stateAt = (coupon: Pick<CouponTerms, "state" | "redeemBy">, now: Date): CouponState =>
  coupon.state === "active" && coupon.redeemBy && coupon.redeemBy <= now ? "expired" : coupon.state;

/**
 * Checks that a coupon can be redeemed now.
 * @throws CouponExpired, CouponExhausted, CouponNotApplicable
 */
export function checkCoupon(
  coupon: CouponTerms,
  { planId, currencyCode, now }: { planId: string; currencyCode: string; now: Date },
): void {
  if (stateAt(coupon, now) !== "active") throw new CouponExpired();
  if (coupon.redemptionsLeft === 0) throw new CouponExhausted();
  if (coupon.planIds && !coupon.planIds.includes(planId)) throw new CouponNotApplicable();
  if (coupon.discountType === "fixed_amount" && coupon.amounts[currencyCode] === undefined)
    throw new CouponNotApplicable();
}

/**
 * Whether a redeemed coupon still applies. A limited one counts the terms that it has reduced, so that delays
 * and pauses neither add discounts nor use them up.
 */
export function isStillTaken({ isSpent, duration, coveredMonths, durationMonths }: TakenCoupon): boolean {
  if (isSpent) return false;
  return duration !== "limited_period" || coveredMonths < (durationMonths ?? 0);
}

/**
 * Sorts coupons into the order of application: plan line before invoice, fixed amounts before percentages,
 * then by code.
 */
export function inOrder<Coupon extends CouponTerms>(coupons: readonly Coupon[]): Coupon[] {
  const rank = (coupon: CouponTerms) =>
    (coupon.appliesTo === "item" ? 0 : 2) + (coupon.discountType === "fixed_amount" ? 0 : 1);
  return [...coupons].sort(
    (one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),
  );
}
