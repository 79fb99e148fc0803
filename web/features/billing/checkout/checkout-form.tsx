import { useLingui } from "@lingui/react/macro";
import { lazy, useState } from "react";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { EmptyState } from "../../../ui/state.tsx";
import { ShownExperimentFragment, useExposure } from "../../growth/public/use-exposure.ts";
import type { Payment } from "./attempt.ts";
import { PaymentConfigFragment } from "./payment-config.ts";
import { StudentOfferFragment } from "./student-offer-fragment.ts";
import { firstChoice, type ChoosablePlan } from "./plan-choice.ts";
import { ClassCountsFragment, usePlanContents } from "./plan-contents.ts";
import type { Refusal } from "./refusals.ts";

// Preloaded while the plans are being fetched.
const chosenPlan = import("./chosen-plan.tsx");
const ChosenPlan = lazy(async () => ({ default: (await chosenPlan).ChosenPlan }));

/** A plan or a pass as the checkout offers it. */
export const OfferedPlanFragment = graphql(`
  fragment OfferedPlan on Plan {
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
    renews
    endsAt
    opens {
      id
      kind
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
  }
`);

export const CheckoutFormFragment = graphql(
  `
    fragment CheckoutForm on Query {
      plans(countryCode: $countryCode) {
        ...OfferedPlan
      }
      passes(countryCode: $countryCode) {
        ...OfferedPlan
      }
      checkoutPreselection {
        interval
        experiment {
          ...ShownExperiment
        }
      }
      studentOffer {
        ...StudentOffer
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
  [
    OfferedPlanFragment,
    PaymentConfigFragment,
    ClassCountsFragment,
    StudentOfferFragment,
    ShownExperimentFragment,
  ],
);

export type CheckoutPlan = ResultOf<typeof OfferedPlanFragment>;

/** Search parameters of the checkout: a plan id, the access type that a class needs, a coupon. */
export type Asked = { planId: string | null; accessType: string | null; couponId: string | null };

export type CheckoutFormProps = {
  asked: Asked;
  /** What opens one course or class alone, if that is bought: then nothing else is offered. */
  own: CheckoutPlan | null;
  /** What the running pass opens, and for how many: others can't extend it. Null without one. */
  runningPass: { accessType: string; seats: number } | null;
  /** Passes that the person has bought before. */
  boughtPassIds: readonly string[];
  /** Target without payment: a path of this app. */
  next: string;
  /** Purchase without a trial: this card or this person has used one. */
  withoutTrial: boolean;
  /** Prices are being fetched. */
  isPricing: boolean;
  /** Country of the chosen prices; null: the current location's. */
  countryCode: string | null;
  /** Shows another country's prices. */
  onCountry: (countryCode: string) => void;
  busy: boolean;
  refusal: Refusal | null;
  /** An attempt was sent and its result is unknown: nothing else is sent until it is known. */
  unknown: { onRepeat: () => void; onAbandon: () => void } | null;
  onPay: (payment: Payment) => void;
  onRefuse: (code: string | null) => void;
  onStale: () => void;
};

/** Plan, payment method, and the full agreement next to the commit button. */
export function CheckoutForm({
  data,
  ...props
}: CheckoutFormProps & { data: FragmentOf<typeof CheckoutFormFragment> }) {
  const { t } = useLingui();
  const found = readFragment(CheckoutFormFragment, data);
  const { runningPass, own } = props;
  const plans = own ? [] : readFragment(OfferedPlanFragment, found.plans);
  const passes = (own ? [] : readFragment(OfferedPlanFragment, found.passes)).filter(
    ({ accessType, seats }) =>
      !runningPass || (accessType === runningPass.accessType && seats === runningPass.seats),
  );
  const contents = usePlanContents(found);
  const [planId, setPlanId] = useState<string | null>(null);
  const needed = (["basic", "standard", "premium"] as const).find((type) => type === props.asked.accessType);
  const sold = [...plans, ...passes];
  const { planId: askedId } = props.asked;
  // A person who comes for a pass that isn't sold any more gets no plan that renews in its place, if there is another pass.
  const isPassGone =
    !own &&
    askedId !== null &&
    props.boughtPassIds.includes(askedId) &&
    !sold.some(({ id }) => id === askedId);
  const named: CheckoutPlan | null =
    own ?? sold.find(({ id }) => id === (planId ?? askedId)) ?? (isPassGone ? passes[0] : null) ?? null;
  const { interval, experiment } = found.checkoutPreselection;
  const preselected = (of: typeof interval) =>
    firstChoice<CheckoutPlan & ChoosablePlan>(plans, {
      requestedId: askedId,
      needed: needed ?? null,
      interval: of,
    });
  // Only who would see another plan takes part.
  const isVaried = named === null && preselected("month")?.id !== preselected("year")?.id;
  useExposure(isVaried ? experiment : null);
  const plan: CheckoutPlan | null = named ?? preselected(interval) ?? passes[0] ?? null;
  const choose = ({ id }: CheckoutPlan): void => {
    setPlanId(id);
    if (props.refusal?.field !== "card") props.onRefuse(null);
  };
  if (!plan)
    return (
      <EmptyState page title={t`No plans available`}>
        {t`Plans aren’t available in your country yet. Free classes still are.`}
      </EmptyState>
    );
  return (
    <ChosenPlan
      {...props}
      plan={plan}
      opens={needed ?? null}
      student={found.studentOffer}
      config={found.paymentConfig}
      now={new Date(found.paymentConfig.now)}
      places={found.paymentConfig}
      plans={plans}
      passes={passes}
      contents={contents}
      isPassGone={isPassGone}
      onChoose={choose}
    />
  );
}
