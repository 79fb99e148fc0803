import { useLingui } from "@lingui/react/macro";
import { lazy, useEffect, useEffectEvent, useState } from "react";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.tsx";
import { usePayment, type PaidSubscription } from "./use-payment.ts";
import { endAttempt, openAttempt, type Payment } from "./attempt.ts";
import { CheckoutForm, CheckoutFormFragment, type Asked } from "./checkout-form.tsx";
import { ConfirmationFragment } from "./confirmation-fragment.ts";
import { nextStep } from "../subscription/next-step.ts";
import { isLive } from "../subscription/statuses.ts";

// Few who come to pay have paid, or wait for their bank.
const AlreadyPaid = lazy(async () => ({ default: (await import("./already-paid.tsx")).AlreadyPaid }));
const Confirmation = lazy(async () => ({ default: (await import("./confirmation.tsx")).Confirmation }));

export const CheckoutFragment = graphql(
  `
    fragment Checkout on Query {
      me {
        id
        name
      }
      userSubscriptionHistory {
        id
        status
        nextBillingAt
        plan {
          id
          name
        }
        ...Confirmation
      }
      userPreferenceOptions {
        type
        selectedSlugs
      }
      paymentConfig {
        publishableKey
      }
      ...CheckoutForm
    }
  `,
  [CheckoutFormFragment, ConfirmationFragment],
);

/** Where somebody stands with paying: about to, unsure how it went, waiting for the bank, or done. */
export function Checkout({
  data,
  isPricing,
  countryCode,
  asked,
  next: askedNext,
  onCountry,
  onStale,
}: {
  data: FragmentOf<typeof CheckoutFragment>;
  /** Prices are being asked for. */
  isPricing: boolean;
  /** Whose prices were chosen; null: those of where one is. */
  countryCode: string | null;
  /** Shows another country's prices. */
  onCountry: (countryCode: string) => void;
  asked: Asked;
  /** Where to go once it is paid: a path of ours. Null: not said. */
  next: string | null;
  /** What the person has may have changed. */
  onStale: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const found = readFragment(CheckoutFragment, data);
  const { me, userSubscriptionHistory: history } = found;
  const personId = me?.id ?? "";
  const isSurveyed = found.userPreferenceOptions.some(
    ({ type, selectedSlugs }) => type === "hdyhau_survey_response" && selectedSlugs.length > 0,
  );
  const [open, setOpen] = useState(() => openAttempt(localStorage, personId));
  // The bank sends everybody back to the same address, wherever they were going.
  const [cameFor] = useState(open?.next ?? null);
  const next = askedNext ?? cameFor ?? paths.dashboard();
  const after = nextStep({ isRegistered: Boolean(me?.name), isSurveyed, next });
  // Once it is paid the form stands still until the next page has come.
  const [isDone, setDone] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);

  const arrive = (subscription: { status: string; nextBillingAt: string | null }): void => {
    setDone(true);
    const day = subscription.nextBillingAt && formatMonthDayYear(new Date(subscription.nextBillingAt));
    showToast(
      subscription.status === "in_trial" && day
        ? t`Your trial has begun. The first payment is on ${day}.`
        : t`Paid. Everything in your plan is open.`,
    );
    void navigate({ href: after, replace: true });
  };
  const answer = (subscription: PaidSubscription): void => {
    setElsewhere(false);
    if (subscription.status !== "pending") return arrive(subscription);
    const { nextAction } = subscription;
    if (nextAction?.type === "redirect" && nextAction.url) location.assign(nextAction.url);
    else onStale();
  };
  const payment = usePayment({ personId, next, onAnswer: answer, onCountry });
  const follow = (sent: Promise<void>): void =>
    void sent.then(() => setOpen(openAttempt(localStorage, personId)));

  // The price without a trial takes the place of the one with it, and is agreed on by another press.
  const wasTried = payment.refusal?.code === "TRIAL_NOT_AVAILABLE";
  const [withoutTrial, setWithoutTrial] = useState(false);
  if (wasTried && !withoutTrial) setWithoutTrial(true);

  // Back from the bank, here or in another tab: what became of the subscription that waited for it.
  const awaited = history.find(({ id }) => id === open?.subscriptionId);
  const settle = useEffectEvent((): void => {
    if (!awaited || isDone) return;
    endAttempt(localStorage);
    setOpen(null);
    if (isLive(awaited.status)) arrive(awaited);
    else payment.refuse("PAYMENT_ACTION_REQUIRED");
  });
  const isSettled = awaited !== undefined && awaited.status !== "pending";
  useEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);

  const live = history.find(({ status }) => isLive(status));
  if (live && !isDone && !isSettled && !payment.busy)
    return <AlreadyPaid planName={live.plan.name} isRegistered={Boolean(me?.name)} after={after} />;
  const pending = history.find(({ status }) => status === "pending");
  if (pending && !payment.busy && !isElsewhere)
    return (
      <Confirmation
        subscription={pending}
        publishableKey={found.paymentConfig.publishableKey}
        onOther={() => {
          endAttempt(localStorage);
          setOpen(null);
          setElsewhere(true);
        }}
      />
    );
  const isUnknown = open !== null && open.subscriptionId === null && payment.refusal?.canRepeat !== false;
  return (
    <CheckoutForm
      data={found}
      asked={asked}
      next={next}
      withoutTrial={withoutTrial}
      isPricing={isPricing}
      countryCode={countryCode}
      onCountry={onCountry}
      busy={payment.busy || isDone}
      refusal={payment.refusal}
      unknown={
        open && isUnknown
          ? {
              onRepeat: () => follow(payment.repeat(open)),
              onAbandon: () => {
                endAttempt(localStorage);
                setOpen(null);
                payment.refuse(null);
                onStale();
              },
            }
          : null
      }
      onPay={(paid: Payment) => follow(payment.pay(paid))}
      onRefuse={payment.refuse}
      onStale={onStale}
    />
  );
}
