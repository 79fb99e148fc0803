import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, type FragmentOf, readFragment } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useCouponFaults } from "./coupon-error.ts";
import { CouponLimitsFragment } from "./fragments.ts";
import { CouponLimitFields, limitsOf, typedLimitsOf, type TypedLimits } from "./limit-fields.tsx";

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
  const [, setLimits] = useMutation(SetCouponLimits);
  const { faultOf } = useCouponFaults();
  const { submit, busy, field, formFault } = useServerForm<TypedLimits>({
    defaultValues: typedLimitsOf(couponLimits),
    send: async (typed) => {
      const { error } = await setLimits({ id, ...limitsOf(typed) });
      if (error) {
        onRefused();
        throw error;
      }
      showToast(t`Limits of ${id} saved.`);
      onSaved();
    },
    faultOf,
  });
  return (
    <form
      className="coupon-form"
      aria-label={t`Limits of ${id}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <CouponLimitFields field={field} now={now} />
      <p className="hint hint-bad" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Save`}</Button>
      </div>
    </form>
  );
}
