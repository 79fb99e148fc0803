import type { Locale } from "../../../../contract/locales.ts";
import type { Ctx } from "../../../ctx.ts";
import { giftCardOffer } from "./offer.ts";
import { buyGiftCard } from "./purchase.ts";
import { redeemGiftCard } from "./redeem.ts";

/** A gift card that a demo account bought. */
export interface GiftStory {
  readonly countryCode: string;
  /** Months of a plan; null for an amount that is offered. */
  readonly plan: { readonly id: string; readonly months: number } | null;
  readonly senderName: string;
  readonly message: string;
  /** Null: its buyer hands it over. */
  readonly recipientEmail: string | null;
  readonly recipientLocale: Locale;
  /** YYYY-MM-DD; null for now. */
  readonly sendOn: string | null;
}

/**
 * Buys a gift card for a demo account, and redeems it for another, with production code.
 * @param buyer a ctx of the buyer, at the time of the purchase
 * @param redeemer a ctx of the account that redeemed it; null while no one has
 */
export async function seedGiftCard(buyer: Ctx, story: GiftStory, redeemer: Ctx | null): Promise<void> {
  const { countryCode, plan, ...texts } = story;
  const gateway = buyer.ports.gateways.current;
  const token = (await gateway?.demoToken?.(buyer, true)) ?? null;
  const offer = await giftCardOffer(buyer, { countryCode, postcode: null });
  const amount = plan
    ? offer.months.find(({ planId, months }) => planId === plan.id && months === plan.months)?.amount
    : offer.amounts.at(-1);
  if (!gateway || !token || amount === undefined) return;
  const { code } = await buyGiftCard(buyer, {
    ...texts,
    countryCode,
    postcode: null,
    amount,
    currencyCode: offer.currencyCode,
    planId: plan?.id ?? null,
    months: plan?.months ?? null,
    buyerEmail: null,
    provider: gateway.provider,
    token,
    paymentMethodType: "card",
    idempotencyKey: `demo ${buyer.clock.now().toISOString()}`,
  });
  if (redeemer) await redeemGiftCard(redeemer, code);
}
