import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatMoment } from "../../../lib/formats.ts";
import type { Agreement } from "./agreement.ts";
import { reminderDays } from "./estimate.ts";
import { isForever, lengthOf, shortDay } from "./intervals.ts";

export type Needed = "basic" | "standard" | "premium";

/** Why it is charged today, and what becomes of a running pass. */
function chargedNow({ plan, passEndsAt, runningPassEndsAt }: Agreement): string {
  if (plan.opens && !runningPassEndsAt)
    return isForever(plan)
      ? t`You pay once, and it’s yours to keep.`
      : t`You pay once, and it’s open for ${lengthOf(plan.period, plan.periodUnit)}.`;
  if (passEndsAt)
    return runningPassEndsAt
      ? t`Your pass runs until ${formatMoment(new Date(runningPassEndsAt), "dateTime")}. These days are added after that.`
      : t`You pay once. The pass doesn’t renew, so there’s nothing to cancel.`;
  return runningPassEndsAt
    ? t`Your pass ends when the plan starts. We take its unused days off the first payment.`
    : t`You’ve used your free trial, so you’ll be charged today.`;
}

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
            {t`Dance free for ${trial}.`}
            <br />
            {t`Then decide.`}
          </>
        ) : plan.opens ? (
          plan.name
        ) : (
          t`Unlock every class.`
        )}
      </h1>
      <p className="muted pretty">
        {opens && (
          <>{t`${accessNames[opens]} includes the class you were viewing. We’ll take you back to it.`} </>
        )}
        {!isTrial
          ? chargedNow(agreement)
          : days.length === 2
            ? t`You won’t be charged today. We’ll email you on ${days[0]} and ${days[1]}, before your first payment.`
            : t`You won’t be charged today. We’ll email you before your first payment.`}
      </p>
    </div>
  );
}
