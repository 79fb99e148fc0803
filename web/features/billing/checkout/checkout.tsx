import { useLingui } from "@lingui/react/macro";
import { lazy, useEffect, useEffectEvent, useState } from "react";
import { isOwnPriceId } from "../../../../contract/own-price-ids.ts";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";
import { QueryError } from "../../../layouts/query-error.tsx";
import { EmptyState } from "../../../ui/state.tsx";
import { showToast } from "../../../ui/toast.ts";
import { usePayment, type PaidSubscription } from "./use-payment.ts";
import { endAttempt, openAttempt, type Payment } from "./attempt.ts";
import { CheckoutForm, CheckoutFormFragment, OfferedPlanFragment, type Asked } from "./checkout-form.tsx";
import { CheckoutSkeleton } from "./checkout-skeleton.tsx";
import { PaymentConfigFragment } from "./payment-config.ts";
import { ConfirmationFragment } from "./confirmation-fragment.ts";
import { nextStep } from "../subscription/next-step.ts";
import { isLive } from "../subscription/statuses.ts";

// Lazy: few visitors have paid already or wait for their bank.
const AlreadyPaid = lazy(async () => ({ default: (await import("./already-paid.tsx")).AlreadyPaid }));
const Confirmation = lazy(async () => ({ default: (await import("./confirmation.tsx")).Confirmation }));

/** What the account bought, as far as a purchase depends on it. */
const PurchaseFragment = graphql(
  `
    fragment Purchase on Subscription {
      id
      isComplimentary
      isPrepaid
      management {
        billedBy
      }
      accessEndsAt
      status
      nextBillingAt
      plan {
        id
        name
        accessType
        seats
        renews
      }
      nextAction {
        type
      }
      ...Confirmation
    }
  `,
  [ConfirmationFragment],
);

export const CheckoutFragment = graphql(
  `
    fragment Checkout on Query {
      me {
        id
        name
      }
      userSubscriptionHistory {
        ...Purchase
      }
      plans(countryCode: $countryCode) {
        id
      }
      passes(countryCode: $countryCode) {
        id
      }
      userPreferenceOptions {
        type
        selectedSlugs
      }
      paymentConfig {
        ...PaymentConfig
      }
      ...CheckoutForm
    }
  `,
  [CheckoutFormFragment, PurchaseFragment, PaymentConfigFragment],
);

const OwnPassQuery = graphql(
  `
    query OwnPass($id: ID!, $countryCode: String) {
      passOffer(id: $id, countryCode: $countryCode) {
        ...OfferedPlan
      }
      purchaseOfPass(id: $id) {
        ...Purchase
      }
    }
  `,
  [OfferedPlanFragment, PurchaseFragment],
);

/** Switches between the states of a purchase: form, unknown result, pending confirmation, done. */
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
  /** Prices are being fetched. */
  isPricing: boolean;
  /** Country of the chosen prices; null: the current location's. */
  countryCode: string | null;
  /** Shows another country's prices. */
  onCountry: (countryCode: string) => void;
  asked: Asked;
  /** Target after payment: a path of this app. Null: none given. */
  next: string | null;
  /** The person's subscription may have changed. */
  onStale: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const found = readFragment(CheckoutFragment, data);
  const { me } = found;
  const personId = me?.id ?? "";
  const isSurveyed = found.userPreferenceOptions.some(
    ({ type, selectedSlugs }) => type === "hdyhau_survey_response" && selectedSlugs.length > 0,
  );
  const [open, setOpen] = useState(() => openAttempt(localStorage, personId));
  // The bank redirects to a fixed URL, so the return target is in the attempt.
  const [returned] = useState(open);
  // The bank's redirect loses the chosen plan.
  const askedId = asked.planId ?? returned?.payment.planId ?? null;
  const isAlone = askedId !== null && isOwnPriceId(askedId);
  const aloneQuery = useQuery({
    query: OwnPassQuery,
    variables: { id: askedId ?? "", countryCode },
    pause: !isAlone,
    requestPolicy: "cache-and-network",
  });
  const [{ data: alone, fetching: isFinding }, findAgain] = aloneQuery;
  const own = alone?.passOffer ? readFragment(OfferedPlanFragment, alone.passOffer) : null;
  // What is bought alone neither depends on the account's plan nor changes it.
  const history = readFragment(
    PurchaseFragment,
    isAlone ? (alone?.purchaseOfPass ? [alone.purchaseOfPass] : []) : found.userSubscriptionHistory,
  );
  const refresh = (): void => {
    onStale();
    if (isAlone) findAgain({ requestPolicy: "network-only" });
  };
  const returnPath = returned?.next ?? null;
  const next = askedNext ?? returnPath ?? paths.dashboard();
  const after = nextStep({ isRegistered: Boolean(me?.name), isSurveyed, next });
  // After payment the form is frozen until the next page has loaded.
  const [isDone, setDone] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);

  const arrive = (subscription: {
    status: string;
    nextBillingAt: string | null;
    isPrepaid: boolean;
  }): void => {
    setDone(true);
    const day = subscription.nextBillingAt && formatMonthDayYear(new Date(subscription.nextBillingAt));
    showToast(
      subscription.status === "in_trial" && day
        ? t`Your free trial has started. First payment: ${day}.`
        : own
          ? t`Payment complete. ${own.name} is open.`
          : subscription.isPrepaid
            ? t`Payment complete. Your pass is active.`
            : t`Payment complete. Your plan is active.`,
    );
    void navigate({ href: after, replace: true });
  };
  const answer = (subscription: PaidSubscription): void => {
    setElsewhere(false);
    const { nextAction } = subscription;
    if (subscription.status !== "pending" && !nextAction) return arrive(subscription);
    if (nextAction?.type === "redirect" && nextAction.url) location.assign(nextAction.url);
    else refresh();
  };
  const payment = usePayment({ personId, next, onAnswer: answer, onCountry });
  const follow = (sent: Promise<void>): void =>
    void sent.then(() => setOpen(openAttempt(localStorage, personId)));

  // The price without a trial replaces the one with it, and needs another press to agree.
  const wasTried = payment.refusal?.code === "TRIAL_NOT_AVAILABLE";
  const [withoutTrial, setWithoutTrial] = useState(false);
  if (wasTried && !withoutTrial) setWithoutTrial(true);

  // Return from the bank, in this tab or another: the state of the pending subscription.
  const awaited = history.find(({ id }) => id === open?.subscriptionId);
  // A pass was there before its payment: right after that, the page doesn't know yet that the bank is asked.
  const [waitedKey, setWaitedKey] = useState(returned?.key ?? null);
  if (awaited?.nextAction && open && waitedKey !== open.key) setWaitedKey(open.key);
  const settle = useEffectEvent((): void => {
    if (!awaited || isDone) return;
    endAttempt(localStorage);
    setOpen(null);
    // A pass that keeps its end wasn't extended.
    const isSame =
      awaited.isPrepaid && open !== null && open.payment.runningPass?.endsAt === awaited.accessEndsAt;
    if (isLive(awaited.status) && !isSame) arrive(awaited);
    else payment.refuse("PAYMENT_ACTION_REQUIRED");
  });
  const isSettled =
    awaited !== undefined &&
    awaited.status !== "pending" &&
    !awaited.nextAction &&
    (awaited.status !== "non_renewing" || waitedKey === open?.key);
  useEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);

  if (isAlone && !alone)
    return isFinding ? (
      <CheckoutSkeleton />
    ) : (
      <QueryError page query={aloneQuery} title={t`Couldn’t load the price`}>
        {t`We couldn’t connect. Nothing is lost.`}
      </QueryError>
    );
  const pass = history.find(
    ({ status, isPrepaid, plan }) => status === "non_renewing" && isPrepaid && !plan.renews,
  );
  const live = history.find((one) => isLive(one.status) && one !== pass);
  if (live && !isDone && !isSettled && !payment.busy)
    return (
      <AlreadyPaid
        planName={live.plan.name}
        billedBy={live.management?.billedBy ?? null}
        freeUntil={live.isComplimentary ? live.accessEndsAt : null}
        isRegistered={Boolean(me?.name)}
        after={after}
      />
    );
  const pending = pass?.nextAction ? pass : history.find(({ status }) => status === "pending");
  if (pending && !payment.busy && !isElsewhere)
    return (
      <Confirmation
        subscription={pending}
        config={found.paymentConfig}
        onOther={() => {
          endAttempt(localStorage);
          setOpen(null);
          setElsewhere(true);
        }}
      />
    );
  // No plan that renews in its place.
  if (isAlone && !own && !payment.busy && !isDone)
    return (
      <EmptyState page title={t`Not for sale here`}>
        {t`This isn’t sold on its own in your country, or no longer.`}
      </EmptyState>
    );
  const isUnknown = open !== null && open.subscriptionId === null && payment.refusal?.canRepeat !== false;
  return (
    <CheckoutForm
      data={found}
      asked={{ ...asked, planId: askedId }}
      own={own}
      runningPass={pass?.plan ?? null}
      boughtPassIds={history.filter(({ plan }) => !plan.renews).map(({ plan }) => plan.id)}
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
                refresh();
              },
            }
          : null
      }
      onPay={(paid: Payment) => follow(payment.pay(paid))}
      onRefuse={payment.refuse}
      onStale={refresh}
    />
  );
}
