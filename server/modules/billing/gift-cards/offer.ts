import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish, moneyIn, msg } from "../../../platform/i18n/messages.ts";
import { isForSale } from "../buyers/parties.ts";
import { billingRegionToCharge } from "../checkout/region.ts";
import { billingNow } from "../clock.ts";
import { AmountMismatch, PlanUnknown } from "../errors.ts";
import { findOfferedPlan, monthlyCost } from "../plans/plans.ts";
import { shownBillingRegion } from "../plans/regions.ts";
import type { BillingRegion, StatedPlace } from "../plans/regions.ts";
import { listPlans } from "../plans/store.ts";
import type { PlanRow } from "../plans/store.ts";
import type { GatewayMethod } from "../ports.ts";
import { withTax } from "../rules/tax.ts";

/** Months of a plan that are offered as a gift. */
const giftMonths = [1, 3, 6, 12] as const;

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

/** A gift as it was shown to its buyer. */
export interface PricedGift extends StatedPlace {
  /** The amount shown as charged, in minor units. */
  readonly amount: number;
  readonly currencyCode: string;
  /** Months of a plan; both null for an amount. */
  readonly planId: string | null;
  readonly months: number | null;
}

/** The round amount closest to one: 1, 2, 2.5 or 5 times a power of ten. */
export function roundAmount(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  const steps = [1, 2, 2.5, 5, 10].map((step) => Math.round(step * power));
  return steps.reduce((best, step) => (Math.abs(step - amount) < Math.abs(best - amount) ? step : best));
}

/** Gifts count in months, so only plans that renew monthly are given. */
const isMonthly = ({ period, periodUnit }: PlanRow): boolean => period === 1 && periodUnit === "month";

/** What `months` of a plan cost as a gift in a billing region, with tax. Minor units. */
const priceOfMonths = (plan: PlanRow, months: number, { tax }: BillingRegion): number =>
  withTax(plan.amount * months, tax);

/** Amounts that gift cards are sold for, around the price of a month. */
function giftAmounts(plans: readonly PlanRow[]): { amounts: number[]; least: number; most: number } | null {
  const monthly = plans.filter(({ isOffered, renews }) => isOffered && renews).map(monthlyCost);
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
    // A provider that owns subscriptions can't take single payments.
    isForSale: isForSale(ctx) && ctx.ports.gateways.current !== null && amounts !== null,
    ...(amounts ?? { amounts: [], least: 0, most: 0 }),
    months: plans
      .filter((plan) => plan.isOffered && isMonthly(plan))
      .flatMap((plan) =>
        giftMonths.map((months) => ({
          planId: plan.id,
          planName: plan.name,
          months,
          amount: priceOfMonths(plan, months, region),
        })),
      ),
  };
}

/**
 * The billing region whose price was shown, after checking it.
 * @throws AmountMismatch, BadInput, PlanUnknown
 */
export async function checkPrice(
  ctx: Ctx,
  order: PricedGift,
  method: GatewayMethod,
  now: Date,
): Promise<BillingRegion> {
  const { planId, months, amount } = order;
  if ((planId === null) !== (months === null))
    throw new BadInput("months", inEnglish("Send a plan with its months, or neither."));
  if (planId !== null && months !== null) {
    if (!giftMonths.some((one) => one === months)) throw new BadInput("months", inEnglish("Unknown months."));
    const region = await billingRegionToCharge(ctx, { ...order, planId }, method, now);
    const plan = await findOfferedPlan(ctx, region, planId, now);
    if (!isMonthly(plan)) throw new PlanUnknown();
    const due = priceOfMonths(plan, months, region);
    if (due !== amount || region.currencyCode !== order.currencyCode)
      throw new AmountMismatch({ amountDue: due, countryCode: region.countryCode });
    return region;
  }
  const region = await shownBillingRegion(ctx, order, now);
  if (region.currencyCode !== order.currencyCode)
    throw new AmountMismatch({ countryCode: region.countryCode });
  const bounds = giftAmounts(await listPlans(ctx.db, region, now));
  if (!bounds) throw new PlanUnknown();
  const { currencyCode } = region;
  if (!Number.isInteger(amount) || amount < bounds.least || amount > bounds.most)
    throw new BadInput(
      "amount",
      msg("Enter an amount from {least} to {most}.", {
        least: moneyIn(currencyCode, bounds.least),
        most: moneyIn(currencyCode, bounds.most),
      }),
    );
  return region;
}
