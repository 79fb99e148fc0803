import { useLingui } from "@lingui/react/macro";
import { lazy, useState } from "react";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { EmptyState } from "../../../ui/state.tsx";
import type { Payment } from "./attempt.ts";
import { PaymentConfigFragment } from "./payment-config.ts";
import { firstChoice, type ChoosablePlan } from "./plan-choice.ts";
import { ClassCountsFragment, usePlanContents } from "./plan-contents.ts";
import { PlanPicker } from "./plan-picker.tsx";
import type { Refusal } from "./refusals.ts";

// It is on its way while the plans are asked for.
const chosenPlan = import("./chosen-plan.tsx");
const ChosenPlan = lazy(async () => ({ default: (await chosenPlan).ChosenPlan }));

export const CheckoutFormFragment = graphql(
  `
    fragment CheckoutForm on Query {
      plans(countryCode: $countryCode) {
        id
        accessType
        name
        period
        periodUnit
        priceInCents
        currencyCode
        monthlyCostInCents
        monthlySavingsInPercent
        annualSavingsInCents
        isBestValue
        isSubscribed
        canTrial
        seats
        trialPeriod
        trialPeriodUnit
        trialEndTime
        invoiceEstimate {
          amountDue
          creditsApplied
          total
          subTotal
          discountsTotal
          taxTotal
          taxes {
            name
            amount
          }
          dueAt
        }
      }
      paymentConfig {
        now
        countryCode
        locatedIn
        countries
        ...PaymentConfig
      }
      ...ClassCounts
    }
  `,
  [PaymentConfigFragment, ClassCountsFragment],
);

export type CheckoutPlan = ResultOf<typeof CheckoutFormFragment>["plans"][number];

/** What the address asks for: a plan by its id, the access that a class needs, a coupon. */
export type Asked = { planId: string | null; accessType: string | null; couponId: string | null };

export type CheckoutFormProps = {
  asked: Asked;
  /** Where to go without paying: a path of ours. */
  next: string;
  /** The trial is given up: this card, or this person, has had one. */
  withoutTrial: boolean;
  /** Prices are being asked for. */
  isPricing: boolean;
  /** Whose prices were chosen; null: those of where one is. */
  countryCode: string | null;
  /** Shows another country's prices. */
  onCountry: (countryCode: string) => void;
  busy: boolean;
  refusal: Refusal | null;
  /** An attempt was sent and nobody knows yet how it went: nothing else is sent until that is known. */
  unknown: { onRepeat: () => void; onAbandon: () => void } | null;
  onPay: (payment: Payment) => void;
  onRefuse: (code: string | null) => void;
  onStale: () => void;
};

/** A plan, a way to pay, and all that is agreed on beside the button that commits. */
export function CheckoutForm({
  data,
  ...props
}: CheckoutFormProps & { data: FragmentOf<typeof CheckoutFormFragment> }) {
  const { t } = useLingui();
  const found = readFragment(CheckoutFormFragment, data);
  const { plans } = found;
  const contents = usePlanContents(found);
  const [planId, setPlanId] = useState<string | null>(null);
  const needed = (["basic", "standard", "premium"] as const).find((type) => type === props.asked.accessType);
  const plan: CheckoutPlan | null =
    plans.find(({ id }) => id === planId) ??
    firstChoice<CheckoutPlan & ChoosablePlan>(plans, props.asked.planId, needed ?? null);
  if (!plan)
    return (
      <EmptyState page title={t`No plan is on offer`}>
        {t`The studio sells none where you are. Free classes stay open.`}
      </EmptyState>
    );
  return (
    <ChosenPlan
      {...props}
      plan={plan}
      opens={needed ?? null}
      config={found.paymentConfig}
      now={new Date(found.paymentConfig.now)}
      places={found.paymentConfig}
      picker={
        <PlanPicker
          plans={plans}
          chosen={plan}
          contents={contents}
          onChoose={({ id }) => {
            setPlanId(id);
            if (props.refusal?.field !== "card") props.onRefuse(null);
          }}
        />
      }
    />
  );
}
