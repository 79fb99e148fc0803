import type { PeriodUnit } from "./intervals.ts";

/** Plan fields that the choice needs. */
export type ChoosablePlan = {
  id: string;
  name: string;
  accessType: "free" | "basic" | "standard" | "premium";
  period: number;
  periodUnit: PeriodUnit;
  priceInCents: number;
  isBestValue: boolean;
  monthlySavingsInPercent: number | null;
};

export type Interval = "month" | "year";

const ranks = { free: 0, basic: 1, standard: 2, premium: 3 } as const;

/** Plans of this interval, sorted by price. */
export function plansPaid<P extends ChoosablePlan>(plans: readonly P[], interval: Interval): P[] {
  return plans
    .filter((plan) => plan.periodUnit === interval && plan.period === 1)
    .sort(
      (one, other) =>
        ranks[one.accessType] - ranks[other.accessType] || one.priceInCents - other.priceInCents,
    );
}

/** Intervals that have plans, monthly first. */
export function intervalsOf(plans: readonly ChoosablePlan[]): Interval[] {
  return (["month", "year"] as const).filter((interval) => plansPaid(plans, interval).length > 0);
}

/** The smallest saving in percent over all plans of the interval. Null if not all plans save. */
export function savingOfAll(plans: readonly ChoosablePlan[], interval: Interval): number | null {
  const savings = plansPaid(plans, interval)
    // A plan sold in this interval only has no comparison.
    .map((plan) => plan.monthlySavingsInPercent)
    .filter((saving) => saving !== null);
  const least = Math.min(...savings);
  return savings.length > 0 && least > 0 ? least : null;
}

/** The closest plan of the other interval: the same name, else the same access. */
export function likeIn<P extends ChoosablePlan>(plans: readonly P[], plan: P, interval: Interval): P | null {
  const there = plansPaid(plans, interval);
  return (
    there.find(({ name }) => name === plan.name) ??
    there.find(({ accessType }) => accessType === plan.accessType) ??
    there[0] ??
    null
  );
}

/**
 * The preselected plan: the requested one, else the best value that includes `needed`, else the cheapest that
 * does.
 * @param wish.interval the closest plan of this interval is preselected, if it has one; null: any
 */
export function firstChoice<P extends ChoosablePlan>(
  plans: readonly P[],
  wish: {
    requestedId: string | null;
    needed: ChoosablePlan["accessType"] | null;
    interval: Interval | null;
  },
): P | null {
  const named = plans.find(({ id }) => id === wish.requestedId);
  if (named) return named;
  const enough = plans.filter(({ accessType }) => ranks[accessType] >= ranks[wish.needed ?? "free"]);
  const best =
    enough.find(({ isBestValue }) => isBestValue) ??
    plansPaid(enough, "year")[0] ??
    plansPaid(enough, "month")[0] ??
    null;
  if (best && wish.interval && best.periodUnit !== wish.interval)
    return likeIn(enough, best, wish.interval) ?? best;
  return best ?? plans[0] ?? null;
}
