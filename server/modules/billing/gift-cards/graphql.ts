import "./pdf.ts";
import type { Ctx } from "../../../ctx.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { translated } from "../../site/index.ts";
import { PaymentMethodTypeEnum } from "../refs.ts";
import { Gateway, PaymentActionObject } from "../subscriptions/graphql.ts";
import { shownGiftCode } from "./code.ts";
import { giftCardUrl } from "./links.ts";
import { giftCardOffer } from "./offer.ts";
import type { GiftCardOffer, GiftMonths } from "./offer.ts";
import { boughtGiftCards, buyGiftCard, refreshGiftCard } from "./purchase.ts";
import { checkGiftCard, redeemGiftCard } from "./redeem.ts";
import type { GiftCardEffect } from "./redeem.ts";
import { GiftCardStatusEnum, GiftInput, giftTextsOf, statusOf } from "./refs.ts";
import type { GiftCardRow } from "./store.ts";

const planNameOf = ({ planId, planName }: GiftCardRow, ctx: Ctx): string | null =>
  planId !== null && planName !== null ? translated(ctx, "plan", planId, "name", planName) : null;

const Months = builder.objectRef<GiftMonths>("GiftMonths").implement({
  description: "Months of a plan as a gift.",
  fields: (t) => ({
    planId: t.exposeID("planId"),
    planName: t.string({
      resolve: ({ planId, planName }, _args, ctx) => translated(ctx, "plan", planId, "name", planName),
    }),
    months: t.exposeInt("months"),
    amount: t.exposeInt("amount", { description: "Minor units, with tax." }),
  }),
});
const Offer = builder.objectRef<GiftCardOffer>("GiftCardOffer").implement({
  description: "What gift cards are sold for in a place. Minor units.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    countryCode: t.exposeString("countryCode"),
    isForSale: t.exposeBoolean("isForSale"),
    amounts: t.exposeIntList("amounts", { description: "To choose from." }),
    least: t.exposeInt("least", { description: "Any amount from here to `most` is sold." }),
    most: t.exposeInt("most"),
    months: t.field({ type: [Months], resolve: ({ months }) => [...months] }),
  }),
});

const Card = builder.objectRef<GiftCardRow>("GiftCard").implement({
  description: "A gift card that the viewer bought. Amounts in minor units.",
  fields: (t) => ({
    id: t.exposeID("id"),
    status: t.field({ type: GiftCardStatusEnum, resolve: statusOf }),
    code: t.string({
      nullable: true,
      description: "Null until it is paid.",
      resolve: ({ state, code }) => (state === "active" ? shownGiftCode(code) : null),
    }),
    pdfUrl: t.string({
      nullable: true,
      description: "Works for an hour; null until it is paid.",
      resolve: (card, _args, ctx) => (card.state === "active" ? giftCardUrl(ctx, card) : null),
    }),
    amount: t.exposeInt("amount"),
    currencyCode: t.exposeString("currencyCode"),
    months: t.exposeInt("months", { nullable: true, description: "Of `planName`; null for an amount." }),
    planName: t.string({
      nullable: true,
      resolve: (card, _args, ctx) => planNameOf(card, ctx),
    }),
    recipientEmail: t.exposeString("recipientEmail", { nullable: true }),
    sendAt: t.expose("sendAt", { type: "DateTime" }),
    sentAt: t.expose("sentAt", { type: "DateTime", nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    redeemedAt: t.expose("redeemedAt", { type: "DateTime", nullable: true }),
    nextAction: t.expose("nextAction", { type: PaymentActionObject, nullable: true }),
  }),
});

const Effect = builder.objectRef<GiftCardEffect>("GiftCardEffect").implement({
  description: "What redeeming a gift card does.",
  fields: (t) => ({
    amount: t.int({ description: "Minor units.", resolve: ({ card }) => card.amount }),
    currencyCode: t.string({ resolve: ({ card }) => card.currencyCode }),
    months: t.int({ nullable: true, resolve: ({ card }) => card.months }),
    planName: t.string({
      nullable: true,
      resolve: ({ card }, _args, ctx) => planNameOf(card, ctx),
    }),
    isRedeemed: t.boolean({
      description: "By the viewer's account.",
      resolve: ({ card }) => card.redeemedAt !== null,
    }),
    planUntil: t.expose("planUntil", {
      type: "DateTime",
      nullable: true,
      description: "Until when its plan runs; null if it becomes account credit.",
    }),
  }),
});

builder.queryFields((t) => ({
  giftCardOffer: t.field({
    type: Offer,
    description: "What gift cards are sold for where the viewer is, or in a country.",
    args: { countryCode: t.arg.string() },
    resolve: (_root, { countryCode }, ctx) =>
      giftCardOffer(ctx, { countryCode: countryCode ?? null, postcode: null }),
  }),
  giftCards: t.field({
    type: [Card],
    description: "Gift cards that the viewer bought, newest first.",
    resolve: (_root, _args, ctx) => boughtGiftCards(ctx),
  }),
  giftCardCheck: t.field({
    type: Effect,
    description: "What redeeming a code would do. GIFT_CARD_UNKNOWN, GIFT_CARD_USED or GIFT_CARD_CURRENCY.",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_root, { code }, ctx) => checkGiftCard(ctx, code),
  }),
}));

const BuyInput = builder.inputType("GiftCardInput", {
  description: "An amount, or months of a plan.",
  fields: (t) => ({
    amount: t.int({ required: true, description: "As shown: AMOUNT_MISMATCH if it is another." }),
    currencyCode: t.string({ required: true }),
    countryCode: t.string(),
    planId: t.id(),
    months: t.int(),
    buyerEmail: t.string({ description: "Where the receipt of a guest goes." }),
    gift: t.field({ type: GiftInput, required: true }),
  }),
});
builder.mutationFields((t) => ({
  giftCardBuy: t.field({
    type: Card,
    description: "Buys a gift card. The same key and input give the same answer, and are charged once.",
    args: {
      input: t.arg({ type: BuyInput, required: true }),
      gateway: t.arg({ type: Gateway, required: true }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, required: true }),
      idempotencyKey: t.arg.string({ required: true }),
    },
    resolve: (_root, { input, gateway, paymentMethodType, idempotencyKey }, ctx) =>
      buyGiftCard(ctx, {
        ...giftTextsOf(input.gift),
        amount: input.amount,
        currencyCode: input.currencyCode,
        countryCode: input.countryCode ?? null,
        postcode: null,
        planId: input.planId ?? null,
        months: input.months ?? null,
        buyerEmail: input.buyerEmail ?? null,
        provider: gateway.provider,
        token: gateway.token ?? null,
        paymentMethodType,
        idempotencyKey,
      }),
  }),
  giftCardRefresh: t.field({
    type: Card,
    description: "Asks the provider about a purchase that waits for the person.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => refreshGiftCard(ctx, id),
  }),
  giftCardRedeem: t.field({
    type: Effect,
    description:
      "Redeems a gift card: its amount becomes account credit. Months begin their plan, unless one runs. A repeated call changes nothing.",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_root, { code }, ctx) => redeemGiftCard(ctx, code),
  }),
}));
