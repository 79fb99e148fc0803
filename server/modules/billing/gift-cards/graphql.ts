import "./pdf.ts";
import { localeOf } from "../../../../contract/locales.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { personLoader } from "../../identity/index.ts";
import { translated } from "../../site/index.ts";
import { Gateway, PaymentActionObject } from "../subscriptions/graphql.ts";
import { PaymentMethodTypeEnum } from "../refs.ts";
import { shownGiftCode } from "./code.ts";
import { giftCardUrl } from "./links.ts";
import { giftCardOffer } from "./offer.ts";
import type { GiftCardOffer, GiftMonths } from "./offer.ts";
import { boughtGiftCards, buyGiftCard, refreshGiftCard } from "./purchase.ts";
import { checkGiftCard, redeemGiftCard } from "./redeem.ts";
import type { GiftCardEffect } from "./redeem.ts";
import {
  giftCardTotals,
  issueGiftCard,
  refundableRest,
  refundGiftCard,
  studioGiftCards,
  voidGiftCard,
} from "./staff.ts";
import type { GiftCardPage } from "./staff.ts";
import type { GiftCardRow, GiftCardTotal } from "./store.ts";

/** What a card is now, for its buyer and for staff. */
const statuses = ["pending", "failed", "waiting", "sent", "redeemed", "voided", "refunded"] as const;

function statusOf(card: GiftCardRow): (typeof statuses)[number] {
  if (card.state === "pending" || card.state === "failed") return card.state;
  if (card.state === "voided") return card.amountRefunded > 0 ? "refunded" : "voided";
  if (card.redeemedAt) return "redeemed";
  return card.sentAt || card.recipientEmail === null ? "sent" : "waiting";
}
const Status = builder.enumType("GiftCardStatus", {
  description: "`waiting`: for its day. `sent`: emailed, or handed over by its buyer.",
  values: statuses,
});

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
    status: t.field({ type: Status, resolve: statusOf }),
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
      resolve: ({ planId, planName }, _args, ctx) =>
        planId !== null && planName !== null ? translated(ctx, "plan", planId, "name", planName) : null,
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
      resolve: ({ card: { planId, planName } }, _args, ctx) =>
        planId !== null && planName !== null ? translated(ctx, "plan", planId, "name", planName) : null,
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

const StudioCard = builder.objectRef<GiftCardRow>("StudioGiftCard").implement({
  description: "A gift card as staff see it. Amounts in minor units.",
  fields: (t) => ({
    id: t.exposeID("id"),
    status: t.field({ type: Status, resolve: statusOf }),
    lastDigits: t.string({
      description: "The end of its code.",
      resolve: ({ code }) => code.slice(-4),
    }),
    amount: t.exposeInt("amount"),
    currencyCode: t.exposeString("currencyCode"),
    months: t.exposeInt("months", { nullable: true }),
    planName: t.exposeString("planName", { nullable: true }),
    amountRefunded: t.exposeInt("amountRefunded"),
    refundable: t.int({
      description: "What of it is left to refund.",
      resolve: (card, _args, ctx) => refundableRest(ctx, card),
    }),
    isPaid: t.boolean({
      description: "False for one that staff issued.",
      resolve: ({ paymentId }) => paymentId !== null,
    }),
    buyerId: t.exposeID("buyerId", { nullable: true }),
    buyerName: t.string({
      nullable: true,
      description: "The buyer, or the member of staff who issued it.",
      resolve: async ({ buyerId, staffId }, _args, ctx) => {
        const id = buyerId ?? staffId;
        return id && ((await personLoader(ctx).load(id))?.name || null);
      },
    }),
    buyerEmail: t.exposeString("buyerEmail", { nullable: true, description: "Of a guest." }),
    recipientEmail: t.exposeString("recipientEmail", { nullable: true }),
    redeemerId: t.exposeID("redeemerId", { nullable: true }),
    redeemerName: t.string({
      nullable: true,
      resolve: async ({ redeemerId }, _args, ctx) =>
        redeemerId && ((await personLoader(ctx).load(redeemerId))?.name || null),
    }),
    sendAt: t.expose("sendAt", { type: "DateTime" }),
    sentAt: t.expose("sentAt", { type: "DateTime", nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    redeemedAt: t.expose("redeemedAt", { type: "DateTime", nullable: true }),
  }),
});
const StudioPage = builder.objectRef<GiftCardPage>("StudioGiftCards").implement({
  fields: (t) => ({
    items: t.field({ type: [StudioCard], resolve: ({ items }) => [...items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const Total = builder.objectRef<GiftCardTotal>("GiftCardTotal").implement({
  description: "What all gift cards of a currency stand at, in minor units.",
  fields: (t) => ({
    currencyCode: t.exposeString("currencyCode"),
    sold: t.exposeFloat("sold", { description: "Paid, less refunds." }),
    issued: t.exposeFloat("issued", { description: "By staff, without a payment." }),
    outstanding: t.exposeFloat("outstanding", { description: "Good and not redeemed." }),
    redeemed: t.exposeFloat("redeemed", { description: "Became account credit." }),
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
  studioGiftCards: t.field({
    type: StudioPage,
    description: "For support and finance: gift cards that were paid or issued, newest first.",
    args: {
      search: t.arg.string({ description: "An email of the buyer or the recipient, or a code." }),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { search, pagination }, ctx) =>
      studioGiftCards(ctx, {
        search: search ?? null,
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
      }),
  }),
  studioGiftCardTotals: t.field({
    type: [Total],
    description: "For support and finance.",
    resolve: (_root, _args, ctx) => giftCardTotals(ctx),
  }),
}));

const GiftInput = builder.inputType("GiftInput", {
  description: "What a gift card says, to whom, and when.",
  fields: (t) => ({
    senderName: t.string({ description: "Who it is from, as the recipient reads it." }),
    message: t.string(),
    recipientEmail: t.string({ description: "Without it, the buyer hands the card over." }),
    recipientLocale: t.string({ required: true, description: "Language of the email and the PDF." }),
    sendOn: t.string({ description: "YYYY-MM-DD of the studio's calendar; now without it." }),
  }),
});
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
const IssueInput = builder.inputType("GiftCardIssueInput", {
  fields: (t) => ({
    amount: t.int({ required: true, description: "Minor units." }),
    currencyCode: t.string({ required: true }),
    reason: t.string({ required: true, description: "For the audit log." }),
    gift: t.field({ type: GiftInput, required: true }),
  }),
});
const textsOf = (input: {
  senderName?: string | null;
  message?: string | null;
  recipientEmail?: string | null;
  recipientLocale: string;
  sendOn?: string | null;
}) => ({
  senderName: input.senderName ?? "",
  message: input.message ?? "",
  recipientEmail: input.recipientEmail ?? null,
  recipientLocale: localeOf(input.recipientLocale),
  sendOn: input.sendOn ?? null,
});

const audited = "In the audit log. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";
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
        ...textsOf(input.gift),
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
  studioGiftCardIssue: t.field({
    type: StudioCard,
    description: `Issues a gift card without a payment, once per key. For finance. ${audited}`,
    args: {
      key: t.arg.id({ required: true, description: "A UUID." }),
      input: t.arg({ type: IssueInput, required: true }),
    },
    resolve: (_root, { key, input }, ctx) =>
      issueGiftCard(ctx, {
        ...textsOf(input.gift),
        idempotencyKey: key,
        amount: input.amount,
        currencyCode: input.currencyCode,
        reason: input.reason,
      }),
  }),
  studioGiftCardVoid: t.field({
    type: StudioCard,
    description: `Makes a card worthless that wasn't redeemed, without a refund. For finance. ${audited}`,
    args: { id: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: (_root, { id, reason }, ctx) => voidGiftCard(ctx, id, reason),
  }),
  studioGiftCardRefund: t.field({
    type: StudioCard,
    description: `Refunds what of a card isn't spent, and voids it. For support and finance. ${audited}`,
    args: {
      id: t.arg.id({ required: true }),
      rest: t.arg.int({ required: true, description: "As shown: CHANGED_MEANWHILE with another." }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, { id, rest, reason }, ctx) => refundGiftCard(ctx, { id, rest, reason }),
  }),
}));
