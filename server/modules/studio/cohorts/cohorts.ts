import { z } from "zod";
import type { CohortSplit } from "../../../../contract/cohort-splits.ts";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { billingNow } from "../../billing/index.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { listCohorts, listCohortValues, maxMonths, saveCohorts } from "./store.ts";
import type { CohortRow, CohortValueRow } from "./store.ts";

/** Fewer members than these are hidden: they could be recognized. */
const leastMembers = 5;
/** Values that are listed, the largest first. */
const maxValues = 30;

/** Members who began to pay in one month; null and empty if there are fewer than `leastMembers`. */
export interface Cohort {
  /** The first day of the month, UTC. */
  readonly month: Date;
  readonly size: number | null;
  /** Of them, accounts that were deleted since: lists of people lack them. */
  readonly deleted: number;
  /** Members with a paid term at the end of the month itself, of the one after, and so on; the last is `countedAt`. */
  readonly paying: readonly number[];
  /** Of these, accounts that were deleted since. */
  readonly payingDeleted: readonly number[];
}

/** The cohorts of one value of a split, and the values that it has. */
export interface Cohorts {
  readonly split: CohortSplit;
  /** Null without a split, or if it has no value with enough members. */
  readonly value: string | null;
  /** When they were counted; null before the first time. */
  readonly countedAt: Date | null;
  readonly leastMembers: number;
  /** The newest first. */
  readonly months: readonly Cohort[];
  /** The largest first; none without a split. */
  readonly values: readonly CohortValueRow[];
}

/** Counts the cohorts hourly: reports read counts, because a studio's invoices are many. */
export const countCohortsJob = defineJob({
  name: "studio.count_cohorts",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => countCohorts(ctx),
});

/** Counts the cohorts of the last `maxMonths` months again. Idempotent. */
export async function countCohorts(ctx: Ctx): Promise<void> {
  const now = await billingNow(ctx);
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - maxMonths + 1, 1));
  await ctx.transact((tx) => saveCohorts(tx.db, { from, now }));
}

const hidden = { size: null, deleted: 0, paying: [], payingDeleted: [] };
const shownOf = ({ month, ...counts }: CohortRow): Cohort =>
  counts.size < leastMembers ? { month, ...hidden } : { month, ...counts };

/**
 * Cohorts of members. For finance.
 * @param value of the split; null: its largest
 * @throws NotFound for everyone else, SecondStepRequired, Unauthenticated
 */
export async function readCohorts(ctx: Ctx, split: CohortSplit, value: string | null): Promise<Cohorts> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  const values =
    split === "all" ? [] : await listCohortValues(ctx.db, { split, least: leastMembers, first: maxValues });
  const chosen = split === "all" ? "" : (value ?? values[0]?.value ?? null);
  const rows = chosen === null ? [] : await listCohorts(ctx.db, { split, value: chosen });
  return {
    split,
    value: split === "all" ? null : chosen,
    countedAt: rows[0]?.countedAt ?? null,
    leastMembers,
    months: rows.map(shownOf),
    values,
  };
}
