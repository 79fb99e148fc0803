import { termText, type PeriodUnit } from "../checkout/intervals.ts";

type SubscriptionCount = {
  planId: string;
  planName: string;
  period: number;
  periodUnit: PeriodUnit;
  status: string;
  currencyCode: string;
  count: number;
  /** Their part of net MRR, in minor units. */
  monthly: number;
};

type PlanFigures = {
  planId: string;
  /** Name and interval. */
  label: string;
  currencyCode: string;
  /** Number of subscriptions by status. */
  counts: Readonly<Record<string, number>>;
  /** Net monthly recurring revenue in minor units. */
  recurring: number;
};

/** One row per plan and currency, in the input's order. */
export function subscriptionsByPlan(subscriptionCounts: readonly SubscriptionCount[]): PlanFigures[] {
  const found = new Map<string, PlanFigures>();
  for (const one of subscriptionCounts) {
    const { planId, status, currencyCode, count, monthly } = one;
    const label = `${one.planName}, ${termText(one.period, one.periodUnit)}`;
    const key = `${planId} ${currencyCode}`;
    const before = found.get(key) ?? { planId, label, currencyCode, counts: {}, recurring: 0 };
    found.set(key, {
      ...before,
      counts: { ...before.counts, [status]: (before.counts[status] ?? 0) + count },
      recurring: before.recurring + monthly,
    });
  }
  return [...found.values()];
}
