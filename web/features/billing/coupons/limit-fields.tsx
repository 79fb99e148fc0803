import { useLingui } from "@lingui/react/macro";
import type { FieldProps } from "../../../lib/forms/use-server-form.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { useCouponFaults } from "./coupon-error.ts";
import { dayField, endOf, lastDayOf, minorOf } from "./typed.ts";

/** A coupon's limits as typed: its last day, and the maximum redemptions. */
export type TypedLimits = { redeemBy: string; maxRedemptions: string };

export const noLimits: TypedLimits = { redeemBy: "", maxRedemptions: "" };

/** A coupon's limits as input values. */
export const typedLimitsOf = (coupon: {
  redeemBy: string | null;
  redemptionsUsed: number;
  redemptionsLeft: number | null;
}): TypedLimits => ({
  redeemBy: coupon.redeemBy ? dayField(lastDayOf(coupon.redeemBy)) : "",
  maxRedemptions:
    coupon.redemptionsLeft === null ? "" : String(coupon.redemptionsUsed + coupon.redemptionsLeft),
});

/** The limits as the mutation takes them, from valid input. */
export function limitsOf({ redeemBy, maxRedemptions }: TypedLimits): {
  redeemBy: string | null;
  maxRedemptions: number | null;
} {
  return {
    redeemBy: endOf(redeemBy),
    maxRedemptions: maxRedemptions.trim() ? minorOf(maxRedemptions, 0) : null,
  };
}

type CouponLimitFieldsProps = {
  /** Registers a field of the form. */
  field: (name: keyof TypedLimits, rules?: { validate: (text: string) => true | string }) => FieldProps;
  /** Billing's current time. */
  now: string;
  /** Each of many codes is redeemed once. */
  isBatch?: boolean;
};

/** Fields for expiry and maximum redemptions. */
export function CouponLimitFields({ field, now, isBatch = false }: CouponLimitFieldsProps) {
  const { t } = useLingui();
  const { messages } = useCouponFaults();
  return (
    <div className="pay-two">
      <LineField
        label={t`Last day`}
        type="date"
        earliest={dayField(new Date(now))}
        hint={t`End of day, your time. Leave empty for no end date.`}
        {...field("redeemBy")}
      />
      {!isBatch && (
        <LineField
          label={t`Total limit`}
          inputMode="numeric"
          most={7}
          hint={t`One per member. Leave empty for no limit.`}
          {...field("maxRedemptions", {
            validate: (text) => text.trim() === "" || minorOf(text, 0) !== null || messages.maxRedemptions,
          })}
        />
      )}
    </div>
  );
}
