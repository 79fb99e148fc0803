import { permissions } from "../../../../contract/staff.ts";
import type { Role } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { defineMemo } from "../../../platform/loader.ts";
import { requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { RefundLimitReached } from "../errors.ts";
import { listEditedPlans, listVersions } from "../plans/store-editing.ts";
import { monthsIn } from "../rules/calendar.ts";
import { dayOf } from "../rules/price-changes.ts";
import { defaultRefundLimit } from "../rules/refund-limits.ts";

/** What support may refund of one invoice or gift card in a currency. Amounts in minor units. */
export interface RefundLimit {
  readonly currencyCode: string;
  readonly amount: number;
  /** What holds unless the studio sets an amount. */
  readonly usual: number;
  readonly isSet: boolean;
}

/** The highest price of a month by currency, of the price versions in force. Minor units. */
async function highestMonths(ctx: Ctx): Promise<Map<string, number>> {
  const today = dayOf(await billingNow(ctx));
  const [plans, versions] = await Promise.all([listEditedPlans(ctx.db), listVersions(ctx.db)]);
  // A pass isn't multiplied up to a month: its whole price counts.
  const monthsOf = new Map(plans.map((plan) => [plan.id, plan.renews ? monthsIn(plan) : 1]));
  // Ordered by day: a later version of a price replaces the earlier one.
  const inForce = new Map(
    versions
      .filter(({ validFrom }) => validFrom <= today)
      .map((version) => [[version.planId, version.currencyCode, version.countryCode].join(" "), version]),
  );
  const highest = new Map<string, number>();
  for (const { planId, currencyCode, amount } of inForce.values())
    highest.set(currencyCode, Math.max(highest.get(currencyCode) ?? 0, amount / monthsOf.get(planId)!));
  return highest;
}

const limitsOf = defineMemo(async (ctx): Promise<readonly RefundLimit[]> => {
  const set = new Map(ctx.studio.refundLimits.map((one) => [one.currencyCode, one.amount]));
  const usual = new Map(
    [...(await highestMonths(ctx))].map(([code, amount]) => [code, defaultRefundLimit(amount, code)]),
  );
  return [...new Set([...usual.keys(), ...set.keys()])].sort().map((currencyCode) => ({
    currencyCode,
    amount: set.get(currencyCode) ?? usual.get(currencyCode) ?? 0,
    usual: usual.get(currencyCode) ?? 0,
    isSet: set.has(currencyCode),
  }));
});

/** The limits of support, by currency. For support and finance. @throws NotFound */
export async function supportRefundLimits(ctx: Ctx): Promise<readonly RefundLimit[]> {
  requireStaff(ctx, ...permissions.refund);
  return limitsOf(ctx);
}

const isUnlimited = (role: Role): boolean =>
  role === "admin" || permissions.refundUnlimited.some((one) => one === role);

/**
 * What the viewer may refund of one invoice or gift card, with what was refunded of it before.
 * @returns minor units; null without a limit
 */
export async function refundLimitOf(ctx: Ctx, currencyCode: string): Promise<number | null> {
  if (ctx.viewer && isUnlimited(ctx.viewer.role)) return null;
  return (await limitsOf(ctx)).find((one) => one.currencyCode === currencyCode)?.amount ?? 0;
}

/**
 * Refuses a refund beyond a limit. Earlier refunds of the same invoice count, so that parts don't add up to more.
 * @throws RefundLimitReached
 */
export function refuseBeyondLimit(
  limit: number | null,
  refund: { readonly amount: number; readonly refunded: number; readonly currencyCode: string },
): void {
  if (limit !== null && refund.refunded + refund.amount > limit)
    throw new RefundLimitReached(limit, refund.currencyCode);
}
