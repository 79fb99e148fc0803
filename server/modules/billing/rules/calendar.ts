/** The units of a billing interval. */
export const periodUnits = ["day", "week", "month", "year"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

export interface Period {
  readonly period: number;
  readonly periodUnit: PeriodUnit;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Adds days of 24 hours. */
export const addDays = (moment: Date, days: number): Date => new Date(moment.getTime() + days * dayMs);

/**
 * The moment `count` periods after an anchor, in UTC. Always counted from the anchor, never from the previous
 * term. A term that began on January 31 ends on February 28, the next on March 31. UTC has no daylight saving
 * time.
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

/** The number of the term that a moment is in, counted from the anchor; at least `first`. */
export function currentTerm(anchor: Date, first: number, period: Period, at: Date): number {
  let number = first;
  while (periodsAfter(anchor, number, period) <= at) number += 1;
  return number;
}

/** Months in a period, to compare prices; days and weeks by the average month. */
export function monthsIn({ period, periodUnit }: Period): number {
  return period * { day: 12 / 365.25, week: 84 / 365.25, month: 1, year: 12 }[periodUnit];
}
