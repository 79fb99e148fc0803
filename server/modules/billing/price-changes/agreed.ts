import type { Ctx } from "../../../ctx.ts";
import { PlanUnknown } from "../errors.ts";
import { listPlans } from "../plans/store.ts";
import type { Period } from "../rules/calendar.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { findAgreedAmount } from "./store-notices.ts";

/** The plan of a term, with what it costs in minor units. */
export interface PlanOfTerm extends Period {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
}

/**
 * What a subscription's present plan costs in a term that begins at a moment: the agreed price, or a changed one that the member
 * was told of in time and agreed to where law wants that. The first payment keeps the price of the checkout.
 */
export async function agreedAmount(
  ctx: Pick<Ctx, "db">,
  found: SubscriptionRow,
  startsAt: Date,
): Promise<number> {
  const isFirst = found.status === "in_trial" || found.status === "future" || found.status === "pending";
  if (isFirst) return found.priceAmount;
  return (await findAgreedAmount(ctx.db, found, startsAt)) ?? found.priceAmount;
}

/**
 * The plan and price of a term that begins at a moment. A scheduled plan costs what it was shown with.
 * @throws PlanUnknown
 */
export async function planOfTerm(
  ctx: Pick<Ctx, "db">,
  found: SubscriptionRow,
  startsAt: Date,
): Promise<PlanOfTerm> {
  const { period, periodUnit, nextPlanId } = found;
  if (nextPlanId === null) {
    const amount = await agreedAmount(ctx, found, startsAt);
    return { id: found.planId, name: found.planName, period, periodUnit, amount };
  }
  const next = (await listPlans(ctx.db, found, startsAt)).find(({ id }) => id === nextPlanId);
  if (!next) throw new PlanUnknown();
  return { ...next, amount: found.nextPriceAmount ?? next.amount };
}
