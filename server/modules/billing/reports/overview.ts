import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { listDisputes } from "../payments/store-disputes.ts";
import type { DisputeRow } from "../payments/store-disputes.ts";
import { listUnansweredPayments } from "../payments/store-open.ts";
import type { UnansweredPaymentRow } from "../payments/store-open.ts";
import { listFailedRefunds } from "../payments/store-refunds.ts";
import type { FailedRefundRow } from "../payments/store-refunds.ts";
import { readNetMrr } from "./mrr.ts";
import type { NetMrr } from "./mrr.ts";
import {
  hasWebhookEvent,
  countPayingAt,
  findTrials,
  listChurn,
  listDifferences,
  listDunning,
  listDunningTotals,
  listFailedWebhooks,
  listIncome,
  listPassSales,
  listSubscriptionCounts,
} from "./store.ts";
import type {
  ChurnRow,
  DifferenceRow,
  DunningRow,
  DunningTotalRow,
  FailedWebhookRow,
  IncomeRow,
  PassSalesRow,
  SubscriptionCountsRow,
  TrialsRow,
} from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/**
 * Report on subscriptions and revenue. Amounts are minor units of their currency; currencies are never added
 * up.
 */
export interface MoneyOverview {
  readonly now: Date;
  readonly days: number;
  /** The beginning of the range, which ends `now`. */
  readonly since: Date;
  /** The largest number of accounts first. */
  readonly netMrr: readonly NetMrr[];
  readonly subscriptionCounts: readonly SubscriptionCountsRow[];
  /** Passes by plan and currency; they are no recurring revenue. */
  readonly passSales: readonly PassSalesRow[];
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
  /** The provider is still asked about them. */
  readonly unansweredPayments: readonly UnansweredPaymentRow[];
}

const dayMs = 24 * 60 * 60 * 1000;
/** The maximum number of listed items that need attention. */
const maxListed = 50;

/** Whether a webhook of any payment provider ever arrived. */
export const hasReceivedWebhook = (ctx: Ctx): Promise<boolean> => hasWebhookEvent(ctx.db);

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
  const [disputes, failedRefunds, unansweredPayments, mrr, passSales] = await Promise.all([
    listDisputes(ctx.db, span.from, maxListed),
    listFailedRefunds(ctx.db, maxListed),
    listUnansweredPayments(ctx.db, maxListed),
    readNetMrr(ctx, now),
    listPassSales(ctx.db, span),
  ]);
  return {
    now,
    days,
    since: span.from,
    disputes,
    failedRefunds,
    unansweredPayments,
    netMrr: mrr,
    subscriptionCounts,
    passSales,
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
