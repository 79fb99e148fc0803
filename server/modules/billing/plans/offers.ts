import type { Ctx } from "../../../ctx.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { billingNow } from "../clock.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { soldThrough } from "../price-refs/price-refs.ts";
import type { AccessType } from "../subscriptions/access.ts";
import { billingRegionToShow, buyerOf, offersOf } from "./plans.ts";
import type { PlanOffer } from "./plans.ts";
import { readCountry, shownBillingRegion } from "./regions.ts";
import { listSoldAlone } from "../own-prices/store.ts";
import { opensIdOf } from "./store-editing.ts";
import { listPlans } from "./store.ts";

/** Plans, or passes, on offer to the viewer in a country, by default the viewer's own. */
export async function listOffers(
  ctx: Ctx,
  kind: "plans" | "passes",
  filter: {
    provider: SubscriptionProvider | null;
    countryCode: string | null;
    accessType: AccessType | null;
  },
): Promise<PlanOffer[]> {
  const { gateways, owners } = ctx.ports;
  const provider = filter.provider ?? gateways.provider;
  const owner = owners.find(provider);
  // What a provider owns renews.
  if (owner && kind === "passes") return [];
  if (
    filter.provider &&
    filter.provider !== gateways.provider &&
    !owner &&
    !gateways.all.some((one) => one.provider === provider)
  )
    return [];
  const countryCode = readCountry(filter.countryCode, "countryCode");
  const offers = await offersLoader(ctx).load(`${provider} ${countryCode ?? ""}`);
  return (offers ?? []).filter(
    (plan) =>
      plan.opens === null &&
      plan.renews === (kind === "plans") &&
      (!filter.accessType || plan.accessType === filter.accessType),
  );
}

/**
 * What opens only these courses or classes, on offer to the viewer in a country, by default the viewer's own.
 * @param opensIds ids of courses and classes
 */
export async function listOwnOffers(
  ctx: Ctx,
  opensIds: readonly string[],
  countryCode: string | null,
): Promise<PlanOffer[]> {
  const { gateways, owners } = ctx.ports;
  const { provider } = gateways;
  // What a provider owns renews.
  if (opensIds.length === 0 || owners.find(provider)) return [];
  const sold = await listSoldAlone(ctx.db, opensIds);
  const now = await billingNow(ctx);
  const place = { countryCode: readCountry(countryCode, "countryCode"), postcode: null };
  const offers = await Promise.all(
    opensIds
      .filter((id) => sold.has(id))
      .map(async (opensId) => {
        const billingRegion = await billingRegionToShow(ctx, place, now, opensId);
        const [buyer, plans] = await Promise.all([
          buyerOf(ctx, billingRegion, now, opensId),
          listPlans(ctx.db, billingRegion, now, { opensIds: [opensId] }),
        ]);
        const own = plans.filter(({ opens }) => opens?.id === opensId);
        return offersOf(buyer, own, provider);
      }),
  );
  return offers.flat();
}

/** A pass for one course or class, on offer to the viewer in a country; null where it isn't sold. */
export async function ownOffer(ctx: Ctx, id: string, countryCode: string | null): Promise<PlanOffer | null> {
  const opensId = await opensIdOf(ctx.db, id);
  return (
    (await listOwnOffers(ctx, opensId ? [opensId] : [], countryCode)).find((plan) => plan.id === id) ?? null
  );
}

/** Plans and passes through a provider in a country, or in the viewer's own for "": a page asks for both. */
const offersLoader = defineLoader<string, readonly PlanOffer[]>(
  async (ctx, keys) =>
    new Map(
      await Promise.all(
        keys.map(async (key) => {
          const [provider, countryCode] = key.split(" ") as [SubscriptionProvider, string];
          return [key, await offersThrough(ctx, provider, countryCode || null)] as const;
        }),
      ),
    ),
);

async function offersThrough(
  ctx: Ctx,
  provider: SubscriptionProvider,
  countryCode: string | null,
): Promise<readonly PlanOffer[]> {
  const now = await billingNow(ctx);
  const place = { countryCode, postcode: null };
  const isOwned = ctx.ports.owners.find(provider) !== null;
  const billingRegion = isOwned
    ? await shownBillingRegion(ctx, place, now)
    : await billingRegionToShow(ctx, place, now);
  const [buyer, plans] = await Promise.all([
    buyerOf(ctx, billingRegion, now),
    listPlans(ctx.db, billingRegion, now),
  ]);
  // An owner of subscriptions charges its own prices.
  return offersOf(buyer, isOwned ? await soldThrough(ctx, provider, plans) : plans, provider);
}
