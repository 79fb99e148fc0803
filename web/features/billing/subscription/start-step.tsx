import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { Button } from "../../../ui/button.tsx";
import { perPeriod, termText } from "../checkout/intervals.ts";
import type { CurrentFragment } from "./current-fragment.ts";
import { Step } from "./step.tsx";

/** Ends the trial and begins the paid plan, with the charge beside the button. */
export function StartStep({
  subscription: { plan, currencyCode },
  amount,
  busy,
  fault,
  onStart,
  onLeave,
}: {
  subscription: ResultOf<typeof CurrentFragment>;
  /** Charged now, in minor units. */
  amount: number;
  busy: boolean;
  fault: string | null;
  onStart: () => void;
  onLeave: () => void;
}) {
  const { t } = useLingui();
  const due = formatMoney(amount, currencyCode);
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const then = `${formatMoney(plan.priceInCents, currencyCode)} ${perPeriod(plan.period, plan.periodUnit)}`;
  return (
    <Step
      title={t`Start your paid plan now`}
      lead={t`Your free trial ends now. ${name}: ${due} today, then ${then} until you cancel.`}
      leaveLabel={t`Keep my trial`}
      onLeave={onLeave}
    >
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button tone="go" size="l" busy={busy} onClick={onStart}>
          {amount > 0 ? t`Pay ${due} and start` : t`Start now`}
        </Button>
      </div>
    </Step>
  );
}
