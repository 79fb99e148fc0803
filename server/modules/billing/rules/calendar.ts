/** The units that a period is counted in. */
export const periodUnits = ["day", "week", "month", "year"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

export interface Period {
  readonly period: number;
  readonly periodUnit: PeriodUnit;
}

const dayMs = 24 * 60 * 60 * 1000;

/** So many days later, to the millisecond. */
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/**
 * The moment `count` periods after an anchor, in UTC. Counted from the anchor each time and never from the last one: a term that
 * began on the 31st of January ends on the 28th of February, the next on the 31st of March. Summer time doesn't exist in UTC.
 */
export function periodsAfter(anchor: Date, count: number, { period, periodUnit }: Period): Date {
  const amount = count * period;
  if (periodUnit === "day") return addDays(anchor, amount);
  if (periodUnit === "week") return addDays(anchor, amount * 7);
  const months = anchor.getUTCMonth() + amount * (periodUnit === "year" ? 12 : 1);
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(anchor.getUTCFullYear(), months, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** Months in a period, for comparing prices; days and weeks by the average month. */
export function monthsIn({ period, periodUnit }: Period): number {
  return period * { day: 12 / 365.25, week: 84 / 365.25, month: 1, year: 12 }[periodUnit];
}
