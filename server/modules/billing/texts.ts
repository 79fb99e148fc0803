import type { FormatContext } from "../../../contract/formats/context.ts";
import { formatDate } from "../../../contract/formats/dates.ts";
import { formatMoney, formatPercent } from "../../../contract/formats/numbers.ts";
import type { TaxPart } from "./rules/tax.ts";

/** Formats of one reader, for emails, receipts and credit notes. */
export const textsFor = (reader: FormatContext) => ({
  /** Dec 5, 2026 */
  day: (at: Date): string => formatDate(at, "date", reader),
  /** Dec 5, 2026, 7:30 PM GMT+1 */
  time: (at: Date): string => formatDate(at, "zonedDateTime", reader),
  /** $119.00 */
  money: (amount: number, currencyCode: string): string => formatMoney(amount, currencyCode, reader),
  /** 9.975% */
  percent: ({ milliPercent }: Pick<TaxPart, "milliPercent">): string =>
    formatPercent(milliPercent / 100_000, reader, 3),
});

/** A plan as emails name it. */
export interface NamedPlan {
  readonly planName: string;
  readonly period: number;
  readonly periodUnit: string;
}

/** A plan's name with its billing interval: "Premium, yearly". */
export function planText({ planName, period, periodUnit }: NamedPlan): string {
  const often = { day: "daily", week: "weekly", month: "monthly", year: "yearly" }[periodUnit];
  return period === 1 && often ? `${planName}, ${often}` : `${planName}, every ${period} ${periodUnit}s`;
}
