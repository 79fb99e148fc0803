import { randomUUID } from "node:crypto";
import { cardToken } from "../../../modules/billing/testing.ts";
import { but, only, open, staff } from "../rules.ts";
import type { Operations } from "../rules.ts";
import { payer } from "./billing.ts";

/** A registered account by the profile that owns it. */
const redeemer = but(payer, { guest: "REGISTRATION_REQUIRED" });

export const giftCards: Operations = {
  Query: {
    giftCardOffer: { rule: open },
    giftCards: {
      rule: payer,
      args: async ({ make }) => {
        await make.giftCard();
        return {};
      },
      select: "recipientEmail",
      secret: { text: () => "gift@example.test", to: ["owner"] },
    },
    giftCardCheck: {
      rule: redeemer,
      args: async ({ make }) => ({ code: await make.giftCode() }),
      past: ["RATE_LIMITED"],
    },
    studioGiftCards: {
      rule: staff("support", "finance"),
      args: async ({ make }) => {
        await make.giftCard();
        return {};
      },
      select: "items { recipientEmail }",
      secret: { text: () => "gift@example.test", to: ["support", "finance", "admin"] },
    },
    studioGiftCardTotals: { rule: staff("support", "finance"), select: "sold" },
  },
  Mutation: {
    giftCardBuy: {
      rule: payer,
      args: async ({ server }) => ({
        input: {
          amount: 5000,
          currencyCode: "USD",
          countryCode: "US",
          buyerEmail: "buyer@example.test",
          gift: { recipientLocale: "en" },
        },
        gateway: { provider: "eightcount", token: await cardToken(server) },
        paymentMethodType: "card",
        idempotencyKey: randomUUID(),
      }),
    },
    giftCardRefresh: {
      rule: only(["owner"], payer),
      target: "id",
      args: async ({ make }) => ({ id: await make.giftCard() }),
    },
    giftCardRedeem: {
      rule: redeemer,
      args: async ({ make }) => ({ code: await make.giftCode() }),
      past: ["RATE_LIMITED"],
    },
    studioGiftCardIssue: {
      rule: staff("finance"),
      args: () => ({
        key: randomUUID(),
        input: { amount: 500, currencyCode: "USD", reason: "A prize", gift: { recipientLocale: "en" } },
      }),
    },
    studioGiftCardVoid: {
      rule: staff("finance"),
      target: "id",
      args: async ({ make }) => ({ id: await make.giftCard(), reason: "Lost" }),
    },
    studioGiftCardRefund: {
      rule: staff("support", "finance"),
      target: "id",
      args: async ({ make }) => ({ id: await make.giftCard(), rest: 5000, reason: "Returned" }),
      // More than support may refund.
      past: ["REFUND_LIMIT"],
    },
  },
};
