import type { CombinedError } from "../../../graphql/hooks.ts";
import { useRef, useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { awaitConfirmation, beginAttempt, endAttempt, type Attempt, type Payment } from "./attempt.ts";
import type { Refusal } from "./refusals.ts";
import { codeOf } from "../../../graphql/codes.ts";

const Subscribe = graphql(`
  mutation SubscriptionCreateV2(
    $planInfo: PlanInfo!
    $gateway: Gateway!
    $paymentMethodType: PaymentMethodType!
    $couponIds: [String!]
    $idempotencyKey: String!
    $withoutTrial: Boolean
    $amountDue: Int
    $firstAmount: Int
    $consentVersion: String
    $runningPass: RunningPassInput
  ) {
    subscriptionCreateV2(
      planInfo: $planInfo
      gateway: $gateway
      paymentMethodType: $paymentMethodType
      couponIds: $couponIds
      idempotencyKey: $idempotencyKey
      withoutTrial: $withoutTrial
      amountDue: $amountDue
      firstAmount: $firstAmount
      consentVersion: $consentVersion
      runningPass: $runningPass
    ) {
      id
      status
      nextBillingAt
      isPrepaid
      provider {
        id
      }
      nextAction {
        type
        url
        clientSecret
      }
    }
  }
`);

defineCacheUpdates({ subscriptionCreateV2: invalidateQueries });

// Error messages are preloaded, so that they are available when the connection is lost.
const refusals = import("./refusals.ts");

export type PaidSubscription = ResultOf<typeof Subscribe>["subscriptionCreateV2"];

/**
 * Pays for a subscription, one attempt at a time, despite repeated presses.
 * `onAnswer` receives the subscription: it grants access, or waits for the bank's confirmation (`pending`, or
 * `nextAction` while a pass runs).
 */
export function usePayment({
  personId,
  next,
  onAnswer,
  onCountry,
}: {
  personId: string;
  /** Target after payment: a path of this app. */
  next: string;
  onAnswer: (subscription: PaidSubscription, attempt: Attempt) => void;
  /** Rejected because another country's prices apply. */
  onCountry: (countryCode: string) => void;
}): {
  busy: boolean;
  refusal: Refusal | null;
  pay: (payment: Payment) => Promise<void>;
  repeat: (attempt: Attempt) => Promise<void>;
  refuse: (code: string | null) => void;
} {
  const [, subscribe] = useMutation(Subscribe);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // State updates too late to block a second press within one frame.
  const underWay = useRef(false);
  const repeat = async (attempt: Attempt): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setRefusal(null);
    const { payment, key } = attempt;
    const { data, error } = await subscribe({
      planInfo: { planId: payment.planId, countryCode: payment.countryCode, postcode: payment.postcode },
      gateway: { provider: payment.provider, token: payment.token },
      paymentMethodType: payment.paymentMethodType,
      couponIds: [...payment.couponIds],
      idempotencyKey: key,
      withoutTrial: payment.withoutTrial,
      amountDue: payment.amountDue,
      firstAmount: payment.firstAmount,
      consentVersion: payment.consentVersion,
      runningPass: payment.runningPass,
    });
    const { refusalOf } = await refusals;
    underWay.current = false;
    setBusy(false);
    if (error || !data) {
      const country = error ? countryOf(error) : null;
      const paymentRefusal = refusalOf(error ? codeOf(error) : "INTERNAL", country);
      if (country) onCountry(country);
      if (!paymentRefusal.canRepeat) endAttempt(localStorage);
      return setRefusal(paymentRefusal);
    }
    const subscription = data.subscriptionCreateV2;
    if (subscription.status === "pending" || subscription.nextAction)
      awaitConfirmation(localStorage, attempt, subscription.id, next);
    else endAttempt(localStorage);
    onAnswer(subscription, attempt);
  };
  return {
    busy,
    refusal,
    pay: (payment) => repeat(beginAttempt(localStorage, personId, payment, () => crypto.randomUUID())),
    repeat,
    refuse: (code) => {
      if (code === null) setRefusal(null);
      else void refusals.then(({ refusalOf }) => setRefusal(refusalOf(code)));
    },
  };
}

/** The country whose prices can be charged, if a payment was rejected for that; otherwise null. */
function countryOf(error: CombinedError): string | null {
  const country = error.graphQLErrors[0]?.extensions["countryCode"];
  return typeof country === "string" ? country : null;
}
