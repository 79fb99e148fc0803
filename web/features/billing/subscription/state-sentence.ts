import { t } from "@lingui/core/macro";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { howOften, perPeriod, type PeriodUnit } from "../checkout/intervals.ts";

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
  plan: { name: string; period: number; periodUnit: PeriodUnit; currencyCode: string; priceInCents: number };
  /** Amount of the next charge; null if none is scheduled. */
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
      title: t`You dance for free.`,
      detail: t`Free classes open whole, all others for their first 30 seconds. Nothing is charged.`,
    };
  const { plan, nextBillingAt } = facts;
  const name = `${plan.name}, ${howOften(plan.period, plan.periodUnit)}`;
  const amount = formatMoney(facts.nextAmount ?? plan.priceInCents, plan.currencyCode);
  const price = formatMoney(plan.priceInCents, plan.currencyCode);
  const rhythm = perPeriod(plan.period, plan.periodUnit);
  const on = nextBillingAt ? day(nextBillingAt) : null;
  const change = facts.nextPlanName && on ? t`From ${on} it is ${facts.nextPlanName}.` : null;
  switch (facts.status) {
    case "pending":
      return {
        title: t`${name}. Your payment waits for a confirmation.`,
        detail: t`Nothing opens and nothing is charged until your bank has confirmed it.`,
      };
    case "in_trial":
      return on
        ? {
            title: t`${name}. Your first payment is ${amount} on ${on}.`,
            detail:
              change ?? t`You are trying it out. After that it is ${price} ${rhythm}, until you cancel.`,
          }
        : { title: t`${name}. You are trying it out.`, detail: change };
    case "active": {
      if (facts.dunning) {
        const open = formatMoney(facts.dunning.amount, plan.currencyCode);
        const until = facts.dunning.retryAt && !facts.dunning.willRetry ? day(facts.dunning.retryAt) : null;
        if (until)
          return {
            title: facts.dunning.needsConfirmation
              ? t`${name}. Your bank wants you to confirm ${open}.`
              : t`${name}. Your payment of ${open} didn’t go through.`,
            detail: t`Pay by ${until} to keep your subscription. Otherwise it ends that day, and you owe nothing.`,
          };
        return {
          title: t`${name}. Your payment of ${open} didn’t go through.`,
          detail: facts.dunning.retryAt
            ? t`We try again on ${day(facts.dunning.retryAt)}. Everything stays open until then. Another way to pay settles it now.`
            : t`Choose another way to pay, and everything stays open.`,
        };
      }
      return {
        title: on ? t`${name}. Your next payment is ${amount} on ${on}.` : t`${name}. It is running.`,
        detail: change,
      };
    }
    case "non_renewing": {
      const end = facts.accessEndsAt ?? nextBillingAt;
      return {
        title: end ? t`${name}. You keep it until ${day(end)}.` : t`${name}. It is cancelled.`,
        detail: t`It is cancelled: nothing more is charged. Until then you can take that back.`,
      };
    }
    case "paused":
      return {
        title: facts.resumesAt
          ? t`${name}. Paused until ${day(facts.resumesAt)}.`
          : t`${name}. Paused until you go on.`,
        detail: facts.resumesAt
          ? t`Nothing is charged meanwhile. On that day we charge ${amount}, and every class opens again.`
          : t`Nothing is charged meanwhile. When you go on we charge ${amount}, and every class opens again.`,
      };
    case "future":
      return on
        ? {
            title: t`${name}. It begins on ${on}.`,
            detail: t`The first payment, ${amount}, is on that day. Until then nothing is charged.`,
          }
        : { title: t`${name}. It hasn’t begun yet.`, detail: null };
    case "canceled":
      return {
        title: facts.accessEndsAt
          ? t`${plan.name} ended on ${day(facts.accessEndsAt)}. You dance for free.`
          : t`${plan.name} has ended. You dance for free.`,
        detail: t`Nothing is charged. Your saved classes, badges and progress are still yours.`,
      };
  }
}
