import { monthsIn } from "./calendar.ts";
import type { Period } from "./calendar.ts";

interface ComparedPlan extends Period {
  readonly id: string;
  readonly accessType: string;
  readonly seats: number;
  readonly isOffered: boolean;
  readonly renews: boolean;
  /** Minor units. */
  readonly amount: number;
}

/** Savings of a plan against the same access and seats paid monthly; null for a pass and without a saving. */
export function savingsOf(
  plan: ComparedPlan,
  plans: readonly ComparedPlan[],
): { percent: number; aYear: number } | null {
  const monthly = plans.find(
    (other) =>
      other.isOffered &&
      other.accessType === plan.accessType &&
      other.seats === plan.seats &&
      other.periodUnit === "month" &&
      other.period === 1,
  );
  if (!plan.renews || !monthly || monthly.id === plan.id) return null;
  const months = monthsIn(plan);
  const aYear = Math.round((monthly.amount * 12 * months - plan.amount * 12) / months);
  // Rounded down, so that the saving is never less than promised.
  const percent = Math.floor((aYear * 100) / (monthly.amount * 12));
  return aYear > 0 ? { percent, aYear } : null;
}
