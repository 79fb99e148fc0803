import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { addDays } from "../rules/calendar.ts";
import { listDunning } from "./store.ts";
import type { DunningRow } from "./store.ts";
import { countInDunning, countLeftSince, listTrialsEnding } from "./store-home.ts";
import type { TrialEnd } from "./store-home.ts";

const trialDays = 7;
/** Number of listed people. The total says how many there are. */
const maxListed = 5;

/** Trials that end within a week, the next first. */
export interface TrialsEnding {
  /** The moment before which they end. */
  readonly until: Date;
  /** Accounts. */
  readonly total: number;
  readonly items: readonly TrialEnd[];
}

/** Failed payments that are being retried, the next retry first. */
export interface FailedPayments {
  readonly total: number;
  readonly items: readonly DunningRow[];
}

/**
 * Number of accounts whose plan was canceled since a moment, at once or at the end of their term.
 * @param until exclusive; null for now
 */
export const leftSince = (ctx: Pick<Ctx, "db">, since: Date, until: Date | null = null): Promise<number> =>
  countLeftSince(ctx.db, since, until);

/** For support and finance. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function trialsEnding(ctx: Ctx): Promise<TrialsEnding> {
  requireStaff(ctx, ...permissions.seePeople);
  const until = addDays(await billingNow(ctx), trialDays);
  const items = await listTrialsEnding(ctx.db, until, maxListed);
  return { until, items, total: items[0]?.total ?? 0 };
}

/** For support and finance. @throws NotFound, SecondStepRequired, Unauthenticated */
export async function failedPayments(ctx: Ctx): Promise<FailedPayments> {
  requireStaff(ctx, ...permissions.seePeople);
  const [items, total] = await Promise.all([listDunning(ctx.db, maxListed), countInDunning(ctx.db)]);
  return { items, total };
}
