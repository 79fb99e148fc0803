import { z } from "zod";
import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import { requireStaff, requireViewer } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import {
  deleteGoneMrr,
  hasMrr,
  listMrrMonths,
  lockMrr,
  saveMrrChanges,
  saveMrrHistory,
} from "./store-mrr.ts";
import type { MrrKind, MrrMonthRow } from "./store-mrr.ts";

/** A change of net MRR within a month. */
export interface MrrMovement {
  /** The first day of the month, UTC. */
  readonly month: Date;
  readonly kind: Exclude<MrrKind, "opening">;
  /** Minor units; negative for `less` and `left`. */
  readonly amount: number;
  readonly accounts: number;
  /** The accounts among them that still exist, each once; 0 in months from before accounts were recorded. */
  readonly people: number;
}

/** Net MRR at the end of a month, or now for the current one. */
export interface MrrMonth {
  /** The first day of the month, UTC. */
  readonly month: Date;
  /** Minor units. */
  readonly amount: number;
  /** Accounts that pay it. */
  readonly accounts: number;
  /** Accounts that paid at the month's beginning. */
  readonly accountsBefore: number;
  /** How often an account left in the month, also one that came back in it. */
  readonly left: number;
}

/**
 * Net monthly recurring revenue in one currency: what renewing subscriptions paid for their running term, without tax and
 * after promo codes, divided by its months. Members who have canceled or paused and free plans don't count.
 */
export interface NetMrr {
  readonly currencyCode: string;
  /** Minor units. */
  readonly amount: number;
  /** Number of accounts that pay it. */
  readonly accounts: number;
  /** Changes within the months. */
  readonly movement: readonly MrrMovement[];
  /** Up to 24 months, oldest first; the last is the current month. */
  readonly months: readonly MrrMonth[];
}

const maxMonths = 24;

/** Records hourly by how much net MRR changed. The first run derives the months before from invoices. */
export const recordMrrJob = defineJob({
  name: "billing.record_mrr",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => recordMrr(ctx),
});

/** Records by how much net MRR changed since the last call. Idempotent. */
export async function recordMrr(ctx: Ctx): Promise<void> {
  const now = await billingNow(ctx);
  await ctx.transact(async (tx) => {
    await lockMrr(tx.db);
    if (!(await hasMrr(tx.db))) await saveMrrHistory(tx.db, now);
    await saveMrrChanges(tx.db, now);
    await deleteGoneMrr(tx.db);
  });
}

/**
 * Net MRR per currency, the largest number of accounts first. For finance.
 * @throws NotFound for everyone else, Unauthenticated
 */
export async function netMrr(ctx: Ctx): Promise<NetMrr[]> {
  requireViewer(ctx);
  requireStaff(ctx, ...permissions.manageRevenue);
  return readNetMrr(ctx, await billingNow(ctx));
}

/** The same without a check of the viewer. */
export const readNetMrr = async (ctx: Ctx, now: Date): Promise<NetMrr[]> =>
  seriesOf(await listMrrMonths(ctx.db), now);

/** By how many accounts a change raises the number that pays. */
const signs: Record<MrrKind, number> = { opening: 1, new: 1, back: 1, left: -1, more: 0, less: 0 };

/** The last 24 months of each currency up to `now`. Months without changes are filled in. */
function seriesOf(rows: readonly MrrMonthRow[], now: Date): NetMrr[] {
  const byCurrency = Map.groupBy(rows, ({ currencyCode }) => currencyCode);
  const series = [...byCurrency].map(([currencyCode, ofCurrency]) => {
    const byMonth = Map.groupBy(ofCurrency, ({ month }) => month.getTime());
    const months: MrrMonth[] = [];
    let [amount, accounts] = [0, 0];
    for (let month = ofCurrency[0]!.month; month <= now; month = nextMonth(month)) {
      const changes = byMonth.get(month.getTime()) ?? [];
      const opening = changes.find(({ kind }) => kind === "opening");
      const accountsBefore = accounts + (opening?.accounts ?? 0);
      for (const change of changes) {
        amount += change.amount;
        accounts += signs[change.kind] * change.accounts;
      }
      const left = changes.find(({ kind }) => kind === "left")?.accounts ?? 0;
      months.push({ month, amount, accounts, accountsBefore, left });
    }
    const shown = months.slice(-maxMonths);
    const movement = ofCurrency.filter(
      (change): change is MrrMonthRow & MrrMovement =>
        change.kind !== "opening" && change.month >= shown[0]!.month,
    );
    return { currencyCode, amount, accounts, movement, months: shown };
  });
  return series.sort((one, other) => other.accounts - one.accounts);
}

const nextMonth = (month: Date): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
