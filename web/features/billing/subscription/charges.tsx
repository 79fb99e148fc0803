import { useLingui } from "@lingui/react/macro";
import { formatMoment, formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { firstCharge, type Agreement } from "../checkout/agreement.ts";
import { couponLabels } from "../coupons/coupon-labels.ts";
import { reminderDays, taxPlacement, unusedOf } from "../checkout/estimate.ts";
import { howOften, isForever, lengthOf, perPeriod, shortDay } from "../checkout/intervals.ts";

/** Dates of charges and reminders, one line each. */
export function ChargeDates({ agreement, now }: { agreement: Agreement; now: Date }) {
  const { t } = useLingui();
  const { plan, estimate, isTrial, renewal, passEndsAt, runningPassEndsAt } = agreement;
  const money = (amount: number) => formatMoney(amount, plan.currencyCode);
  const due = new Date(estimate.dueAt);
  const reminders = isTrial ? reminderDays(estimate.dueAt, now).map(shortDay) : [];
  const rhythm = perPeriod(plan.period, plan.periodUnit);
  const then = t`then ${money(renewal)} ${rhythm}, until you cancel`;
  return (
    <ol className="when">
      <li className="is-done">
        <span className="strong">{t`Today, ${formatMonthDayYear(now)}`}</span>
        <b className="num">{money(estimate.amountDue)}</b>
        <span className="t1 muted">
          {passEndsAt
            ? runningPassEndsAt
              ? t`We add ${lengthOf(plan.period, plan.periodUnit)} to your pass.`
              : plan.opens
                ? t`${plan.name} opens.`
                : t`${plan.name} starts.`
            : isTrial
              ? t`${plan.name} starts. Cancel anytime in two steps.`
              : t`${plan.name} starts. Then ${money(renewal)} ${rhythm} until you cancel.`}
        </span>
      </li>
      {reminders.length > 0 && (
        <li>
          <span className="strong">
            {reminders.length === 2 ? t`${reminders[0]} and ${reminders[1]}` : reminders[0]}
          </span>
          <span />
          <span className="t1 muted">{t`We’ll email you a reminder.`}</span>
        </li>
      )}
      {passEndsAt && !isForever(plan) && (
        <li>
          <span className="strong">{formatMoment(new Date(passEndsAt), "dateTime")}</span>
          <span />
          <span className="t1 muted">{t`Your pass ends. It doesn’t renew.`}</span>
        </li>
      )}
      {isTrial && (
        <li className="is-charge">
          <span className="strong">{formatMonthDayYear(due)}</span>
          <b className="num">{money(firstCharge(agreement))}</b>
          <span className="t1 muted">{t`First payment, ${then}.`}</span>
        </li>
      )}
    </ol>
  );
}

/** Items of the first paid invoice. */
export function ChargeSum({ agreement }: { agreement: Agreement }) {
  const { t } = useLingui();
  const { plan, estimate, coupon, isTrial } = agreement;
  const money = (amount: number) => formatMoney(amount, plan.currencyCode);
  const tax = taxPlacement(estimate);
  const length = lengthOf(plan.period, plan.periodUnit);
  const unused = unusedOf(estimate);
  const { carried = 0 } = estimate;
  return (
    <dl className="sum t1 tn">
      <div>
        <dt className="muted">{t`${plan.name}, ${length}`}</dt>
        <dd>{money(estimate.subTotal + unused)}</dd>
      </div>
      {unused > 0 && (
        <div>
          <dt className="muted">{t`Unused days of your pass`}</dt>
          <dd>{`− ${money(unused)}`}</dd>
        </div>
      )}
      {estimate.discountsTotal > 0 && (
        <div>
          <dt className="muted">{coupon ? couponLabels(coupon, plan.currencyCode) : t`Discount`}</dt>
          <dd>{`− ${money(estimate.discountsTotal)}`}</dd>
        </div>
      )}
      {estimate.taxes.map(({ name, amount }) => (
        <div key={name}>
          <dt className="muted">{tax === "within" ? t`Includes ${name}` : name}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      {estimate.isReverseCharge && (
        <div>
          <dt className="muted">{t`VAT, reverse charge`}</dt>
          <dd>{money(0)}</dd>
        </div>
      )}
      {estimate.creditsApplied > 0 && (
        <div>
          <dt className="muted">{t`Account credit`}</dt>
          <dd>{`− ${money(estimate.creditsApplied)}`}</dd>
        </div>
      )}
      {estimate.waived > 0 && (
        <div>
          <dt className="muted">{t`Too small to charge`}</dt>
          <dd>{`− ${money(estimate.waived)}`}</dd>
        </div>
      )}
      {isTrial && (
        <div>
          <dt className="muted">{t`First payment, ${shortDay(new Date(estimate.dueAt))}`}</dt>
          <dd>{money(firstCharge(agreement))}</dd>
        </div>
      )}
      <div className="sum-total">
        <dt className="strong">{t`Due today`}</dt>
        <dd>
          <b className="num">{money(estimate.amountDue)}</b>
        </dd>
      </div>
      {carried > 0 && (
        <div>
          <dt className="muted">{t`Added to your account credit`}</dt>
          <dd>{money(carried)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Label of the commit button: the amount and, unless it is today, the day. */
export function useCommitLabel(): (agreement: Agreement) => string {
  const { t } = useLingui();
  return (agreement) => {
    const { plan, estimate, isTrial, passEndsAt, runningPassEndsAt } = agreement;
    const { trialPeriod, trialPeriodUnit, currencyCode } = plan;
    const first = formatMoney(firstCharge(agreement), currencyCode);
    if (passEndsAt && runningPassEndsAt) {
      const length = lengthOf(plan.period, plan.periodUnit);
      return firstCharge(agreement) > 0 ? t`Pay ${first} and add ${length}` : t`Add ${length}`;
    }
    if (!isTrial) return firstCharge(agreement) > 0 ? t`Pay ${first} and start dancing` : t`Start dancing`;
    const day = shortDay(new Date(estimate.dueAt)).replace(" ", "\u00a0");
    if (!trialPeriod || !trialPeriodUnit) return t`Start now, then pay ${first} on ${day}`;
    return t`Start ${lengthOf(trialPeriod, trialPeriodUnit)} free, then pay ${first} on ${day}`;
  };
}

/** Legally required terms next to the button, in one paragraph. */
export function AgreementText({ agreement, children }: { agreement: Agreement; children?: React.ReactNode }) {
  const { t } = useLingui();
  const { plan, estimate, isTrial, renewal, passEndsAt } = agreement;
  const money = (amount: number) => formatMoney(amount, plan.currencyCode);
  const first = money(firstCharge(agreement));
  const day = formatMonthDayYear(new Date(estimate.dueAt));
  const rhythm = perPeriod(plan.period, plan.periodUnit);
  if (passEndsAt)
    return (
      <p className="t1 muted pretty">
        {firstCharge(agreement) > 0
          ? t`By paying, you agree to pay ${first} once.`
          : t`You pay nothing now or later.`}{" "}
        {isForever(plan)
          ? t`It’s yours to keep. EU members can withdraw within 14 days.`
          : t`Your pass ends on ${formatMoment(new Date(passEndsAt), "dateTime")} and doesn’t renew. EU members can withdraw within 14 days.`}{" "}
        {children}
      </p>
    );
  return (
    <p className="t1 muted pretty">
      {isTrial
        ? t`By starting, you agree to pay ${first} on ${day}, then ${money(renewal)} ${rhythm}.`
        : firstCharge(agreement) > 0
          ? t`By paying, you agree to pay ${first} now, then ${money(renewal)} ${rhythm}.`
          : t`You pay nothing now. By starting, you agree to pay ${money(renewal)} ${rhythm} afterwards.`}{" "}
      {t`Renews ${howOften(plan.period, plan.periodUnit)} until you cancel in Account > Subscription. EU members can withdraw within 14 days.`}{" "}
      {children}
    </p>
  );
}
