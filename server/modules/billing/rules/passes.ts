import { periodsAfter } from "./calendar.ts";
import type { Period, PeriodUnit } from "./calendar.ts";
import { unusedValue } from "./proration.ts";
import type { Charge } from "./totals.ts";

/** Days before its end at which a pass is announced to end, if its term is at least twice as long. */
export const passReminderDays = 2;

/** The part of a subscription that tells whether it is a pass. */
interface Prepaid {
  readonly isPrepaid: boolean;
  readonly planRenews: boolean;
}

/** Whether a subscription is a pass: paid once, and its plan never renews. Months of a gift card aren't one. */
export const isPass = ({ isPrepaid, planRenews }: Prepaid): boolean => isPrepaid && !planRenews;

/** The period of a pass that is bought to keep: the ledger needs an end. */
export const foreverPeriod: Period = { period: 100, periodUnit: "year" };

/** Whether what is bought once never ends for its buyer. Other passes are counted in days. */
export const isForever = ({
  renews,
  periodUnit,
}: {
  readonly renews: boolean;
  readonly periodUnit: string;
}): boolean => !renews && periodUnit === foreverPeriod.periodUnit;

/** A pass with its running term and what was paid for it. */
export interface RunningPass extends Prepaid {
  readonly status: string;
  readonly planName: string;
  readonly termStartsAt: Date | null;
  readonly termEndsAt: Date | null;
  readonly termValue: number;
}

/** Whether a pass runs at a moment. It ends to the moment, even before a worker has noticed. */
export const isRunningPass = (found: RunningPass, at: Date): boolean =>
  isPass(found) && found.status === "non_renewing" && found.termEndsAt !== null && found.termEndsAt > at;

/** Whether a prepaid term, of a pass or of a gift card, is over at a moment, even before a worker has noticed. */
export const isTermOver = (
  found: Pick<RunningPass, "isPrepaid" | "status" | "termEndsAt">,
  at: Date,
): boolean =>
  found.isPrepaid && found.status === "non_renewing" && found.termEndsAt !== null && found.termEndsAt <= at;

interface BoughtPlan {
  readonly name: string;
  readonly amount: number;
  readonly period: number;
  readonly periodUnit: PeriodUnit;
  readonly renews: boolean;
}

/** What is charged while a pass runs, and the term that is paid. Minor units. */
export interface PurchaseDuringPass {
  readonly charges: readonly Charge[];
  readonly term: {
    readonly startsAt: Date;
    readonly endsAt: Date;
    readonly anchorAt: Date;
    readonly number: number;
  };
}

/**
 * What a purchase charges while a pass runs. A pass adds its days after the present end. A plan begins at once, and what is
 * unused of the pass is taken off.
 */
export function purchaseDuringPass(found: RunningPass, plan: BoughtPlan, at: Date): PurchaseDuringPass {
  const { termStartsAt, termEndsAt, termValue } = found;
  if (!termStartsAt || !termEndsAt) throw new Error("A running pass has a term");
  const charge = { kind: "plan" as const, description: plan.name, amount: plan.amount };
  const startsAt = plan.renews ? at : termEndsAt;
  const term = { startsAt, endsAt: periodsAfter(startsAt, 1, plan), anchorAt: startsAt, number: 1 };
  if (!plan.renews) return { charges: [charge], term };
  const unused = unusedValue(termValue, { startsAt: termStartsAt, endsAt: termEndsAt }, at);
  const returned = { kind: "unused_time" as const, description: found.planName, amount: -unused };
  return { charges: unused > 0 ? [charge, returned] : [charge], term };
}

/**
 * The running term of a pass once more days are paid: from now to the new end, worth what was unused and what is paid.
 * Unused days so keep their value, to half a unit.
 */
export function extendedTerm(
  found: RunningPass,
  paid: { readonly termEndsAt: Date; readonly planValue: number },
  now: Date,
): { termStartsAt: Date; termEndsAt: Date; termValue: number; accessEndsAt: Date } {
  const { termStartsAt, termEndsAt, termValue } = found;
  if (!termStartsAt || !termEndsAt) throw new Error("A running pass has a term");
  return {
    termStartsAt: now,
    termEndsAt: paid.termEndsAt,
    termValue: unusedValue(termValue, { startsAt: termStartsAt, endsAt: termEndsAt }, now) + paid.planValue,
    accessEndsAt: paid.termEndsAt,
  };
}
