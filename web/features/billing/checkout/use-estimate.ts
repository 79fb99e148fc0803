import { useEffect } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { agreementOf, type Agreement, type ChargedPlan, type TakenCoupon } from "./agreement.ts";
import type { Estimate } from "./estimate.ts";
import { refusalOf } from "./refusals.ts";
import type { BillingAddress } from "../../../../contract/card-field.ts";

const EstimateQuery = graphql(`
  query CheckoutEstimate($planInfo: PlanInfo!, $couponId: String, $withoutTrial: Boolean) {
    checkoutEstimate(planInfo: $planInfo, couponId: $couponId, withoutTrial: $withoutTrial) {
      trialEndTime
      renewalTotal
      consentVersion
      endsAt
      runningPass {
        endsAt
        prorationTime
      }
      invoiceEstimate {
        amountDue
        creditsApplied
        waived
        total
        subTotal
        discountsTotal
        taxTotal
        taxes {
          name
          amount
        }
        isReverseCharge
        carried
        dueAt
        lines {
          kind
          amount
        }
      }
      coupon {
        id
        discountType
        discountDuration
        discountPercentage
        discountAmount
        discountMonths
      }
    }
  }
`);

export type EstimatedPlan = ChargedPlan & {
  id: string;
  trialEndTime: string | null;
  endsAt: string | null;
  invoiceEstimate: Estimate;
};

/** The running pass as the server showed it. */
export type ShownPass = { endsAt: string; prorationTime: string };

/**
 * Server estimate for a plan with a coupon; the plan's own figures until it has loaded.
 * `isOutdated`: the server refused the shown amount, so a new one is fetched.
 */
export function useEstimate(
  plan: EstimatedPlan,
  address: BillingAddress,
  couponId: string | null,
  withoutTrial: boolean,
  isOutdated: boolean,
): {
  agreement: Agreement;
  coupon: TakenCoupon | null;
  /** The text about an immediate start to accept; null where law doesn't ask. */
  consentVersion: string | null;
  couponFault: string | null;
  postcodeFault: string | null;
  /** Why the plan can't be bought. */
  planFault: string | null;
  /** The running pass that the purchase extends or ends; null without one. */
  runningPass: ShownPass | null;
  fetching: boolean;
} {
  const [{ data, error, fetching, stale }, again] = useQuery({
    query: EstimateQuery,
    variables: { planInfo: { planId: plan.id, ...address }, couponId, withoutTrial },
    requestPolicy: "cache-and-network",
  });
  const refusal = error ? refusalOf(codeOf(error)) : null;
  // With a rejected coupon the plan can be bought without one.
  const isWithout = couponId !== null && refusal?.field === "coupon";
  const [without, againWithout] = useQuery({
    query: EstimateQuery,
    variables: { planInfo: { planId: plan.id, ...address }, couponId: null, withoutTrial },
    requestPolicy: "cache-and-network",
    pause: !isWithout,
  });
  useEffect(() => {
    if (!isOutdated) return;
    again({ requestPolicy: "network-only" });
    if (isWithout) againWithout({ requestPolicy: "network-only" });
  }, [isOutdated, again, isWithout, againWithout]);
  const isLoading = fetching || (isWithout && without.fetching);
  const found = isWithout ? without.data : data;
  const answer = isLoading || (error && !isWithout) || without.error ? undefined : found?.checkoutEstimate;
  const isPostcodeBad = refusal?.field === "place";
  const isPlanBad = refusal?.code === "PASS_NOT_NEEDED";
  const agreement = agreementOf(
    plan,
    answer ?? {
      invoiceEstimate: plan.invoiceEstimate,
      trialEndTime: plan.trialEndTime,
      renewalTotal: plan.invoiceEstimate.total,
      coupon: null,
      endsAt: plan.endsAt,
      runningPass: null,
    },
  );
  return {
    agreement,
    coupon: agreement.coupon,
    // While another answer is fetched, the question stays.
    consentVersion: (found ?? data)?.checkoutEstimate.consentVersion ?? null,
    couponFault: couponId && refusal && !isPostcodeBad && !isPlanBad ? refusal.text : null,
    planFault: isPlanBad ? refusal.text : null,
    // Without the type's name, so that it can be sent.
    runningPass: answer?.runningPass
      ? { endsAt: answer.runningPass.endsAt, prorationTime: answer.runningPass.prorationTime }
      : null,
    postcodeFault: isPostcodeBad ? refusal.text : null,
    fetching: isLoading || stale || (isWithout && without.stale),
  };
}
