import { builder } from "../../../platform/graphql/builder.ts";
import { Pagination } from "../../../platform/graphql/paging.ts";
import { PeriodUnitEnum } from "../refs.ts";
import {
  archiveCoupon,
  couponOptions,
  createCoupon,
  restoreCoupon,
  setCouponLimits,
  studioCoupons,
} from "./editing.ts";
import type { CouponOptions, StudioCoupon, StudioCouponPage } from "./editing.ts";
import type { GivenCoupon } from "./input.ts";
import { CouponDiscountType, CouponDuration, CouponState } from "../plans/graphql.ts";

const CouponAmount = builder
  .objectRef<{ readonly currencyCode: string; readonly amount: number }>("CouponAmount")
  .implement({
    fields: (t) => ({
      currencyCode: t.exposeString("currencyCode"),
      amount: t.exposeInt("amount", { description: "Minor units." }),
    }),
  });
export const StudioCouponType = builder.objectRef<StudioCoupon>("StudioCoupon").implement({
  description: "A coupon as the studio's admins see it. What it takes off never changes.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The code, upper case." }),
    discountType: t.expose("discountType", { type: CouponDiscountType }),
    basisPoints: t.exposeInt("basisPoints", {
      nullable: true,
      description: "Hundredths of a percent; null for a fixed amount.",
    }),
    amounts: t.field({
      type: [CouponAmount],
      description: "None for a percentage.",
      resolve: ({ amounts }) =>
        Object.entries(amounts).map(([currencyCode, amount]) => ({ currencyCode, amount })),
    }),
    duration: t.expose("duration", { type: CouponDuration }),
    months: t.exposeInt("durationMonths", { nullable: true, description: "Of a limited period." }),
    forStudents: t.exposeBoolean("forStudents", { description: "Only students may redeem it." }),
    planIds: t.stringList({
      nullable: true,
      description: "Null: every plan.",
      resolve: ({ planIds }) => planIds && [...planIds],
    }),
    state: t.expose("state", { type: CouponState }),
    redeemBy: t.expose("redeemBy", {
      type: "DateTime",
      nullable: true,
      description: "From then on no one takes it.",
    }),
    redemptionsUsed: t.exposeInt("redemptionsUsed"),
    redemptionsLeft: t.exposeInt("redemptionsLeft", {
      nullable: true,
      description: "Null: as often as anybody likes.",
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});
const StudioCouponPageType = builder.objectRef<StudioCouponPage>("StudioCouponPage").implement({
  fields: (t) => ({
    items: t.field({ type: [StudioCouponType], resolve: (page) => [...page.items] }),
    nextCursor: t.exposeString("nextCursor", { nullable: true }),
  }),
});
const CouponPlan = builder.objectRef<CouponOptions["plans"][number]>("CouponPlan").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    period: t.exposeInt("period"),
    periodUnit: t.expose("periodUnit", { type: PeriodUnitEnum }),
    isOffered: t.exposeBoolean("isOffered"),
    renews: t.exposeBoolean("renews", { description: "False for a pass." }),
  }),
});
const CouponOptionsType = builder.objectRef<CouponOptions>("CouponOptions").implement({
  description: "What a coupon can be for.",
  fields: (t) => ({
    plans: t.field({
      type: [CouponPlan],
      description: "Those that are no longer offered, too.",
      resolve: ({ plans }) => [...plans],
    }),
    currencyCodes: t.stringList({ resolve: ({ currencyCodes }) => [...currencyCodes] }),
  }),
});
const CouponAmountInput = builder.inputType("CouponAmountInput", {
  fields: (t) => ({ currencyCode: t.string({ required: true }), amount: t.int({ required: true }) }),
});
export const CouponInput = builder.inputType("CouponInput", {
  fields: (t) => ({
    code: t.string({
      required: true,
      description: "3 to 40 letters, digits and hyphens; people type it in small letters, too.",
    }),
    discountType: t.field({ type: CouponDiscountType, required: true }),
    basisPoints: t.int({ description: "Of a percentage: its hundredths of a percent." }),
    amounts: t.field({
      type: [CouponAmountInput],
      description: "Of a fixed amount: minor units by currency. In others it isn't taken.",
    }),
    duration: t.field({ type: CouponDuration, required: true }),
    months: t.int({ description: "Of a limited period." }),
    forStudents: t.boolean({
      description: "Only students may redeem it. A percentage for a limited period.",
    }),
    planIds: t.stringList({ description: "Without: every plan." }),
    redeemBy: t.field({ type: "DateTime" }),
    maxRedemptions: t.int({ description: "How often it can be taken in all." }),
  }),
});

/** A coupon's input as the domain takes it. */
export const givenCoupon = (input: typeof CouponInput.$inferInput): GivenCoupon => ({
  code: input.code,
  discountType: input.discountType,
  basisPoints: input.basisPoints ?? null,
  amounts: input.amounts ?? [],
  duration: input.duration,
  months: input.months ?? null,
  forStudents: input.forStudents ?? false,
  planIds: input.planIds ?? null,
  redeemBy: input.redeemBy ?? null,
  maxRedemptions: input.maxRedemptions ?? null,
});

builder.queryFields((t) => ({
  studioCoupons: t.field({
    type: StudioCouponPageType,
    description: "Admins alone: the newest first, in whatever state.",
    args: { pagination: t.arg({ type: Pagination }) },
    resolve: (_root, { pagination }, ctx) =>
      studioCoupons(ctx, { first: pagination?.first ?? null, after: pagination?.after ?? null }),
  }),
  couponOptions: t.field({
    type: CouponOptionsType,
    description: "For support and finance, and for editors, who filter people by plan.",
    resolve: (_root, _args, ctx) => couponOptions(ctx),
  }),
}));
builder.mutationFields((t) => ({
  couponCreate: t.field({
    type: StudioCouponType,
    description: "Makes a coupon. COUPON_EXISTS where there is one of its code. Admins alone.",
    args: { input: t.arg({ type: CouponInput, required: true }) },
    resolve: (_root, { input }, ctx) => createCoupon(ctx, givenCoupon(input)),
  }),
  couponLimitsSet: t.field({
    type: StudioCouponType,
    description:
      "Sets until when and how often in all it can be taken; null without end. Those who took it keep it. Admins alone.",
    args: {
      id: t.arg.id({ required: true }),
      redeemBy: t.arg({ type: "DateTime" }),
      maxRedemptions: t.arg.int(),
    },
    resolve: (_root, { id, redeemBy, maxRedemptions }, ctx) =>
      setCouponLimits(ctx, id, { redeemBy: redeemBy ?? null, maxRedemptions: maxRedemptions ?? null }),
  }),
  couponArchive: t.field({
    type: StudioCouponType,
    description: "No one takes it any more; those who took it keep it. Admins alone.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => archiveCoupon(ctx, id),
  }),
  couponRestore: t.field({
    type: StudioCouponType,
    description: "Out of the archive: it can be taken again, within its limits. Admins alone.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => restoreCoupon(ctx, id),
  }),
}));
