import type { Ctx } from "../../../ctx.ts";
import { billingNow } from "../clock.ts";
import { isForSale } from "../buyers/parties.ts";
import { monthlyCost } from "../plans/plans.ts";
import { shownBillingRegion } from "../plans/regions.ts";
import type { BillingRegion, StatedPlace } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import { withTax } from "../rules/tax.ts";

/** Months of a plan that are offered as a gift. */
export const giftMonths = [1, 3, 6, 12] as const;

/** Months of a plan as a gift, with the tax of where it is bought. Minor units. */
export interface GiftMonths {
  readonly planId: string;
  readonly planName: string;
  readonly months: number;
  readonly amount: number;
}

/** What gift cards are sold for in one place. Minor units. */
export interface GiftCardOffer {
  readonly currencyCode: string;
  readonly countryCode: string;
  /** Whether any can be bought now. */
  readonly isForSale: boolean;
  /** Amounts to choose from; any between `least` and `most` is sold. */
  readonly amounts: readonly number[];
  readonly least: number;
  readonly most: number;
  readonly months: readonly GiftMonths[];
}

/** The round amount closest to one: 1, 2, 2.5 or 5 times a power of ten. */
export function roundAmount(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  const steps = [1, 2, 2.5, 5, 10].map((step) => Math.round(step * power));
  return steps.reduce((best, step) => (Math.abs(step - amount) < Math.abs(best - amount) ? step : best));
}

/** Plans that renew monthly, one of each kind: gifts count in months. */
const monthlyPlans = (plans: readonly PlanRow[]): PlanRow[] =>
  plans.filter(({ isOffered, period, periodUnit }) => isOffered && period === 1 && periodUnit === "month");

/** What `months` of a plan cost as a gift in a billing region, with tax. Minor units. */
export const priceOfMonths = (plan: PlanRow, months: number, { tax }: BillingRegion): number =>
  withTax(plan.amount * months, tax);

/** Amounts that gift cards are sold for, around the price of a month. */
export function giftAmounts(
  plans: readonly PlanRow[],
): { amounts: number[]; least: number; most: number } | null {
  const monthly = plans.filter(({ isOffered }) => isOffered).map(monthlyCost);
  if (monthly.length === 0) return null;
  const month = Math.min(...monthly);
  return {
    amounts: [...new Set([2, 5, 10].map((months) => roundAmount(month * months)))],
    least: roundAmount(month / 2),
    most: roundAmount(month * 50),
  };
}

/** What gift cards are sold for where the viewer is, or in a country. */
export async function giftCardOffer(ctx: Ctx, stated: StatedPlace): Promise<GiftCardOffer> {
  const now = await billingNow(ctx);
  const region = await shownBillingRegion(ctx, stated, now);
  const plans = await listPlans(ctx.db, region, now);
  const amounts = giftAmounts(plans);
  return {
    currencyCode: region.currencyCode,
    countryCode: region.countryCode,
    isForSale: isForSale(ctx) && amounts !== null,
    ...(amounts ?? { amounts: [], least: 0, most: 0 }),
    months: monthlyPlans(plans).flatMap((plan) =>
      giftMonths.map((months) => ({
        planId: plan.id,
        planName: plan.name,
        months,
        amount: priceOfMonths(plan, months, region),
      })),
    ),
  };
}
