import type { Estimate } from "./estimate.ts";
import type { PeriodUnit } from "./intervals.ts";

export type ChargedPlan = {
  name: string;
  period: number;
  periodUnit: PeriodUnit;
  priceInCents: number;
  currencyCode: string;
  trialPeriod: number | null;
  trialPeriodUnit: PeriodUnit | null;
  /** What a pass opens alone. */
  opens?: { kind: "course" | "class" } | null;
};

export type TakenCoupon = {
  id: string;
  discountType: "fixed_amount" | "percentage";
  discountDuration: "forever" | "limited_period" | "one_time";
  discountPercentage: number | null;
  /** In minor units of the plan's currency. */
  discountAmount: number | null;
  /** Duration in months if the discount is limited. */
  discountMonths: number | null;
};

/** The terms of a purchase: charges, dates, term and cancellation. */
export type Agreement = {
  plan: ChargedPlan;
  estimate: Estimate;
  /** Starts with a trial. */
  isTrial: boolean;
  /** Amount of each later period with tax, after a coupon has expired. Minor units. */
  renewal: number;
  coupon: TakenCoupon | null;
  /** Of a pass, which is paid once: when it ends, ISO 8601. Null for a plan that renews. */
  passEndsAt: string | null;
  /** The end of the running pass that is extended, or ended by a plan, ISO 8601. */
  runningPassEndsAt: string | null;
};

/** Builds the agreement from the result of `checkoutEstimate`. */
export const agreementOf = (
  plan: ChargedPlan,
  answer: {
    invoiceEstimate: Estimate;
    trialEndTime: string | null;
    renewalTotal: number;
    coupon: TakenCoupon | null;
    endsAt: string | null;
    runningPass: { endsAt: string } | null;
  },
): Agreement => ({
  plan,
  estimate: answer.invoiceEstimate,
  isTrial: answer.trialEndTime !== null,
  renewal: answer.renewalTotal,
  // A pass has one payment, however long a code takes off.
  coupon: answer.coupon && answer.endsAt ? { ...answer.coupon, discountDuration: "one_time" } : answer.coupon,
  passEndsAt: answer.endsAt,
  runningPassEndsAt: answer.runningPass?.endsAt ?? null,
});

/** Amount of the first charge, now or at the end of the trial. Minor units. */
export function firstCharge({ estimate, isTrial }: Agreement): number {
  return isTrial ? estimate.total - estimate.creditsApplied - estimate.waived : estimate.amountDue;
}
