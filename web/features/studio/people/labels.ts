import { plural, t } from "@lingui/core/macro";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import type { ResultOf } from "../../../graphql/graphql.ts";
import type { Danced, Stage } from "./filters.ts";
import type { ListedSubscriptionFragment } from "./fragments.ts";

export const stageLabels = (): Record<Stage, string> => ({
  trialing: t`Free trial`,
  paying: t`Paying`,
  payment_failed: t`Payment failed`,
  leaving: t`Canceling`,
  prepaid: t`Paid once`,
  paused: t`Paused`,
  complimentary: t`Free of charge`,
  canceled: t`Canceled`,
});

export const dancedLabels = (): Record<Danced, string> => ({
  within_7_days: t`In the last 7 days`,
  within_30_days: t`In the last 30 days`,
  over_14_days_ago: t`Over 14 days ago`,
  over_30_days_ago: t`Over 30 days ago`,
  over_90_days_ago: t`Over 90 days ago`,
  never: t`Never danced`,
});

export type ListedSubscription = ResultOf<typeof ListedSubscriptionFragment>;

/** The phase of a subscription, in two words and its day. */
export function phaseOf(found: ListedSubscription): { text: string; isDanger: boolean } {
  const end = found.accessEndsAt ? formatMonthDayYear(new Date(found.accessEndsAt)) : null;
  switch (found.status) {
    case "in_trial":
      return { text: t`Free trial`, isDanger: false };
    case "active":
      return found.dunning
        ? { text: t`Payment failed`, isDanger: true }
        : { text: t`Active`, isDanger: false };
    case "non_renewing":
      return { text: end ? t`Ends ${end}` : t`Canceling`, isDanger: false };
    case "paused":
      return { text: t`Paused`, isDanger: false };
    case "future":
      return { text: t`Not started`, isDanger: false };
    case "pending":
      return { text: t`Payment pending`, isDanger: false };
    default:
      return { text: t`Canceled`, isDanger: false };
  }
}

/** A plan with its interval: "Premium, monthly". */
export function planLabel({
  name,
  period,
  periodUnit,
}: {
  name: string;
  period: number;
  periodUnit: "day" | "week" | "month" | "year";
}): string {
  // Passes alone are counted in days.
  const days = plural(period, { one: "# day", other: "# days" });
  if (periodUnit === "day") return `${name}, ${days}`;
  if (period !== 1) return name;
  const intervals = { week: t`weekly`, month: t`monthly`, year: t`yearly` };
  return `${name}, ${intervals[periodUnit]}`;
}
