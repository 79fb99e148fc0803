import type { Ctx, Viewer } from "../../../ctx.ts";
import { Forbidden, NotFound } from "../../../platform/errors.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { isUuid } from "../../../platform/uuid.ts";
import { requireViewer } from "../../identity/index.ts";
import { billingNow } from "../clock.ts";
import type { SubscriptionProvider } from "../ports.ts";
import { billingRegionOf, regionOfSubscription } from "../plans/regions.ts";
import { buyerOf, offersOf } from "../plans/plans.ts";
import type { PlanOffer } from "../plans/plans.ts";
import { isRunningPass } from "../rules/passes.ts";
import { opensIdOf } from "../plans/store-editing.ts";
import { listPlans } from "../plans/store.ts";
import {
  findLiveSubscription,
  findSubscription,
  listBoughtAlone,
  listPrimarySubscriptions,
  listSubscriptions,
} from "./store.ts";
import type { SubscriptionRow } from "./store.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/** Whether the active profile owns the account. Other profiles, adults too, neither see nor change billing. */
const isPayer = ({ personId, accountId }: Viewer): boolean => personId === accountId;

/**
 * Requires the profile that owns the account and pays.
 * @throws Forbidden, Unauthenticated
 */
export function requirePayer(ctx: Ctx): { accountId: string } {
  const viewer = requireViewer(ctx);
  if (!isPayer(viewer))
    throw new Forbidden(
      msg("Only the account’s owner can manage the subscription. Switch to their profile."),
    );
  return { accountId: viewer.accountId };
}

const primaryLoader = defineLoader<string, SubscriptionRow>(async (ctx, accountIds) => {
  const rows = await listPrimarySubscriptions(ctx.db, accountIds);
  return new Map(rows.map((row) => [row.accountId, row]));
});

/** The viewer's subscription: the live one, else the latest. Null for other people's. */
export async function primarySubscription(ctx: Ctx, personId: string): Promise<SubscriptionRow | null> {
  const { viewer } = ctx;
  if (!viewer || !isPayer(viewer) || personId !== viewer.personId) return null;
  return primaryLoader(ctx).load(viewer.accountId);
}

/** All subscriptions of the viewer's account, newest first. */
export async function subscriptionHistory(ctx: Ctx): Promise<SubscriptionRow[]> {
  const viewer = requireViewer(ctx);
  return !isPayer(viewer) ? [] : listSubscriptions(ctx.db, viewer.accountId);
}

/**
 * What the viewer's account has of the course or class that a pass opens alone, also while the bank is asked.
 * @param planId of the pass
 */
export async function purchaseOfPass(ctx: Ctx, planId: string): Promise<SubscriptionRow | null> {
  const { viewer } = ctx;
  if (!viewer || !isPayer(viewer)) return null;
  const opensId = await opensIdOf(ctx.db, planId);
  return opensId ? findLiveSubscription(ctx.db, viewer.accountId, null, opensId) : null;
}

/** The courses and classes that the viewer's account bought alone and has now, newest first. */
export async function boughtAlone(ctx: Ctx): Promise<SubscriptionRow[]> {
  const viewer = requireViewer(ctx);
  if (!isPayer(viewer)) return [];
  const now = await billingNow(ctx);
  return (await listBoughtAlone(ctx.db, viewer.accountId)).filter((found) => isRunningPass(found, now));
}

/**
 * A subscription of the viewer's account.
 * @throws NotFound, also for another account's
 */
export async function ownSubscription(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const { accountId } = requirePayer(ctx);
  const found = isUuid(id) ? await findSubscription(ctx.db, id) : null;
  if (found?.accountId !== accountId) throw new NotFound("subscription");
  return found;
}

/**
 * Loads plan offers by currency, country and region, for the plans of subscriptions: without a currency in that of the country;
 * with an id, also that of a course or class.
 */
const offersLoader = defineLoader<string, readonly PlanOffer[]>(async (ctx, keys) => {
  const now = await billingNow(ctx);
  const offers = keys.map(async (key) => {
    const [provider, currencyCode, countryCode, region, ownId] = key.split("/") as [
      SubscriptionProvider,
      string,
      string,
      string,
      string,
    ];
    const place = { countryCode, region };
    const billingRegion = currencyCode
      ? await regionOfSubscription(ctx, { currencyCode, ...place }, now)
      : await billingRegionOf(ctx, place, now);
    const [buyer, plans] = await Promise.all([
      buyerOf(ctx, billingRegion, now),
      listPlans(ctx.db, billingRegion, now, { planIds: ownId ? [ownId] : [] }),
    ]);
    const all = plans.map((plan) => ({ ...plan, isOffered: true }));
    return [key, offersOf(buyer, all, provider)] as const;
  });
  return new Map(await Promise.all(offers));
});

/** A plan in a subscription's billing region, at the agreed price if it is the current or the next plan. */
export async function planOf(ctx: Ctx, found: SubscriptionRow, planId = found.planId): Promise<PlanOffer> {
  const ownId = found.opensId === null ? "" : planId;
  const offerIn = async (currencyCode: string): Promise<PlanOffer | undefined> => {
    const key = [found.provider, currencyCode, found.countryCode, found.region, ownId].join("/");
    return (await offersLoader(ctx).load(key))?.find(({ id }) => id === planId);
  };
  // A store sells in currencies that the studio has no prices in.
  const offer = (await offerIn(found.currencyCode)) ?? (await offerIn(""));
  if (!offer) throw new Error(`The plan ${planId} has no price in ${found.countryCode}`);
  const agreed = planId === found.planId ? found.priceAmount || null : null;
  const next = planId === found.nextPlanId ? found.nextPriceAmount : null;
  return { ...offer, amount: agreed ?? next ?? offer.amount };
}
