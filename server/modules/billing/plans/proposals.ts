import { permissions } from "../../../../contract/staff.ts";
import type { Ctx } from "../../../ctx.ts";
import { requireStaff } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import { conversionInto, converted } from "../exchange-rates/rates.ts";
import type { StudioRate } from "../exchange-rates/rates.ts";
import type { RateSource } from "../exchange-rates/store.ts";
import { dayOf } from "../rules/price-changes.ts";
import { usualPrice } from "../rules/usual-price.ts";
import { readCurrency } from "./editing.ts";
import { listEditedPlans, listVersions } from "./store-editing.ts";
import type { PriceVersionRow } from "./store-editing.ts";

/** Prices of the offered plans in a currency that is to be added. */
export interface PriceProposals {
  readonly source: RateSource;
  /** The rates by which they were converted: what one unit is worth in the new currency. */
  readonly rates: readonly StudioRate[];
  /** Minor units. Plans without a price in a currency of a known rate are left out. */
  readonly prices: readonly { readonly planId: string; readonly amount: number }[];
}

/** What new members pay today for a plan, by currency; countries' own prices apart. The studio's currency comes first. */
function pricesToday(
  planId: string,
  versions: readonly PriceVersionRow[],
  { today, ownCurrency }: { today: string; ownCurrency: string | null },
): PriceVersionRow[] {
  const held = versions.filter(
    (one) => one.planId === planId && one.countryCode === "" && one.validFrom <= today,
  );
  return [...Map.groupBy(held, ({ currencyCode }) => currencyCode).values()]
    .map((some) => some.toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))[0]!)
    .toSorted(
      (one, other) =>
        Number(other.currencyCode === ownCurrency) - Number(one.currencyCode === ownCurrency) ||
        (one.currencyCode < other.currencyCode ? -1 : 1),
    );
}

/**
 * Proposes prices in another currency: today's, converted at the newest rate, with the ending that is usual there. For finance.
 * @throws BadInput for a currency that can't be charged, NotFound for everyone else
 */
export async function proposePrices(ctx: Ctx, code: string): Promise<PriceProposals> {
  requireStaff(ctx, ...permissions.setPrices);
  const currencyCode = readCurrency(code);
  const [plans, versions, conversion, now] = await Promise.all([
    listEditedPlans(ctx.db),
    listVersions(ctx.db),
    conversionInto(ctx, currencyCode),
    billingNow(ctx),
  ]);
  const of = { today: dayOf(now), ownCurrency: ctx.studio.currencyCode };
  const used = new Set<string>();
  const prices = plans
    .filter(({ isOffered }) => isOffered)
    .flatMap(({ id }) => {
      const from = pricesToday(id, versions, of).find(({ currencyCode: from }) =>
        conversion.rates.some((rate) => rate.currencyCode === from),
      );
      const amount = from && converted(conversion, { minor: from.amount, currencyCode: from.currencyCode });
      if (!from || amount === null || amount === undefined) return [];
      used.add(from.currencyCode);
      return [{ planId: id, amount: usualPrice(amount, currencyCode) }];
    });
  return {
    source: conversion.source,
    rates: conversion.rates.filter((rate) => used.has(rate.currencyCode)),
    prices,
  };
}
