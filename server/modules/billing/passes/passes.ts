import type { Ctx } from "../../../ctx.ts";
import { IllegalTransition, InProgress } from "../errors.ts";
import { regionOfSubscription } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import { isForever, isPass, isRunningPass } from "../rules/passes.ts";
import { findLiveSubscription } from "../subscriptions/store.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { PassChanged, PassNotNeeded } from "./errors.ts";

/** A running pass as it was shown to its buyer. */
export interface ShownPass {
  readonly endsAt: Date;
  /** The moment for which its unused days were counted; null for a client that doesn't send it. */
  readonly prorationTime: Date | null;
}

/**
 * The pass that an account has at a moment; null without one.
 * @param opensId of a course or class, for the pass that opens that alone
 */
export async function findRunningPass(
  { db }: Pick<Ctx, "db">,
  accountId: string,
  at: Date,
  opensId: string | null = null,
): Promise<SubscriptionRow | null> {
  const live = await findLiveSubscription(db, accountId, "ledger", opensId);
  return live && isRunningPass(live, at) ? live : null;
}

/** Whether a pass can be bought again where it was bought. */
export async function canBuyAgain(
  ctx: Pick<Ctx, "db" | "studio">,
  found: SubscriptionRow,
  at: Date,
): Promise<boolean> {
  if (!isPass(found) || isForever({ renews: found.planRenews, periodUnit: found.periodUnit })) return false;
  const region = await regionOfSubscription(ctx, found, at);
  const plans = await listPlans(ctx.db, region, at, { planIds: [found.planId] });
  return plans.some(({ id, isOffered }) => id === found.planId && isOffered);
}

/** Whether buying a plan extends a running pass, or begins instead of it. */
export const fitsPass = (
  pass: Pick<SubscriptionRow, "accessType" | "seats">,
  plan: Pick<PlanRow, "accessType" | "seats" | "renews">,
): boolean => plan.renews || (plan.accessType === pass.accessType && plan.seats === pass.seats);

/**
 * Checks that a plan can be bought beside what an account has.
 * @param live what it has: of a course or class that is bought alone, the pass for that. A pass that has ended by now doesn't
 * count
 * @throws IllegalTransition, InProgress, PassNotNeeded
 */
export function checkPurchase(live: SubscriptionRow | null, plan: PlanRow): void {
  if (!live) return;
  if (live.status === "pending") throw new InProgress();
  if (isPass(live)) {
    if (isForever({ renews: live.planRenews, periodUnit: live.periodUnit }))
      throw new PassNotNeeded("owned", null);
    if (!fitsPass(live, plan)) throw new PassNotNeeded("other_pass", live.accessEndsAt);
    return;
  }
  if (plan.renews) throw new IllegalTransition(live.status, "subscribe");
  if (live.status === "paused") throw new PassNotNeeded("paused", null);
  if (live.accessRank < plan.accessRank || live.seats < plan.seats)
    throw new PassNotNeeded("change_plan", null);
  throw new PassNotNeeded("included", live.status === "non_renewing" ? live.accessEndsAt : null);
}

/**
 * Compares the running pass with what its buyer saw: a second tab adds no days unseen.
 * @throws IllegalTransition for a client that doesn't know of passes, PassChanged
 */
export function checkShownPass(running: SubscriptionRow | null, shown: ShownPass | null): void {
  if (running && !shown) throw new IllegalTransition(running.status, "subscribe");
  if (running?.termEndsAt?.getTime() !== shown?.endsAt.getTime()) throw new PassChanged();
}
