import { useLingui } from "@lingui/react/macro";
import type { Agreement } from "./agreement.ts";
import { reminderDays } from "./estimate.ts";
import { lengthOf, shortDay } from "./intervals.ts";

export type Needed = "basic" | "standard" | "premium";

/** The heading: the trial, or the amount paid today. */
export function CheckoutHead({
  agreement,
  opens,
  now,
}: {
  agreement: Agreement;
  /** The access type of the class that led here. */
  opens: Needed | null;
  now: Date;
}) {
  const { t } = useLingui();
  const { plan, isTrial, estimate } = agreement;
  const accessNames: Record<Needed, string> = { basic: t`Basic`, standard: t`Standard`, premium: t`Premium` };
  const trial =
    isTrial && plan.trialPeriod && plan.trialPeriodUnit
      ? lengthOf(plan.trialPeriod, plan.trialPeriodUnit).replace(" ", "\u00a0")
      : null;
  const days = reminderDays(estimate.dueAt, now).map(shortDay);
  return (
    <div className="stack gap-3">
      <h1 className="d1 pay-head">
        {trial ? (
          <>
            {t`Dance for ${trial}.`}
            <br />
            {t`Then decide.`}
          </>
        ) : (
          t`Every count is yours.`
        )}
      </h1>
      <p className="muted pretty">
        {opens && `${t`${accessNames[opens]} opens the class that you came from, and you go back to it.`} `}
        {!isTrial
          ? t`You have had your trial, so the first payment is today.`
          : days.length === 2
            ? t`Nothing is charged today. We write to you on ${days[0]} and on ${days[1]}, before the first payment.`
            : t`Nothing is charged today. We write to you before the first payment.`}
      </p>
    </div>
  );
}
