import type { EnumValue, VariablesOf } from "../../../graphql/graphql.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { GiftCardFragment } from "./fragments.ts";

defineCacheUpdates({ giftCardBuy: invalidateQueries });

export const BuyGiftCard = graphql(
  `
    mutation GiftCardBuy(
      $input: GiftCardInput!
      $gateway: Gateway!
      $paymentMethodType: PaymentMethodType!
      $idempotencyKey: String!
    ) {
      giftCardBuy(
        input: $input
        gateway: $gateway
        paymentMethodType: $paymentMethodType
        idempotencyKey: $idempotencyKey
      ) {
        ...GiftCard
      }
    }
  `,
  [GiftCardFragment],
);

export type GiftOrder = VariablesOf<typeof BuyGiftCard>["input"];
export type PaidWith = {
  provider: EnumValue<"SubscriptionProvider">;
  token: string;
  paymentMethodType: EnumValue<"PaymentMethodType">;
};

/** A purchase whose result isn't known: the request under its idempotency key. */
export type GiftAttempt = { key: string; personId: string; order: GiftOrder; paid: PaidWith };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
const storageKey = "eightcount.gift-card-attempt";

/** The purchase that this browser sent without learning its result; null if there is none. */
export function openGiftAttempt(storage: Store, personId: string): GiftAttempt | null {
  const text = storage.getItem(storageKey);
  if (!text) return null;
  try {
    const stored = JSON.parse(text) as Partial<GiftAttempt> | null;
    const { key, order, paid } = stored ?? {};
    if (typeof key !== "string" || !order || !paid || stored?.personId !== personId) return null;
    return { key, personId, order, paid };
  } catch {
    return null; // foreign data
  }
}

/** Stores a purchase before it is sent, so that a closed tab can't buy twice. */
export const storeGiftAttempt = (storage: Store, attempt: GiftAttempt): void =>
  storage.setItem(storageKey, JSON.stringify(attempt));

/** Forgets a purchase once its result is known. */
export const endGiftAttempt = (storage: Store): void => storage.removeItem(storageKey);
