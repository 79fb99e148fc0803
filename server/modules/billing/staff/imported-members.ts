import type { Ctx, Tx } from "../../../ctx.ts";
import { contentText } from "../../site/index.ts";
import { lockAccount } from "../accounts/store.ts";
import { billingNow } from "../clock.ts";
import { PlanUnknown } from "../errors.ts";
import { billingRegionOf } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { giveLocked } from "./money-acts.ts";
import { insertFreeCustomer } from "./store.ts";

/** Where imported members are billed until they choose: in the studio's own country. */
async function homeRegion(ctx: Pick<Ctx, "db" | "studio">, now: Date) {
  const { countryCode } = ctx.studio;
  return billingRegionOf(ctx, countryCode ? { countryCode, region: "" } : null, now);
}

/** A plan that can be given to imported members. */
export type GivablePlan = Pick<PlanRow, "id" | "name" | "period" | "periodUnit">;

/** Plans that can be given to imported members: those that renew, as people buy them. */
export async function listGivablePlans(ctx: Pick<Ctx, "db" | "clock" | "studio">): Promise<GivablePlan[]> {
  const now = await billingNow(ctx);
  const plans = await listPlans(ctx.db, await homeRegion(ctx, now), now);
  return plans.filter(({ renews }) => renews);
}

/**
 * Gives a plan without payment to an account that was made a moment ago, and emails nothing.
 * @param given.staffId who ordered the import
 * @returns the plan's name
 * @throws PlanUnknown
 */
export async function giveImportedPlan(
  tx: Tx,
  given: { accountId: string; provider: SubscriptionProvider; planId: string; until: Date; staffId: string },
): Promise<ReturnType<typeof contentText>> {
  const { accountId, provider, planId, until, staffId } = given;
  const now = await billingNow(tx);
  const region = await homeRegion(tx, now);
  const plan = (await listPlans(tx.db, region, now)).find(({ id, renews }) => id === planId && renews);
  if (!plan) throw new PlanUnknown();
  await lockAccount(tx.db, accountId);
  await giveLocked(tx, { accountId, provider, plan, region, until, cause: `staff:${staffId}`, now });
  return contentText(tx.studio, "plan", plan.id, "name", plan.name);
}

/** Keeps who an account is at a provider: later payments are those of the same customer. A customer of another account is left out. */
export const keepCustomer = async (
  tx: Tx,
  customer: { accountId: string; provider: SubscriptionProvider; ref: string },
): Promise<void> => {
  await insertFreeCustomer(tx.db, customer);
};
