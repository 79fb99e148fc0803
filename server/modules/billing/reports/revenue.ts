import { z } from "zod";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { conversionOf, converted } from "../exchange-rates/rates.ts";
import type { Conversion } from "../exchange-rates/rates.ts";
import { readNetMrr } from "./mrr.ts";
import type { MrrMonth, NetMrr } from "./mrr.ts";
import { listPlanValues, savePlanValues } from "./store-plan-values.ts";
import type { PlanValueRow } from "./store-plan-values.ts";

/** Of fewer leavers a lifetime value says nothing, and they could be recognized. */
const leastLeft = 5;

/**
 * What a member of a plan is worth: what its members paid in the last twelve months, without tax and refunds, divided by how
 * many of them left in these. Minor units.
 */
export interface LifetimeValue {
  readonly planId: string;
  readonly planName: string;
  readonly currencyCode: string;
  readonly net: number;
  readonly left: number;
  /** Null while fewer than five left. */
  readonly value: number | null;
}

/** Revenue over two years, in one currency and in each. */
export interface RevenueFigures {
  readonly conversion: Conversion;
  /** Currencies without a rate: what is paid in them isn't in `months` and `values`. */
  readonly withoutRate: readonly string[];
  /** All currencies together, oldest first. */
  readonly months: readonly MrrMonth[];
  readonly values: readonly LifetimeValue[];
  readonly byCurrency: readonly NetMrr[];
  readonly valuesByCurrency: readonly LifetimeValue[];
  /** When lifetime values were counted; null before the first time. */
  readonly countedAt: Date | null;
}

/** Counts hourly what members of each plan paid in a year, and how many left. */
export const countPlanValuesJob = defineJob({
  name: "billing.count_plan_values",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => countPlanValues(ctx),
});

/** Counts what members of each plan paid in the last twelve months, and how many left. Idempotent. */
export async function countPlanValues(ctx: Ctx): Promise<void> {
  const now = await billingNow(ctx);
  const from = new Date(now);
  from.setUTCFullYear(from.getUTCFullYear() - 1);
  await ctx.transact((tx) => savePlanValues(tx.db, { from, now }));
}

const valueOf = ({ net, left }: { net: number; left: number }): number | null =>
  left < leastLeft ? null : Math.round(net / left);
const ltvOf = ({ countedAt: _countedAt, ...row }: PlanValueRow): LifetimeValue => ({
  ...row,
  value: valueOf(row),
});

/** Months of several currencies as months of one. Those without a rate are left out. */
function monthsIn(conversion: Conversion, series: readonly NetMrr[]): MrrMonth[] {
  const byMonth = new Map<number, MrrMonth>();
  for (const { currencyCode, months } of series)
    for (const month of months) {
      const amount = converted(conversion, { minor: month.amount, currencyCode });
      if (amount === null) continue;
      const before = byMonth.get(month.month.getTime());
      byMonth.set(month.month.getTime(), {
        month: month.month,
        amount: amount + (before?.amount ?? 0),
        accounts: month.accounts + (before?.accounts ?? 0),
        accountsBefore: month.accountsBefore + (before?.accountsBefore ?? 0),
        left: month.left + (before?.left ?? 0),
      });
    }
  return [...byMonth.values()]
    .sort((one, other) => one.month.getTime() - other.month.getTime())
    .map((month) => ({ ...month, amount: Math.round(month.amount) }));
}

/** Values of several currencies as values of one. Those without a rate are left out. */
function valuesIn(conversion: Conversion, rows: readonly PlanValueRow[]): LifetimeValue[] {
  const { currencyCode } = conversion;
  return [...Map.groupBy(rows, ({ planId }) => planId).values()].flatMap((ofPlan) => {
    const amounts = ofPlan.map((row) =>
      converted(conversion, { minor: row.net, currencyCode: row.currencyCode }),
    );
    const known = ofPlan.filter((_row, place) => amounts[place] !== null);
    if (known.length === 0) return [];
    const { planId, planName } = known[0]!;
    const net = Math.round(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0));
    const left = known.reduce((sum, row) => sum + row.left, 0);
    return [{ planId, planName, currencyCode, net, left, value: valueOf({ net, left }) }];
  });
}

/**
 * Revenue, members and churn of 24 months, and lifetime values by plan. For finance.
 * @throws NotFound for everyone else, SecondStepRequired, Unauthenticated
 */
export async function revenueFigures(ctx: Ctx): Promise<RevenueFigures> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  const now = await billingNow(ctx);
  const [series, values] = await Promise.all([readNetMrr(ctx, now), listPlanValues(ctx.db)]);
  const conversion = await conversionOf(ctx, series[0]?.currencyCode ?? "USD");
  const currencies = new Set([...series, ...values].map(({ currencyCode }) => currencyCode));
  return {
    conversion,
    withoutRate: [...currencies]
      .filter((code) => converted(conversion, { minor: 1, currencyCode: code }) === null)
      .sort(),
    months: monthsIn(conversion, series),
    values: valuesIn(conversion, values),
    byCurrency: series,
    valuesByCurrency: values.map(ltvOf),
    countedAt: values[0]?.countedAt ?? null,
  };
}
