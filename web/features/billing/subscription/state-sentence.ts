import { t } from "@lingui/core/macro";
import { formatMoment, formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { type PeriodUnit, perPeriod, termText } from "../checkout/intervals.ts";

/** Data for a sentence about a subscription. Times are ISO 8601, amounts minor units. */
export type SubscriptionDetails = {
  status:
    | "active"
    | "canceled"
    | "canceled_during_pending"
    | "future"
    | "future_canceled"
    | "in_trial"
    | "non_renewing"
    | "paused"
    | "pending";
  plan: {
    name: string;
    period: number;
    periodUnit: PeriodUnit;
    currencyCode: string;
    priceInCents: number;
    /** False for a pass. */
    renews: boolean;
  };
  /** Given by the studio; no one pays for it. */
  isComplimentary: boolean;
  isPrepaid: boolean;
  /** Amount of the next charge; null if none is scheduled, or a new price must be accepted first. */
  nextAmount: number | null;
  nextBillingAt: string | null;
  /** End of access, past or future. */
  accessEndsAt: string | null;
  /** Automatic end of a pause. */
  resumesAt: string | null;
  /** A failed payment: `amount` is open. `retryAt` is the next attempt, or the end if it isn't retried. */
  dunning: {
    amount: number;
    retryAt: string | null;
    willRetry: boolean;
    needsConfirmation: boolean;
  } | null;
  /** A provider bills it and retries its payments; null if the studio does. */
  owner: { billedBy: string; isRetrying: boolean } | null;
  /** The plan that applies from the next charge. */
  nextPlanName: string | null;
};

export type StateSentence = {
  /** The state in one sentence. */
  title: string;
  /** Consequence of the state; null if the title is sufficient. */
  detail: string | null;
};

const day = (time: string): string => formatMonthDayYear(new Date(time));

/** State of a subscription in one sentence, with the next charge and its date. Null: there has never been one. */
export function stateSentence(facts: SubscriptionDetails | null): StateSentence {
  if (!facts || facts.status === "canceled_during_pending" || facts.status === "future_canceled")
    return {
      title: t`You’re on the free plan.`,
      detail: t`Full access to free classes, plus 30-second previews of the rest.`,
    };
  const { plan, nextBillingAt } = facts;
  const name = `${plan.name}, ${termText(plan.period, plan.periodUnit)}`;
  const amount = formatMoney(facts.nextAmount ?? plan.priceInCents, plan.currencyCode);
  const price = formatMoney(plan.priceInCents, plan.currencyCode);
  const rhythm = perPeriod(plan.period, plan.periodUnit);
  const billedBy = facts.owner?.billedBy ?? "";
  const on = nextBillingAt ? day(nextBillingAt) : null;
  const change = facts.nextPlanName && on ? t`Changes to ${facts.nextPlanName} on ${on}.` : null;
  switch (facts.status) {
    case "pending":
      return {
        title: t`${name}: payment needs confirmation`,
        detail: t`Confirm with your bank to start your plan. You haven’t been charged.`,
      };
    case "in_trial":
      // What a provider charges includes taxes that only it knows.
      if (facts.owner && on) return { title: t`${name}: free trial until ${on}`, detail: change };
      return on
        ? {
            title: t`${name}: first payment ${amount} on ${on}`,
            detail: change ?? t`Free trial, then ${price} ${rhythm} until you cancel.`,
          }
        : { title: t`${name}: free trial`, detail: change };
    case "active": {
      if (facts.owner?.isRetrying)
        return {
          title: t`${name}: your last payment failed`,
          detail: t`${billedBy} will try again. Update your payment method to keep access.`,
        };
      if (facts.dunning) {
        const open = formatMoney(facts.dunning.amount, plan.currencyCode);
        const until = facts.dunning.retryAt && !facts.dunning.willRetry ? day(facts.dunning.retryAt) : null;
        if (until)
          return {
            title: facts.dunning.needsConfirmation
              ? t`${name}: confirm ${open} with your bank`
              : t`${name}: your ${open} payment failed`,
            detail: t`Pay by ${until} to keep your subscription. Otherwise it ends that day, and you owe nothing.`,
          };
        return {
          title: t`${name}: your ${open} payment failed`,
          detail: facts.dunning.retryAt
            ? t`We’ll retry on ${day(facts.dunning.retryAt)}. You keep access until then. Or pay now with another method.`
            : t`Update your payment method to keep access.`,
        };
      }
      if (facts.owner) return { title: on ? t`${name}: renews ${on}` : t`${name}: active`, detail: change };
      if (on && facts.nextAmount === null)
        return {
          title: t`${name}: ends ${on} unless you accept its new price`,
          detail: t`Without your consent, you won’t be charged again.`,
        };
      return {
        title: on ? t`${name}: next payment ${amount} on ${on}` : t`${name}: active`,
        detail: change,
      };
    }
    case "non_renewing": {
      const end = facts.accessEndsAt ?? nextBillingAt;
      if (facts.isComplimentary && end)
        return {
          title: t`${name}: free until ${day(end)}`,
          detail: t`A gift from the studio. It ends that day, and you won’t be charged.`,
        };
      if (facts.isPrepaid && !plan.renews && end)
        return {
          title: t`Your pass ends on ${formatMoment(new Date(end), "dateTime")}`,
          detail: t`${name}. It doesn’t renew. Buy it again to add its days after the end.`,
        };
      if (facts.isPrepaid && end)
        return {
          title: t`${name}: until ${day(end)}`,
          detail: t`Paid in full. It ends that day, and nothing renews.`,
        };
      return {
        title: end ? t`${name}: ends ${day(end)}` : t`${name}: canceled`,
        detail: t`Canceled. You won’t be charged again. You can resume before then.`,
      };
    }
    case "paused":
      if (facts.owner)
        return {
          title: facts.resumesAt ? t`${name}: paused until ${day(facts.resumesAt)}` : t`${name}: paused`,
          detail: t`No charges while paused. ${billedBy} charges you again when it resumes.`,
        };
      if (facts.resumesAt && facts.nextAmount === null)
        return {
          title: t`${name}: paused until ${day(facts.resumesAt)}`,
          detail: t`It ends that day unless you accept its new price. Without your consent, you won’t be charged again.`,
        };
      return {
        title: facts.resumesAt ? t`${name}: paused until ${day(facts.resumesAt)}` : t`${name}: paused`,
        detail: facts.resumesAt
          ? t`No charges while paused. On that day we’ll charge ${amount} and restore access.`
          : t`No charges while paused. When you resume, we’ll charge ${amount} and restore access.`,
      };
    case "future":
      return on
        ? {
            title: t`${name}: starts ${on}`,
            detail: facts.owner ? null : t`First payment of ${amount} is that day.`,
          }
        : { title: t`${name}: not started`, detail: null };
    case "canceled":
      return {
        title: facts.accessEndsAt
          ? t`${plan.name} ended on ${day(facts.accessEndsAt)}. You’re on the free plan.`
          : t`${plan.name} has ended. You’re on the free plan.`,
        detail: t`You won’t be charged. Your saved classes, badges, and progress are still here.`,
      };
  }
}
