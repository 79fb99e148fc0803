import { t } from "@lingui/core/macro";
import { formatDuration, formatMoment, formatShare } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";
import { fieldLabels } from "./field-labels.ts";
import { codeLabel } from "./value-labels.ts";

/** A value before and after; only `after` for a fact about the act. */
export type Change = { field: string; before: string | null; after: string | null };

const money: ReadonlySet<string> = new Set(["amount", "creditTaken", "refundable"]);
/** From 0 to 1. */
const rates: ReadonlySet<string> = new Set(["expectedRate", "minDifference"]);

function textOf(field: string, value: string | null, currency: string | null): string {
  if (value === null) return t`None`;
  if (value === "true") return t`On`;
  if (value === "false") return t`Off`;
  if (/^\d+$/.test(value) && field.endsWith("Ms")) return formatDuration(Number(value));
  if (rates.has(field)) return formatShare(Number(value));
  if (currency && money.has(field) && /^-?\d+$/.test(value)) return formatMoney(Number(value), currency);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatMoment(new Date(value), "dateTime");
  return codeLabel(field, value) ?? value;
}

/** Words of a name that has no label, such as one of an older release. */
const wordsOf = (field: string): string => field.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** What an entry changed, ready to show: a label, and the values as people read them. */
export function readableChanges(
  action: string,
  changes: readonly Change[],
): { label: string; before: string | null; after: string }[] {
  const currency =
    changes.find(({ field }) => field === "currency" || field === "currencyCode")?.after ?? null;
  const labels = fieldLabels();
  // The single value of given credit is the balance.
  const isBalance = action === "billing.credit_given";
  return changes.map(({ field, before, after }) => {
    const name = isBalance && field === "value" ? "amount" : field;
    return {
      label: (isBalance && field === "value" ? t`Balance` : labels[field]) ?? wordsOf(field),
      before: before === null ? null : textOf(name, before, currency),
      after: textOf(name, after, currency),
    };
  });
}
