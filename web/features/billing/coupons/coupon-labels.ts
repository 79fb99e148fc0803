import { t } from "@lingui/core/macro";
import { formatMoney } from "../../../lib/money.ts";
import type { TakenCoupon } from "../checkout/agreement.ts";
import { lengthOf } from "../checkout/intervals.ts";

/** Discount and duration: "25 % once". */
export function discountLabels(
  off: string,
  duration: TakenCoupon["discountDuration"],
  months: number | null,
): string {
  switch (duration) {
    case "one_time":
      return t`${off} once`;
    case "forever":
      return t`${off} forever`;
    case "limited_period":
      return t`${off} for ${lengthOf(months ?? 1, "month")}`;
  }
}

/** Code, discount and duration of a coupon: "DEMO25, 25 % once". */
export function couponLabels(coupon: TakenCoupon, currencyCode: string): string {
  const off =
    coupon.discountType === "percentage"
      ? `${coupon.discountPercentage ?? 0}%`
      : formatMoney(coupon.discountAmount ?? 0, currencyCode, { short: true });
  return `${coupon.id}, ${discountLabels(off, coupon.discountDuration, coupon.discountMonths)}`;
}
