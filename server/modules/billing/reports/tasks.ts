import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { requireStaff } from "../../identity/index.ts";
import { countRevenueTasks } from "./store-tasks.ts";
import type { RevenueTask } from "./store-tasks.ts";

export { revenueTaskKinds } from "./store-tasks.ts";
export type { RevenueTask } from "./store-tasks.ts";

/**
 * What waits for finance, the most urgent kind first: disputes, failed refunds, cancellations and withdrawals that need a
 * decision, differences with the provider, failed webhooks. Kinds without any are left out.
 * @throws NotFound for everyone but finance and admins, Unauthenticated
 */
export async function revenueTasks(ctx: Ctx): Promise<RevenueTask[]> {
  requireStaff(ctx, ...permissions.manageRevenue);
  return countRevenueTasks(ctx.db);
}

/** How many items wait for finance. @throws NotFound, Unauthenticated */
export const revenueItemsWaiting = async (ctx: Ctx): Promise<number> =>
  (await revenueTasks(ctx)).reduce((sum, { count }) => sum + count, 0);
