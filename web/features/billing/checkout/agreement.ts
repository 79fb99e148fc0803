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
};

export type TakenCoupon = {
  id: string;
  discountType: "fixed_amount" | "percentage";
  discountDuration: "forever" | "limited_period" | "one_time";
  discountPercentage: number | null;
  /** Minor units of the plan's currency. */
  discountAmount: number | null;
  /** For how long, where that is limited. */
  discountMonths: number | null;
};

/** All that a person agrees to: what is charged when, for how long it goes on, and how it ends. */
export type Agreement = {
  plan: ChargedPlan;
  estimate: Estimate;
  /** A trial comes first. */
  isTrial: boolean;
  /** What each later period costs, tax included, once a coupon has run out. Minor units. */
  renewal: number;
  coupon: TakenCoupon | null;
};

/** What is agreed on with this answer of `checkoutEstimate`. */
export const agreementOf = (
  plan: ChargedPlan,
  answer: {
    invoiceEstimate: Estimate;
    trialEndTime: string | null;
    renewalTotal: number;
    coupon: TakenCoupon | null;
  },
): Agreement => ({
  plan,
  estimate: answer.invoiceEstimate,
  isTrial: answer.trialEndTime !== null,
  renewal: answer.renewalTotal,
  coupon: answer.coupon,
});

/** What is charged first: now, or at the end of the trial. Minor units. */
export function firstCharge({ estimate, isTrial }: Agreement): number {
  return isTrial ? estimate.total - estimate.creditsApplied : estimate.amountDue;
}
