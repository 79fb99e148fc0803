import type { Ctx } from "../../../ctx.ts";
import { AmountMismatch } from "../errors.ts";
import {
  isSameForPayer,
  marketOf,
  readCountry,
  regionOf,
  requestPlace,
  shownMarket,
} from "../plans/regions.ts";
import type { Market, StatedPlace } from "../plans/regions.ts";
import { findOfferedPlan } from "../plans/plans.ts";
import type { GatewayMethod } from "../ports.ts";
import { countryOf } from "../taxes/places.ts";

/** Whether a plan costs the same amount in both billing regions. */
async function isSamePrice(ctx: Ctx, planId: string, one: Market, other: Market): Promise<boolean> {
  if (!isSameForPayer(one, other)) return false;
  if (one.countryCode === other.countryCode) return true;
  const [here, there] = [await findOfferedPlan(ctx, one, planId), await findOfferedPlan(ctx, other, planId)];
  return here.amount === there.amount;
}

/**
 * The billing region of a checkout. The stated country counts if the request or the card agrees, or if both
 * are unknown. Otherwise the country of the request applies, else that of the card. The region within it is
 * that of the billing address, else of the request. The charge equals the amount shown, and never uses prices
 * of a country that the card contradicts.
 * @throws AmountMismatch with the country whose prices can be charged
 */
export async function marketToCharge(
  ctx: Ctx,
  order: StatedPlace & { readonly planId: string },
  method: GatewayMethod,
  now: Date,
): Promise<Market> {
  const stated = readCountry(order.countryCode, "planInfo.countryCode");
  const request = await requestPlace(ctx);
  const country = countryOf({
    stated: stated ?? method.address?.countryCode ?? null,
    request: request?.countryCode ?? null,
    card: method.countryCode,
  });
  const region =
    country && (regionOf(method, country) ?? (request?.countryCode === country ? request.region : ""));
  const market = await marketOf(ctx, country ? { countryCode: country, region: region ?? "" } : null, now);
  if (stated) {
    const shown = await shownMarket(ctx, order, now);
    if (!(await isSamePrice(ctx, order.planId, shown, market)))
      throw new AmountMismatch({ countryCode: market.countryCode });
  }
  if (method.countryCode && method.countryCode !== market.countryCode) {
    const ofCard = await marketOf(ctx, { countryCode: method.countryCode, region: "" }, now);
    // Stating another country must not lower the list price. Tax on top follows the place of residence.
    const listed = ofCard.tax.isInclusive ? ofCard : { ...ofCard, tax: market.tax };
    if (!(await isSamePrice(ctx, order.planId, listed, market)))
      throw new AmountMismatch({ countryCode: ofCard.countryCode });
  }
  return market;
}
