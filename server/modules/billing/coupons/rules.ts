import { CouponExhausted, CouponExpired, CouponNotApplicable } from "../errors.ts";
import { periodsAfter } from "../rules/calendar.ts";

/** A coupon as the ledger keeps it. */
export interface CouponTerms {
  /** The code, upper case. */
  readonly id: string;
  readonly discountType: "fixed_amount" | "percentage";
  /** Hundredths of a percent; null for a fixed amount. */
  readonly basisPoints: number | null;
  /** What a fixed amount takes off, by currency; empty for a percentage. */
  readonly amounts: Readonly<Record<string, number>>;
  readonly duration: "forever" | "limited_period" | "one_time";
  /** Months of a limited period. */
  readonly durationMonths: number | null;
  readonly appliesTo: "item" | "invoice";
  /** As it is kept; `stateAt` says what holds. */
  readonly state: "active" | "archived" | "expired";
  /** Null: every plan. */
  readonly planIds: readonly string[] | null;
  readonly redeemBy: Date | null;
  /** Null: as often as anybody likes. */
  readonly redemptionsLeft: number | null;
}

/** A coupon that a subscription took. */
export interface TakenCoupon extends CouponTerms {
  /** Null before the first invoice that it was taken off. */
  readonly firstUsedAt: Date | null;
  readonly isSpent: boolean;
}

export type CouponState = CouponTerms["state"];

/** The most coupons that one subscription takes. */
export const maxCoupons = 3;

/** A code as it is kept, however somebody typed it. */
export const couponCode = (text: string): string => text.trim().toUpperCase();

/** What a coupon is at a moment: one whose last moment has come is expired, without anybody having said so. */
export const stateAt = (coupon: Pick<CouponTerms, "state" | "redeemBy">, now: Date): CouponState =>
  coupon.state === "active" && coupon.redeemBy && coupon.redeemBy <= now ? "expired" : coupon.state;

/**
 * Refuses a coupon that can't be taken now.
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

/** Whether a coupon that was taken still takes something off an invoice of `issuedAt`. */
export function isStillTaken(coupon: TakenCoupon, issuedAt: Date): boolean {
  if (coupon.isSpent) return false;
  if (coupon.duration === "forever" || !coupon.firstUsedAt) return true;
  if (coupon.duration === "one_time") return false;
  const end = periodsAfter(coupon.firstUsedAt, coupon.durationMonths ?? 0, {
    period: 1,
    periodUnit: "month",
  });
  return issuedAt < end;
}

/**
 * The one order in which coupons are taken off, whatever order they came in: those of the plan's line before those of the invoice,
 * fixed amounts before percentages, then by code.
 */
export function inOrder<Coupon extends CouponTerms>(coupons: readonly Coupon[]): Coupon[] {
  const rank = (coupon: CouponTerms) =>
    (coupon.appliesTo === "item" ? 0 : 2) + (coupon.discountType === "fixed_amount" ? 0 : 1);
  return [...coupons].sort(
    (one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),
  );
}
