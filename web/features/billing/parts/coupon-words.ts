import { t } from "@lingui/core/macro";
import { formatMoney } from "../../../lib/money.ts";
import type { TakenCoupon } from "./agreement.ts";
import { lengthOf } from "./intervals.ts";

/** What a coupon takes off and for how long: "DEMO25, 25 % once". */
export function couponWords(coupon: TakenCoupon, currencyCode: string): string {
  const { id } = coupon;
  const off =
    coupon.discountType === "percentage"
      ? `${coupon.discountPercentage ?? 0} %`
      : formatMoney(coupon.discountAmount ?? 0, currencyCode, { short: true });
  switch (coupon.discountDuration) {
    case "one_time":
      return t`${id}, ${off} once`;
    case "forever":
      return t`${id}, ${off} each time`;
    case "limited_period":
      return t`${id}, ${off} for ${lengthOf(coupon.discountMonths ?? 1, "month")}`;
  }
}
