import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { FragmentOf, ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import type { SubscriptionCommands } from "./use-subscription-commands.ts";
import type { CurrentFragment } from "./current-fragment.ts";
import type { PaymentConfigFragment } from "../checkout/payment-config.ts";
import type { StepName } from "./step-names.ts";

// Lazy: one step is shown at a time, and most visits show none.
const CancelStep = lazy(async () => ({ default: (await import("./cancel-step.tsx")).CancelStep }));
const PauseStep = lazy(async () => ({ default: (await import("./pause-step.tsx")).PauseStep }));
const PlanStep = lazy(async () => ({ default: (await import("./plan-step.tsx")).PlanStep }));
const CouponStep = lazy(async () => ({ default: (await import("./coupon-step.tsx")).CouponStep }));
const StartStep = lazy(async () => ({ default: (await import("./start-step.tsx")).StartStep }));
const MethodStep = lazy(async () => ({ default: (await import("./method-step.tsx")).MethodStep }));

/** The open step of a subscription change. */
export function SubscriptionSteps({
  step,
  subscription: found,
  config,
  now,
  acts: commands,
  fault,
  onFault,
  hasAddress,
  onStep,
  onSettle,
}: {
  step: StepName;
  subscription: ResultOf<typeof CurrentFragment>;
  config: FragmentOf<typeof PaymentConfigFragment>;
  now: Date;
  acts: SubscriptionCommands;
  fault: string | null;
  onFault: (text: string | null) => void;
  /** Receipts can be sent: an email address is known. */
  hasAddress: boolean;
  onStep: (step: StepName | null) => void;
  /** Shows the result of a command: `done` is the sentence after success. */
  onSettle: (outcome: ReturnType<SubscriptionCommands["resume"]>, done: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const money = (amount: number): string => formatMoney(amount, found.currencyCode);
  const credit = money(found.credit);
  const pauseCredit = found.pauseCredit ?? 0;
  const leave = (): void => onStep(null);
  return (
    <Suspense fallback={<div className="step" />}>
      {step === "cancel" && (
        <CancelStep
          // An unpaid subscription, or one that hasn't started, ends at once.
          endsAt={
            found.status === "active" || found.status === "in_trial"
              ? found.dunning
                ? null
                : found.nextBillingAt
              : null
          }
          offers={new Set(found.cancelOffers)}
          isTrial={found.status === "in_trial"}
          creditText={
            found.credit > 0
              ? t`Your credit of ${credit} stays in your account. It pays for your next subscription.`
              : null
          }
          busy={commands.busy}
          fault={fault}
          onCancel={(reason, comment) =>
            void onSettle(
              commands.cancel(reason, comment),
              hasAddress
                ? t`Canceled. We’ve emailed you a confirmation.`
                : t`Canceled. You won’t be charged again.`,
            )
          }
          onOffer={(offer) =>
            offer === "month_off"
              ? void onSettle(commands.takeMonthOff(), t`Done. We’ll take a month off your next payment.`)
              : onStep(offer === "pause" ? "pause" : "plan")
          }
          onKeep={leave}
        />
      )}
      {step === "start" && (
        <StartStep
          subscription={found}
          amount={found.startNowAmount ?? 0}
          busy={commands.busy}
          fault={fault}
          onStart={() => void onSettle(commands.startNow(found.startNowAmount ?? 0), t`Your plan is active.`)}
          onLeave={leave}
        />
      )}
      {step === "code" && (
        <CouponStep
          applied={found.coupons.map(({ id }) => id)}
          busy={commands.busy}
          fault={fault}
          onApply={(code) =>
            void onSettle(commands.redeemCoupon(code), t`The code applies from your next invoice.`)
          }
          onLeave={leave}
        />
      )}
      {step === "pause" && (
        <PauseStep
          creditText={
            pauseCredit > 0
              ? t`You get ${money(pauseCredit)} for unused time. Your credit is then ${money(found.credit + pauseCredit)}, and pays first when you resume.`
              : null
          }
          amount={found.nextAmount ?? found.plan.priceInCents}
          currencyCode={found.currencyCode}
          billedBy={found.management?.billedBy ?? null}
          now={now}
          busy={commands.busy}
          fault={fault}
          onPause={(months) => void onSettle(commands.pause(months), t`Paused. No charges until you resume.`)}
          onLeave={leave}
        />
      )}
      {step === "plan" && (
        <PlanStep
          creditText={found.credit > 0 ? t`Your credit of ${credit} pays first.` : null}
          subscription={found}
          busy={commands.busy}
          fault={fault}
          onChange={(planId, shown, done) => void onSettle(commands.changePlan(planId, shown), done)}
          onLeave={leave}
        />
      )}
      {step === "pay" && (
        <MethodStep
          subscriptionId={found.id}
          config={config}
          countryCode={found.countryCode}
          now={now}
          isOwing={found.dunning !== null || found.dunningStatus === "in_progress"}
          busy={commands.busy}
          fault={fault}
          onFault={onFault}
          onChange={(paid) => void onSettle(commands.changeMethod(paid), t`Payment method updated.`)}
          onLeave={leave}
        />
      )}
    </Suspense>
  );
}
