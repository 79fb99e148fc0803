import type { FormatContext } from "../../../contract/formats/context.ts";
import { formatDate } from "../../../contract/formats/dates.ts";
import { formatMoney, formatPercent } from "../../../contract/formats/numbers.ts";
import { msg } from "../../platform/i18n/messages.ts";
import type { Message } from "../../platform/i18n/messages.ts";
import { isForever } from "./rules/passes.ts";
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
  readonly planName: string | Message;
  readonly period: number;
  readonly periodUnit: string;
  /** Paid once: its name says what it is. */
  readonly isPass?: boolean;
}

/** A plan's name with its billing interval, or a pass's with its length: "Premium, yearly", "Pass, 10 days", "Salsa, yours to keep". */
export function planText({ planName: plan, period, periodUnit, isPass }: NamedPlan): Message {
  if (isPass && isForever({ renews: false, periodUnit })) return msg("{plan}, yours to keep", { plan });
  if (isPass) return msg("{period, plural, one {{plan}, # day} other {{plan}, # days}}", { plan, period });
  switch (periodUnit) {
    case "day":
      return msg("{period, plural, one {{plan}, daily} other {{plan}, every # days}}", { plan, period });
    case "week":
      return msg("{period, plural, one {{plan}, weekly} other {{plan}, every # weeks}}", { plan, period });
    case "month":
      return msg("{period, plural, one {{plan}, monthly} other {{plan}, every # months}}", { plan, period });
    default:
      return msg("{period, plural, one {{plan}, yearly} other {{plan}, every # years}}", { plan, period });
  }
}
