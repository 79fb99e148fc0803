import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { personLoader } from "../../identity/index.ts";
import { creditLoader } from "../credits/credits.ts";
import { refundLimitOf } from "../staff/refund-limits.ts";
import { GiftCardStatusEnum, GiftInput, giftTextsOf, statusOf } from "./refs.ts";
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

const StudioCard = builder.objectRef<GiftCardRow>("StudioGiftCard").implement({
  description: "A gift card as staff see it. Amounts in minor units.",
  fields: (t) => ({
    id: t.exposeID("id"),
    status: t.field({ type: GiftCardStatusEnum, resolve: statusOf }),
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
      resolve: async (card, _args, ctx) => {
        const { redeemerId, currencyCode } = card;
        const balances = redeemerId === null ? null : await creditLoader(ctx).load(redeemerId);
        return refundableRest(card, balances?.find((one) => one.currencyCode === currencyCode)?.amount ?? 0);
      },
    }),
    refundLimit: t.int({
      nullable: true,
      description: "What the viewer may refund of it altogether; null without a limit.",
      resolve: ({ currencyCode }, _args, ctx) => refundLimitOf(ctx, currencyCode),
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

const IssueInput = builder.inputType("GiftCardIssueInput", {
  fields: (t) => ({
    amount: t.int({ required: true, description: "Minor units." }),
    currencyCode: t.string({ required: true }),
    reason: t.string({ required: true, description: "For the audit log." }),
    gift: t.field({ type: GiftInput, required: true }),
  }),
});

builder.queryFields((t) => ({
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

const audited = "In the audit log. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";
builder.mutationFields((t) => ({
  studioGiftCardIssue: t.field({
    type: StudioCard,
    description: `Issues a gift card without a payment, once per key. For finance. ${audited}`,
    args: {
      key: t.arg.id({ required: true, description: "A UUID." }),
      input: t.arg({ type: IssueInput, required: true }),
    },
    resolve: (_root, { key, input }, ctx) =>
      issueGiftCard(ctx, {
        ...giftTextsOf(input.gift),
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
    description: `Refunds what of a card isn't spent, and voids it. For finance, and for support up to the studio’s limit: REFUND_LIMIT. ${audited}`,
    args: {
      id: t.arg.id({ required: true }),
      rest: t.arg.int({ required: true, description: "As shown: CHANGED_MEANWHILE with another." }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, { id, rest, reason }, ctx) => refundGiftCard(ctx, { id, rest, reason }),
  }),
}));
