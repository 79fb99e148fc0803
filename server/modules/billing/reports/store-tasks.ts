import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import type { Db } from "../../../platform/db.ts";

/** The most urgent first. */
export const revenueTaskKinds = [
  "dispute",
  "failed_refund",
  "contract_request",
  "difference",
  "failed_webhook",
] as const;
export type RevenueTaskKind = (typeof revenueTaskKinds)[number];

/** Items of a kind that wait for finance. */
export interface RevenueTask {
  readonly kind: RevenueTaskKind;
  readonly count: number;
  /** The earliest deadline of open disputes; null for other kinds. */
  readonly dueAt: Date | null;
}

const countTasks = statement<Record<string, never>, RevenueTask>(
  "billing.count_revenue_tasks",
  () => sql`
    select kind, count, "dueAt" from (
      select 1 as place, 'dispute' as kind, count(*)::int as count, min(due_at) as "dueAt" from billing.disputes where status = 'open'
      union all select 2, 'failed_refund', count(*)::int, null from billing.refunds where status = 'failed'
      union all select 3, 'contract_request', count(*)::int, null from billing.contract_requests where status = 'review'
      union all select 4, 'difference', count(*)::int, null from billing.differences where closed_at is null
      union all select 5, 'failed_webhook', count(*)::int, null from billing.webhook_events
        where applied_at is null and failure is not null) as tasks
    where count > 0 order by place`,
);
/** Items that wait for finance by kind; kinds without any are left out. */
export const countRevenueTasks = (db: Db): Promise<RevenueTask[]> => db.many(countTasks, {});
