import { useLingui } from "@lingui/react/macro";
import type { CouponFault } from "./coupon-error.ts";
import { dayField, endOf, lastDayOf, minorOf } from "./typed.ts";
import { LineField } from "../../../ui/line-field.tsx";

/** Expiry and maximum redemptions, as typed. */
export type TypedLimits = { lastDay: string; most: string };

export const noLimits: TypedLimits = { lastDay: "", most: "" };

/** A coupon's limits as input values. */
export const typedLimitsOf = (coupon: {
  redeemBy: string | null;
  redemptionsUsed: number;
  redemptionsLeft: number | null;
}): TypedLimits => ({
  lastDay: coupon.redeemBy ? dayField(lastDayOf(coupon.redeemBy)) : "",
  most: coupon.redemptionsLeft === null ? "" : String(coupon.redemptionsUsed + coupon.redemptionsLeft),
});

/** Parses the typed limits; null if the number of redemptions is invalid. */
export function limitsOf(
  typed: TypedLimits,
): { redeemBy: string | null; maxRedemptions: number | null } | null {
  const maxRedemptions = typed.most.trim() ? minorOf(typed.most, 0) : null;
  if (typed.most.trim() && maxRedemptions === null) return null;
  return { redeemBy: endOf(typed.lastDay), maxRedemptions };
}

type CouponLimitFieldsProps = {
  typed: TypedLimits;
  onType: (typed: TypedLimits) => void;
  fault: CouponFault | null;
  /** Billing's current time. */
  now: string;
};

/** Fields for expiry and maximum redemptions. */
export function CouponLimitFields({ typed, onType, fault, now }: CouponLimitFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="pay-two">
      <LineField
        label={t`Last day`}
        type="date"
        value={typed.lastDay}
        min={dayField(new Date(now))}
        hint={t`End of day, your time. Leave empty for no end date.`}
        isFaulty={fault?.field === "redeemBy"}
        onType={(lastDay) => onType({ ...typed, lastDay })}
      />
      <LineField
        label={t`Total limit`}
        value={typed.most}
        inputMode="numeric"
        most={7}
        hint={t`One per member. Leave empty for no limit.`}
        isFaulty={fault?.field === "maxRedemptions"}
        onType={(most) => onType({ ...typed, most })}
      />
    </div>
  );
}
