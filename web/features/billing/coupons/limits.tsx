import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, type FragmentOf, readFragment } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCouponFault } from "./coupon-error.ts";
import { CouponLimitsFragment } from "./fragments.ts";
import { CouponLimitFields, limitsOf, typedLimitsOf } from "./limit-fields.tsx";

const SetCouponLimits = graphql(
  `
    mutation CouponLimitsSet($id: ID!, $redeemBy: DateTime, $maxRedemptions: Int) {
      couponLimitsSet(id: $id, redeemBy: $redeemBy, maxRedemptions: $maxRedemptions) {
        ...CouponLimits
      }
    }
  `,
  [CouponLimitsFragment],
);

type CouponLimitsProps = {
  coupon: FragmentOf<typeof CouponLimitsFragment>;
  /** Billing's current time. */
  now: string;
  /** Refetches the number of redemptions. */
  onRefused: () => void;
  onSaved: () => void;
};

/** Changes expiry and maximum redemptions of a coupon. */
export function CouponLimits({ coupon, now, onRefused, onSaved }: CouponLimitsProps) {
  const { t } = useLingui();
  const couponLimits = readFragment(CouponLimitsFragment, coupon);
  const { id } = couponLimits;
  const [typed, setTyped] = useState(() => typedLimitsOf(couponLimits));
  const [{ fetching: isBusy }, setLimits] = useMutation(SetCouponLimits);
  const { fault, refuse, say, clear } = useCouponFault();
  const save = async (): Promise<void> => {
    if (isBusy) return;
    clear();
    const limits = limitsOf(typed);
    if (!limits) return refuse("maxRedemptions");
    const { error } = await setLimits({ id, ...limits });
    if (error) {
      say(error);
      return onRefused();
    }
    showToast(t`Limits of ${id} saved.`);
    onSaved();
  };
  return (
    <form
      className="coupon-form"
      aria-label={t`Limits of ${id}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CouponLimitFields typed={typed} onType={setTyped} fault={fault} now={now} />
      <p className="hint hint-bad" role="alert">
        {fault?.text}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>{t`Save`}</Button>
      </div>
    </form>
  );
}
