import type { Ctx } from "../../../ctx.ts";
import { AmountMismatch } from "../errors.ts";
import {
  isSameForPayer,
  billingRegionOf,
  readCountry,
  regionOf,
  requestPlace,
  shownBillingRegion,
} from "../plans/regions.ts";
import type { BillingRegion, StatedPlace } from "../plans/regions.ts";
import { maybeOfferedPlan } from "../plans/plans.ts";
import type { GatewayMethod } from "../ports.ts";
import { countryOf } from "../taxes/places.ts";

/** Whether a plan costs the same amount in both billing regions. False where only one of them sells it. */
async function isSamePrice(
  ctx: Ctx,
  { planId, now }: { planId: string; now: Date },
  one: BillingRegion,
  other: BillingRegion,
): Promise<boolean> {
  if (!isSameForPayer(one, other)) return false;
  if (one.countryCode === other.countryCode) return true;
  const here = await maybeOfferedPlan(ctx, one, planId, now);
  const there = await maybeOfferedPlan(ctx, other, planId, now);
  return here?.amount === there?.amount;
}

/**
 * The billing region of a checkout. The stated country counts if the request or the card agrees, or if both
 * are unknown. Otherwise the country of the request applies, else that of the card. The region within it is
 * that of the billing address, else of the request. The charge equals the amount shown, and never uses prices
 * of a country that the card contradicts.
 * @throws AmountMismatch with the country whose prices can be charged
 */
export async function billingRegionToCharge(
  ctx: Ctx,
  order: StatedPlace & { readonly planId: string },
  method: GatewayMethod,
  now: Date,
): Promise<BillingRegion> {
  const stated = readCountry(order.countryCode, "planInfo.countryCode");
  const request = await requestPlace(ctx);
  const country = countryOf({
    stated: stated ?? method.address?.countryCode ?? null,
    request: request?.countryCode ?? null,
    card: method.countryCode,
  });
  const region =
    country && (regionOf(method, country) ?? (request?.countryCode === country ? request.region : ""));
  const billingRegion = await billingRegionOf(
    ctx,
    country ? { countryCode: country, region: region ?? "" } : null,
    now,
  );
  if (stated) {
    const shown = await shownBillingRegion(ctx, order, now);
    if (!(await isSamePrice(ctx, { planId: order.planId, now }, shown, billingRegion)))
      throw new AmountMismatch({ countryCode: billingRegion.countryCode });
  }
  if (method.countryCode && method.countryCode !== billingRegion.countryCode) {
    const ofCard = await billingRegionOf(ctx, { countryCode: method.countryCode, region: "" }, now);
    // Stating another country must not lower the list price. Tax on top follows the place of residence.
    const listed = ofCard.tax.isInclusive ? ofCard : { ...ofCard, tax: billingRegion.tax };
    if (!(await isSamePrice(ctx, { planId: order.planId, now }, listed, billingRegion)))
      throw new AmountMismatch({ countryCode: ofCard.countryCode });
  }
  return billingRegion;
}
