import { useLingui } from "@lingui/react/macro";
import { formatList, formatOptions } from "../../../../contract/formats/names.ts";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { here } from "../../../lib/reader.ts";
import { termText } from "../checkout/intervals.ts";
import { discountLabels } from "./coupon-labels.ts";
import { CouponOptionsFragment, type StudioCouponFragment } from "./fragments.ts";

/** What a coupon takes off, for how long and from which plans. */
export function CouponTerms({
  coupon,
  options,
}: {
  coupon: Pick<
    ResultOf<typeof StudioCouponFragment>,
    "basisPoints" | "amounts" | "duration" | "months" | "planIds"
  >;
  options: FragmentOf<typeof CouponOptionsFragment>;
}) {
  const { t } = useLingui();
  const { plans } = readFragment(CouponOptionsFragment, options);
  const { basisPoints, amounts, duration, months, planIds } = coupon;
  const off =
    basisPoints === null
      ? formatOptions(
          amounts.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode, { short: true })),
          here(),
        )
      : `${basisPoints / 100}%`;
  const names = planIds?.map((id) => {
    const plan = plans.find((one) => one.id === id);
    return plan ? `${plan.name} ${termText(plan.period, plan.periodUnit)}` : id;
  });
  return (
    <>
      {discountLabels(off, duration, months)}.{" "}
      {names ? t`For ${formatList(names, here())}.` : t`For all plans and passes.`}
    </>
  );
}
