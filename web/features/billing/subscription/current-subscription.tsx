import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { paths } from "../../../lib/paths.ts";
import { Link, useNavigate, useSearch } from "../../../lib/router/index.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useSubscriptionCommands } from "./use-subscription-commands.ts";
import { CurrentFragment } from "./current-fragment.ts";
import { PaymentConfigFragment } from "../checkout/payment-config.ts";
import { isLive } from "./statuses.ts";
import { stateSentence } from "./state-sentence.ts";
import { isStepName, type StepName } from "./step-names.ts";
import { useMethodLabels } from "./method-labels.ts";

// Error messages are preloaded, so that they are available when the connection is lost.
const refusals = import("../checkout/refusals.ts");
const ConfirmPanel = lazy(async () => ({ default: (await import("./confirm-panel.tsx")).ConfirmPanel }));
const PricePanel = lazy(async () => ({ default: (await import("./price-panel.tsx")).PricePanel }));
const RestartPanel = lazy(async () => ({ default: (await import("./restart-panel.tsx")).RestartPanel }));
const SubscriptionSteps = lazy(async () => ({
  default: (await import("./subscription-steps.tsx")).SubscriptionSteps,
}));

type Act = NonNullable<ResultOf<typeof CurrentFragment>["management"]>["acts"][number];

/** One subscription: its state in a sentence, its actions, and the open step. */
export function CurrentSubscription({
  subscription,
  config,
  now,
  isRegistered,
  onStale,
}: {
  subscription: FragmentOf<typeof CurrentFragment>;
  config: FragmentOf<typeof PaymentConfigFragment>;
  /** Billing's current time. */
  now: Date;
  isRegistered: boolean;
  /** The subscription may have changed. */
  onStale: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = useSearch();
  const methodLabels = useMethodLabels();
  const found = readFragment(CurrentFragment, subscription);
  const commands = useSubscriptionCommands(found.id);
  const [fault, setFault] = useState<string | null>(null);
  // A confirmation that follows a press opens at once; after a reload it waits for a press.
  const [hasPressed, setPressed] = useState(false);
  const requestedStep = isStepName(search["do"]) ? search["do"] : null;
  const { status, paymentMethod } = found;
  const isRunning = status === "active" || status === "in_trial";
  const isPass = !found.plan.renews;
  const isOwing = found.dunning !== null || found.dunningStatus === "in_progress";
  const { management } = found;
  /** Whether an act is possible here: a provider that bills may lack it. */
  const can = (act: Act): boolean => !management || management.acts.includes(act);
  const open: Record<StepName, boolean> = {
    plan: isRunning && !isOwing && can("change_plan"),
    pause: status === "active" && !isOwing && can("pause"),
    // Nothing is charged after a pass.
    pay: isLive(status) && !isPass && can("update_method"),
    code: (isRunning || status === "paused") && !management,
    start: found.startNowAmount !== null,
    cancel: (isRunning || status === "paused" || status === "future") && can("cancel_at_end"),
  };
  const step = requestedStep && open[requestedStep] ? requestedStep : null;
  // Only one button is primary; registering waits for more urgent actions.
  const isPressing = !isRunning || isOwing || found.nextAction !== null || step !== null;
  const goTo = (name: StepName | null): void => {
    setFault(null);
    void navigate({ to: paths.subscription(), search: { ...search, do: name ?? "" }, resetScroll: false });
  };
  const settle = async (outcome: ReturnType<typeof commands.resume>, done: string): Promise<void> => {
    setFault(null);
    setPressed(true);
    const { code, confirm } = await outcome;
    if (code === null && confirm === null) {
      showToast(done);
      if (requestedStep) goTo(null);
      return;
    }
    if (code === null) return requestedStep ? goTo(null) : undefined;
    const refusal = (await refusals).refusalOf(code);
    setFault(refusal.text);
    if (refusal.isStale) onStale();
  };
  const resumePrice = formatMoney(found.resumeAmount ?? 0, found.currencyCode);
  const sentence = stateSentence({
    ...found,
    owner: management && { billedBy: management.billedBy, isRetrying: isOwing },
    nextPlanName: found.nextPlan?.name ?? null,
  });
  const billedBy = management?.billedBy ?? "";
  const since = formatMonthDayYear(new Date(found.createdAt));
  const paidBy = paymentMethod ? methodLabels(paymentMethod) : null;
  return (
    <>
      <section className="stack account-state" aria-live="polite">
        <p className="d2 account-title">{sentence.title}</p>
        {sentence.detail && <p className="muted pretty">{sentence.detail}</p>}
        <p className="t1 muted">
          {!isLive(status) || !paidBy
            ? t`Member since ${since}.`
            : status === "in_trial"
              ? t`Payment method: ${paidBy}. Member since ${since}.`
              : t`Paid with ${paidBy}. Member since ${since}.`}
        </p>
        {management && isLive(status) && (
          <p className="t1 muted">
            {t`Billed by ${billedBy}.`}{" "}
            {management.url && (
              <a className="link" href={management.url} target="_blank" rel="noreferrer">
                {t`Manage in ${billedBy}`}
              </a>
            )}
          </p>
        )}
        {status === "paused" && found.resumeAmount === null && !management && (
          <p className="muted pretty">{t`To resume now, accept the new price first.`}</p>
        )}
        {!step && (
          <p className="hint hint-bad" role="alert">
            {fault}
          </p>
        )}
        <div className="row wrap">
          {status === "non_renewing" && !found.isComplimentary && !found.isPrepaid && can("undo_cancel") && (
            <Button
              tone="go"
              busy={commands.busy}
              onClick={() => void settle(commands.undoCancel(), t`Your subscription continues.`)}
            >
              {t`Resume`}
            </Button>
          )}
          {status === "paused" && (management ? can("resume") : found.resumeAmount !== null) && (
            <Button
              tone="go"
              busy={commands.busy}
              onClick={() => void settle(commands.resume(found.resumeAmount), t`Welcome back.`)}
            >
              {found.resumeAmount ? t`Pay ${resumePrice} and resume` : t`Resume now`}
            </Button>
          )}
          {status === "pending" && (
            <Link className={buttonClass({ tone: "go" })} to={paths.checkout()}>
              {t`Confirm payment`}
            </Link>
          )}
          {found.canBuyAgain && (status === "non_renewing" || status === "canceled") && (
            <Link
              className={buttonClass({ tone: "go" })}
              to={paths.checkout()}
              search={{ plan: found.plan.id, next: paths.subscription() }}
            >
              {t`Buy again`}
            </Link>
          )}
          {(status === "canceled" || (isPass && status === "non_renewing")) && (
            <Link
              className={buttonClass(found.restart || found.canBuyAgain ? {} : { tone: "go" })}
              to={paths.checkout()}
            >
              {t`See plans`}
            </Link>
          )}
          {found.dunning && !found.nextAction && !step && (
            <Link className={buttonClass({ tone: "go" })} to={paths.payInvoice()}>
              {t`Pay ${formatMoney(found.dunning.amount, found.currencyCode)} now`}
            </Link>
          )}
          {!isRegistered && isLive(status) && (
            <Link
              className={buttonClass(isPressing ? {} : { tone: "go" })}
              to={paths.register()}
              search={{ next: paths.subscription() }}
            >
              {isPass ? t`Sign up to keep your pass` : t`Sign up to keep your plan`}
            </Link>
          )}
          {open.start && (
            <Button chosen={step === "start"} onClick={() => goTo("start")}>
              {t`Start paid plan now`}
            </Button>
          )}
          {open.plan && (
            <Button chosen={step === "plan"} onClick={() => goTo("plan")}>
              {t`Change plan`}
            </Button>
          )}
          {open.pay && (
            <Button chosen={step === "pay"} onClick={() => goTo("pay")}>
              {t`Update payment method`}
            </Button>
          )}
          {open.code && (
            <Button chosen={step === "code"} onClick={() => goTo("code")}>
              {t`Add promo code`}
            </Button>
          )}
          {open.pause && (
            <Button chosen={step === "pause"} onClick={() => goTo("pause")}>
              {t`Pause`}
            </Button>
          )}
          {open.cancel && (
            <Button tone="line" chosen={step === "cancel"} onClick={() => goTo("cancel")}>
              {t`Cancel subscription`}
            </Button>
          )}
        </div>
      </section>
      {found.nextAction && status !== "pending" && step !== "pay" && (
        <Suspense fallback={<div className="step" />}>
          <ConfirmPanel
            subscription={found}
            action={found.nextAction}
            config={readFragment(PaymentConfigFragment, config)}
            startsAtOnce={hasPressed}
            onFault={setFault}
            onStale={onStale}
          />
        </Suspense>
      )}
      {found.pendingPriceNotice && (
        <Suspense fallback={<div className="step" />}>
          <PricePanel
            price={found.pendingPriceNotice}
            subscription={found}
            commands={commands}
            onSettle={settle}
            onCancel={() => goTo("cancel")}
          />
        </Suspense>
      )}
      {found.restart && (
        <Suspense fallback={<div className="step" />}>
          <RestartPanel
            offer={found.restart}
            currencyCode={found.currencyCode}
            commands={commands}
            onSettle={settle}
          />
        </Suspense>
      )}
      {step && (!found.nextAction || step === "pay") && (
        <Suspense fallback={<div className="step" />}>
          <SubscriptionSteps
            step={step}
            subscription={found}
            config={config}
            now={now}
            acts={commands}
            fault={fault}
            onFault={setFault}
            onStep={goTo}
            hasAddress={isRegistered}
            onSettle={settle}
          />
        </Suspense>
      )}
    </>
  );
}
