import { t } from "@lingui/core/macro";
import { formatMoment } from "../../../lib/formats.ts";
import { formatMoney } from "../../../lib/money.ts";

/** A value before and after; only `after` for a fact about the act. */
export type Change = { field: string; before: string | null; after: string | null };

const fieldLabels = (): Partial<Record<string, string>> => ({
  accessEndsAt: t`Access until`,
  amount: t`Amount`,
  angle: t`Camera angle`,
  artist: t`Artist`,
  chosen: t`Chosen`,
  code: t`Promo code`,
  countries: t`Countries`,
  countryCode: t`Country`,
  countryCodes: t`Countries`,
  creditTaken: t`Credit taken back`,
  currency: t`Currency`,
  currencyCode: t`Currency`,
  days: t`Days`,
  decision: t`Decision`,
  deletedOn: t`Deleted on`,
  description: t`Description`,
  enabled: t`Enabled`,
  expectedRate: t`Expected rate`,
  forStudents: t`For students`,
  from: t`From`,
  goal: t`Goal`,
  goals: t`Goals`,
  invoice: t`Invoice`,
  isExplicit: t`Explicit`,
  isrc: t`ISRC`,
  isBestValue: t`Best value`,
  isOffered: t`Offered`,
  isRunning: t`Running`,
  kind: t`Kind`,
  language: t`Language`,
  level: t`Level`,
  merged: t`Merged songs`,
  months: t`Months`,
  name: t`Name`,
  nextBillingAt: t`Next charge`,
  note: t`Note`,
  parts: t`Parts`,
  plan: t`Plan`,
  plannedSize: t`People for each variant`,
  position: t`Position`,
  preselectedInterval: t`Preselected plan`,
  prices: t`Prices`,
  reason: t`Reason`,
  refundable: t`Still refundable`,
  refundLimits: t`Refund limits of support`,
  rights: t`Rights`,
  rightsHolder: t`Rights holder`,
  schoolDomains: t`Email domains of schools`,
  seats: t`Seats`,
  sessions: t`Devices`,
  share: t`Share`,
  minDifference: t`Smallest difference`,
  songs: t`Songs`,
  startsOn: t`Starts`,
  status: t`Status`,
  step: t`Step`,
  subject: t`What it varies`,
  title: t`Title`,
  trialPeriod: t`Trial`,
  until: t`Until`,
  validFrom: t`Valid from`,
  value: t`Value`,
  variant: t`Variant B`,
  version: t`Version`,
});
const money: ReadonlySet<string> = new Set(["amount", "creditTaken", "refundable"]);

function textOf(field: string, value: string | null, currency: string | null): string {
  if (value === null) return t`None`;
  if (value === "true") return t`On`;
  if (value === "false") return t`Off`;
  if (currency && money.has(field) && /^-?\d+$/.test(value)) return formatMoney(Number(value), currency);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatMoment(new Date(value), "dateTime");
  return value;
}

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
      label: (isBalance && field === "value" ? t`Balance` : labels[field]) ?? field,
      before: before === null ? null : textOf(name, before, currency),
      after: textOf(name, after, currency),
    };
  });
}
