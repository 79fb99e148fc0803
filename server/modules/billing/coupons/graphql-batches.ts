import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { personLoader } from "../../identity/index.ts";
import { User } from "../../identity/refs.ts";
import { CouponState } from "../plans/graphql.ts";
import { archiveUnused, batchCodes, couponBatch, couponBatches, createCouponBatch } from "./batches.ts";
import type { BatchCode, CouponBatch } from "./batches.ts";
import { batchCodeFilters } from "./rules.ts";
import { CouponInput, givenCoupon, StudioCouponType } from "./graphql.ts";

const CouponBatchType = builder.objectRef<CouponBatch>("CouponBatch").implement({
  description: "One-time codes of one promotion.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "What every code begins with, upper case." }),
    size: t.exposeInt("size"),
    redeemed: t.exposeInt("redeemed"),
    archived: t.exposeInt("archived", { description: "Archived before anyone redeemed them." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    example: t.field({
      type: StudioCouponType,
      description: "One of the codes, whose terms all of them have.",
      resolve: ({ example }) => example,
    }),
  }),
});
const CouponBatchPage = builder
  .objectRef<Awaited<ReturnType<typeof couponBatches>>>("CouponBatchPage")
  .implement({
    fields: (t) => ({
      items: t.field({ type: [CouponBatchType], resolve: (page) => [...page.items] }),
      nextCursor: t.exposeString("nextCursor", { nullable: true }),
    }),
  });
const CouponBatchCode = builder.objectRef<BatchCode>("CouponBatchCode").implement({
  fields: (t) => ({
    id: t.exposeID("id", { description: "The code, upper case." }),
    state: t.expose("state", { type: CouponState }),
    isRedeemed: t.exposeBoolean("isRedeemed"),
    redeemedAt: t.expose("redeemedAt", {
      type: "DateTime",
      nullable: true,
      description: "Null without a redemption, or if the account was deleted.",
    }),
    member: t.field({
      type: User,
      nullable: true,
      description: "Who redeemed it; null without a redemption, or if the account was deleted.",
      resolve: ({ accountId }, _args, ctx) => (accountId ? personLoader(ctx).load(accountId) : null),
    }),
  }),
});
const CouponBatchCodePage = builder
  .objectRef<Awaited<ReturnType<typeof batchCodes>>>("CouponBatchCodePage")
  .implement({
    fields: (t) => ({
      items: t.field({ type: [CouponBatchCode], resolve: (page) => [...page.items] }),
      nextCursor: t.exposeString("nextCursor", { nullable: true }),
    }),
  });
const CouponBatchFilter = builder.enumType("CouponBatchFilter", {
  description: "`unused`: can still be redeemed. `archived`: before anyone redeemed them.",
  values: batchCodeFilters,
});

builder.queryFields((t) => ({
  couponBatches: t.field({
    type: CouponBatchPage,
    description: "Batches of one-time codes, the newest first. For finance.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      couponBatches(ctx, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
  }),
  couponBatch: t.field({
    type: CouponBatchType,
    description: "A batch of one-time codes. For finance.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => couponBatch(ctx, id),
  }),
  couponBatchCodes: t.field({
    type: CouponBatchCodePage,
    description: "Codes of a batch in alphabetical order. `search`: a part of a code. For finance.",
    args: {
      id: t.arg.id({ required: true }),
      filter: t.arg({ type: CouponBatchFilter }),
      search: t.arg.string(),
      pagination: t.arg({ type: Pagination }),
    },
    resolve: (_root, { id, filter, search, pagination }, ctx) =>
      batchCodes(ctx, id, {
        filter: filter ?? "all",
        search: search ?? null,
        first: pagination?.first ?? null,
        after: pagination?.after ?? null,
      }),
  }),
}));
builder.mutationFields((t) => ({
  couponBatchCreate: t.field({
    type: CouponBatchType,
    description:
      "Makes 1 to 10,000 one-time codes that begin with `input.code`. `input.maxRedemptions` stays null. COUPON_EXISTS if this beginning has a batch. For finance.",
    args: { input: t.arg({ type: CouponInput, required: true }), count: t.arg.int({ required: true }) },
    resolve: (_root, { input, count }, ctx) => createCouponBatch(ctx, givenCoupon(input), count),
  }),
  couponBatchArchive: t.field({
    type: CouponBatchType,
    description: "Archives the codes that no one redeemed. For finance.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => archiveUnused(ctx, id),
  }),
}));
