import { plural, t } from "@lingui/core/macro";
import { formatMoment } from "../../../lib/formats.ts";

export type PeriodUnit = "day" | "week" | "month" | "year";

/** Billing interval after a plan's name: "monthly", "every 3 months". */
export function howOften(period: number, unit: PeriodUnit): string {
  if (period === 1) return { day: t`daily`, week: t`weekly`, month: t`monthly`, year: t`yearly` }[unit];
  return t`every ${lengthOf(period, unit)}`;
}

/** Whether a period is that of a pass to keep: the ledger's hundred years stand for no end. */
export const isForever = ({ period, periodUnit }: { period: number; periodUnit: PeriodUnit }): boolean =>
  periodUnit === "year" && period === 100;

/** What follows a plan's name: its interval, or the length of a pass: "monthly", "10 days". Passes alone are counted in days, or kept. */
export const termText = (period: number, unit: PeriodUnit): string =>
  unit === "day" || isForever({ period, periodUnit: unit }) ? lengthOf(period, unit) : howOften(period, unit);

/** Billing interval after a price: "a month", "every 3 months". */
export function perPeriod(period: number, unit: PeriodUnit): string {
  if (period === 1) return { day: t`a day`, week: t`a week`, month: t`a month`, year: t`a year` }[unit];
  return t`every ${lengthOf(period, unit)}`;
}

/** A duration: "14 days", "1 year"; "yours to keep" for a pass without an end. */
export function lengthOf(period: number, unit: PeriodUnit): string {
  if (isForever({ period, periodUnit: unit })) return t`yours to keep`;
  switch (unit) {
    case "day":
      return plural(period, { one: "# day", other: "# days" });
    case "week":
      return plural(period, { one: "# week", other: "# weeks" });
    case "month":
      return plural(period, { one: "# month", other: "# months" });
    case "year":
      return plural(period, { one: "# year", other: "# years" });
  }
}

/** A day of the coming months, without the year: "Dec 5". */
export const shortDay = (day: Date): string => formatMoment(day, "monthDay");
