import type { Ctx } from "../../../ctx.ts";
import { PlanUnknown } from "../errors.ts";
import { listPlans } from "../plans/store.ts";
import type { Period } from "../rules/calendar.ts";
import { duePrice } from "../rules/price-changes.ts";
import type { DuePrice } from "../rules/price-changes.ts";
import type { SubscriptionRow } from "../subscriptions/store.ts";
import { listOpenNotices } from "./store-notices.ts";

/** The plan of a term, with what it costs. */
export interface PlanOfTerm extends Period, DuePrice {
  readonly id: string;
  readonly name: string;
}

/**
 * What a subscription's present plan costs in a term that begins at a moment: the agreed price, or a changed one that the member
 * was told of in time and agreed to where law wants that. The first payment keeps the price of the checkout.
 */
export async function priceAt(
  ctx: Pick<Ctx, "db">,
  found: SubscriptionRow,
  startsAt: Date,
): Promise<DuePrice> {
  const isFirst = found.status === "in_trial" || found.status === "future" || found.status === "pending";
  const notices = isFirst ? [] : await listOpenNotices(ctx.db, found);
  return duePrice(found.priceAmount, notices, startsAt);
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
    const price = await priceAt(ctx, found, startsAt);
    return { id: found.planId, name: found.planName, period, periodUnit, ...price };
  }
  const next = (await listPlans(ctx.db, found, startsAt)).find(({ id }) => id === nextPlanId);
  if (!next) throw new PlanUnknown();
  return { ...next, amount: found.nextPriceAmount ?? next.amount, unaccepted: null };
}
