import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { listDisputes } from "../payments/store-disputes.ts";
import type { DisputeRow } from "../payments/store-disputes.ts";
import { listFailedRefunds } from "../payments/store-refunds.ts";
import type { FailedRefundRow } from "../payments/store-refunds.ts";
import {
  findFailedWebhookCount,
  hasWebhookEvent,
  countPayingAt,
  findTrials,
  listChurn,
  listDifferences,
  listDunning,
  listDunningTotals,
  listFailedWebhooks,
  listIncome,
  listSubscriptionCounts,
} from "./store.ts";
import type {
  ChurnRow,
  DifferenceRow,
  DunningRow,
  DunningTotalRow,
  FailedWebhookRow,
  IncomeRow,
  SubscriptionCountsRow,
  TrialsRow,
} from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Monthly recurring revenue in one currency, and the number of members. Minor units. */
export interface MonthlyRecurring {
  readonly currencyCode: string;
  readonly amount: number;
  readonly members: number;
}

/**
 * Report on subscriptions and revenue. Amounts are minor units of their currency; currencies are never added
 * up.
 */
export interface MoneyOverview {
  readonly now: Date;
  readonly days: number;
  /** Of active and non-renewing subscriptions, at the agreed price before coupons. */
  readonly monthlyRecurring: readonly MonthlyRecurring[];
  readonly subscriptionCounts: readonly SubscriptionCountsRow[];
  readonly trials: TrialsRow;
  /** Paying members at the start of the range. */
  readonly payingBefore: number;
  readonly churn: readonly ChurnRow[];
  readonly dunning: readonly DunningRow[];
  readonly dunningTotals: readonly DunningTotalRow[];
  readonly failedWebhooks: readonly FailedWebhookRow[];
  readonly failedWebhooksTotal: number;
  /** The last twelve months, newest first. */
  readonly income: readonly IncomeRow[];
  readonly differences: readonly DifferenceRow[];
  /** Open disputes by deadline, then those decided within the range. */
  readonly disputes: readonly DisputeRow[];
  readonly failedRefunds: readonly FailedRefundRow[];
}

const dayMs = 24 * 60 * 60 * 1000;
/** The maximum number of listed items that need attention. */
const maxListed = 50;

/** Whether a webhook of any payment provider ever arrived. */
export const hasReceivedWebhook = (ctx: Ctx): Promise<boolean> => hasWebhookEvent(ctx.db);

/**
 * Number of provider events that could not be applied.
 * @throws NotFound for everyone but admins, Unauthenticated
 */
export function webhooksWaiting(ctx: Ctx): Promise<number> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  return findFailedWebhookCount(ctx.db);
}

/**
 * The report on subscriptions and revenue over the last `days`, for admins.
 * @throws NotFound for everyone else, BadInput, Unauthenticated
 */
export async function moneyOverview(ctx: Ctx, days: number): Promise<MoneyOverview> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  if (days < 1 || days > 366) throw new BadInput("days", msg("Choose 1 to 366 days."));
  const now = await billingNow(ctx);
  const span = { from: new Date(now.getTime() - days * dayMs), to: now };
  const year = { from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)), to: now };
  const [
    subscriptionCounts,
    trials,
    payingBefore,
    churn,
    dunning,
    dunningTotals,
    webhooks,
    income,
    differences,
  ] = await Promise.all([
    listSubscriptionCounts(ctx.db),
    findTrials(ctx.db, span),
    countPayingAt(ctx.db, span.from),
    listChurn(ctx.db, span),
    listDunning(ctx.db, maxListed),
    listDunningTotals(ctx.db, span),
    listFailedWebhooks(ctx.db, maxListed),
    listIncome(ctx.db, year),
    listDifferences(ctx.db, span, maxListed),
  ]);
  const [disputes, failedRefunds] = await Promise.all([
    listDisputes(ctx.db, span.from, maxListed),
    listFailedRefunds(ctx.db, maxListed),
  ]);
  return {
    now,
    days,
    disputes,
    failedRefunds,
    monthlyRecurring: recurringOf(subscriptionCounts),
    subscriptionCounts,
    trials,
    payingBefore,
    churn,
    dunning,
    dunningTotals,
    failedWebhooks: webhooks,
    failedWebhooksTotal: webhooks[0]?.total ?? 0,
    income,
    differences,
  };
}

/** Monthly recurring revenue per currency, sorted by number of members, descending. */
export function recurringOf(subscriptionCounts: readonly SubscriptionCountsRow[]): MonthlyRecurring[] {
  const found = new Map<string, { amount: number; members: number }>();
  for (const { status, currencyCode, count, monthly } of subscriptionCounts) {
    if (status !== "active" && status !== "non_renewing") continue;
    const sum = found.get(currencyCode) ?? { amount: 0, members: 0 };
    found.set(currencyCode, { amount: sum.amount + monthly, members: sum.members + count });
  }
  return [...found]
    .map(([currencyCode, sum]) => ({ currencyCode, ...sum }))
    .sort((one, other) => other.members - one.members);
}
