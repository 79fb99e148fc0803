import type { Ctx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume } from "../../../platform/rate-limit.ts";
import { requireSeller } from "../buyers/parties.ts";
import { ManagedElsewhere, ProviderUnavailable } from "../errors.ts";
import { limitRefusals } from "../payments/decline-limits.ts";
import type { OwnedIntent } from "../owner-ports.ts";
import { orderOf } from "../plans/plans.ts";
import type { StatedOrder } from "../plans/plans.ts";
import type { PaymentMethodType } from "../ports.ts";
import { ownSubscription, requirePayer } from "../subscriptions/subscriptions.ts";
import { orderFor, sellingOwner } from "./sales.ts";

/** Each intent lets a stranger test a stolen card. */
const intentLimit = { name: "payment intents", points: 20, seconds: 3600 };

/** What an intent pays for: a plan, or the next payments of a subscription. */
export type IntentOrder =
  | (StatedOrder & { readonly couponId: string | null; readonly withoutTrial: boolean })
  | { readonly subscriptionId: string };

/**
 * Creates a payment that the provider's script confirms in the page, for the amount that the provider itself estimates.
 * @throws ProviderUnavailable if the provider has no such payments, ManagedElsewhere, SellerUnknown, RateLimited
 */
export async function createOwnedIntent(
  ctx: Ctx,
  type: PaymentMethodType,
  given: IntentOrder,
): Promise<OwnedIntent> {
  const { accountId } = requirePayer(ctx);
  if ("subscriptionId" in given) {
    const own = await ownSubscription(ctx, given.subscriptionId);
    const owner = own.owner === "provider" ? ctx.ports.owners.find(own.provider) : null;
    if (!owner?.createIntent) throw new ManagedElsewhere();
    await limit(ctx, accountId);
    const { currencyCode, countryCode } = own;
    const place = { countryCode, postcode: null };
    return owner.createIntent(ctx, { accountId, amount: 0, currencyCode, type, place });
  }
  requireSeller(ctx);
  const owner = sellingOwner(ctx);
  if (!owner) throw new ProviderUnavailable();
  await limit(ctx, accountId);
  const { buyer, plan } = await orderOf(ctx, given);
  const { couponId, withoutTrial, postcode } = given;
  const couponIds = couponId?.trim() ? [couponId] : [];
  const { order } = await orderFor(ctx, owner, { buyer, plan, couponIds, withoutTrial, postcode });
  const { amountDue: amount } = await owner.estimate(ctx, order);
  const { currencyCode, place } = order;
  return owner.createIntent(ctx, { accountId, amount, currencyCode, type, place });
}

async function limit(ctx: Ctx, accountId: string): Promise<void> {
  await limitRefusals(ctx, accountId, ctx.clientIp);
  await consume(ctx, intentLimit, [accountId, ...networkKeys(ctx.clientIp)]);
}
