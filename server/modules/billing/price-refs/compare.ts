import type { CouponTerms } from "../coupons/rules.ts";
import type { HeldCoupon, HeldPrice } from "../owner-ports.ts";
import type { CheckedCouponRef, CheckedPlanRef, CouponRef, ListPrice, PlanRef } from "./store.ts";

/** Why a reference can't be used. `theirs` and `ours` are minor units of the currency. */
export interface RefFault {
  readonly kind:
    | "other_price"
    | "price_missing"
    | "plan_unknown"
    | "coupon_unknown"
    | "coupon_missing"
    | "other_coupon";
  /** The plan or coupon with the currency. */
  readonly subject: string;
  readonly currencyCode: string;
  readonly ref: string;
  readonly theirs?: number;
  readonly ours?: number;
}

/** Compares a plan's reference with the provider's price: currency and period must be the same for it to count. */
export function comparePlan(
  { planId, currencyCode, ref }: PlanRef,
  ours: ListPrice | undefined,
  held: HeldPrice | undefined,
): { checked: CheckedPlanRef; fault: RefFault | null } {
  const isSame =
    held !== undefined &&
    held.currencyCode === currencyCode &&
    held.period === ours?.period &&
    held.periodUnit === ours.periodUnit;
  const checked = { planId, currencyCode, ref, heldAmount: isSame ? held.amount : null };
  const about = { subject: `${planId} ${currencyCode}`, currencyCode, ref };
  if (!ours) return { checked, fault: { ...about, kind: "plan_unknown" } };
  if (!isSame) return { checked, fault: { ...about, kind: "price_missing", ours: ours.amount } };
  return {
    checked,
    fault:
      held.amount === ours.amount
        ? null
        : { ...about, kind: "other_price", theirs: held.amount, ours: ours.amount },
  };
}

/** Compares a coupon's reference with the provider's coupon: discount and duration must be the same. */
export function compareCoupon(
  { couponId, currencyCode, ref }: CouponRef,
  ours: CouponTerms | undefined,
  held: HeldCoupon | undefined,
): { checked: CheckedCouponRef; fault: RefFault | null } {
  const isEqual =
    ours !== undefined &&
    held !== undefined &&
    held.duration === ours.duration &&
    held.durationMonths === ours.durationMonths &&
    held.basisPoints === ours.basisPoints &&
    (ours.discountType === "percentage" ||
      (held.currencyCode === currencyCode && held.amount === ours.amounts[currencyCode]));
  const about = { subject: [couponId, currencyCode].filter(Boolean).join(" "), currencyCode, ref };
  const kind = !ours ? "coupon_unknown" : !held ? "coupon_missing" : "other_coupon";
  return {
    checked: { couponId, currencyCode, ref, isEqual },
    fault: isEqual ? null : { ...about, kind },
  };
}
