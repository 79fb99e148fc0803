type SubscriptionCount = {
  planId: string;
  planName: string;
  status: string;
  currencyCode: string;
  count: number;
  /** Minor units per month. */
  monthly: number;
};

type PlanFigures = {
  planId: string;
  label: string;
  currencyCode: string;
  /** Number of subscriptions by status. */
  counts: Readonly<Record<string, number>>;
  /** Monthly recurring revenue in minor units. */
  recurring: number;
};

/** One row per plan and currency, in the input's order. */
export function subscriptionsByPlan(subscriptionCounts: readonly SubscriptionCount[]): PlanFigures[] {
  const found = new Map<string, PlanFigures>();
  for (const { planId, status, currencyCode, count, monthly } of subscriptionCounts) {
    const key = `${planId} ${currencyCode}`;
    const before = found.get(key) ?? { planId, label: planId, currencyCode, counts: {}, recurring: 0 };
    const isPaid = ["active", "payment_failed", "non_renewing"].includes(status);
    found.set(key, {
      ...before,
      counts: { ...before.counts, [status]: (before.counts[status] ?? 0) + count },
      recurring: before.recurring + (isPaid ? monthly : 0),
    });
  }
  return [...found.values()];
}
