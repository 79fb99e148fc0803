import { builder } from "../../../platform/graphql/builder.ts";
import { translated } from "../../site/index.ts";
import { billingNow } from "../clock.ts";
import { pricedCountries, requestPlace, shownBillingRegion } from "./regions.ts";
import { payingThrough } from "./paying.ts";
import type { Paying } from "./paying.ts";
import { estimateOrder } from "../owned/sales.ts";
import { isForSale } from "../buyers/parties.ts";
import { listOffers, ownOffer } from "./offers.ts";
import { checkCouponFor, monthlyCost } from "./plans.ts";
import type { CheckoutEstimate, InvoiceEstimate } from "./plans.ts";
import {
  AccessTypeEnum,
  PaymentMethodTypeEnum,
  PeriodUnitEnum,
  Plan,
  PlanOpens,
  PlanOpensKind,
  Provider,
  ProviderEnum,
} from "../refs.ts";
import { providerNames } from "../provider-names.ts";
import type { CouponTerms } from "../coupons/rules.ts";
import { isForever } from "../rules/passes.ts";
import type { TaxedPart } from "../rules/tax.ts";

Provider.implement({
  fields: (t) => ({
    id: t.expose("id", { type: ProviderEnum }),
    name: t.string({ resolve: ({ id }) => providerNames[id] }),
  }),
});

const InvoiceLine = builder.objectRef<InvoiceEstimate["lines"][number]>("InvoiceLine").implement({
  description: "One line of an invoice; the lines add up to its total.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "plan, unused_time, discount or tax." }),
    description: t.exposeString("description"),
    amount: t.exposeInt("amount"),
  }),
});
export { InvoiceLine };
export const TaxPartType = builder.objectRef<TaxedPart>("TaxPart").implement({
  fields: (t) => ({
    name: t.exposeString("name"),
    percent: t.float({ resolve: ({ milliPercent }) => milliPercent / 1000 }),
    amount: t.exposeInt("amount"),
  }),
});
export const InvoiceEstimateType = builder.objectRef<InvoiceEstimate>("InvoiceEstimate").implement({
  description:
    "Minor units. `amountDue` is charged now, 0 when a trial begins; the rest describes the first paid invoice, charged at `dueAt`.",
  fields: (t) => ({
    amountDue: t.exposeInt("amountDue"),
    creditsApplied: t.exposeInt("creditsApplied"),
    waived: t.exposeInt("waived", {
      description: "Too small for the provider to charge, and not taken later either.",
    }),
    total: t.exposeInt("total"),
    subTotal: t.exposeInt("subTotal"),
    discountsTotal: t.exposeInt("discountsTotal"),
    taxTotal: t.exposeInt("taxTotal"),
    taxName: t.exposeString("taxName"),
    isReverseCharge: t.exposeBoolean("isReverseCharge", {
      description: "The buyer, a business in another EU country, owes the tax itself.",
    }),
    taxes: t.field({
      type: [TaxPartType],
      description: "What `taxTotal` is made of.",
      resolve: ({ taxes }) => [...taxes],
    }),
    carried: t.exposeInt("carried", {
      description: "What the unused time is worth beyond this invoice: it becomes account credit.",
    }),
    dueAt: t.expose("dueAt", { type: "DateTime" }),
    lines: t.field({ type: [InvoiceLine], resolve: ({ lines }) => [...lines] }),
  }),
});

PlanOpens.implement({
  description: "The one course or class that a pass opens.",
  fields: (t) => ({ kind: t.expose("kind", { type: PlanOpensKind }), id: t.exposeID("id") }),
});

Plan.implement({
  description: "A plan with its price in one country, as it is offered to this person.",
  fields: (t) => ({
    id: t.exposeID("id"),
    accessType: t.expose("accessType", { type: AccessTypeEnum }),
    name: t.string({ resolve: ({ id, name }, _args, ctx) => translated(ctx, "plan", id, "name", name) }),
    isBestValue: t.exposeBoolean("isBestValue"),
    isSubscribed: t.exposeBoolean("isSubscribed"),
    monthlySavingsInPercent: t.exposeInt("savesPercent", { nullable: true }),
    monthlyCostInCents: t.int({ resolve: monthlyCost }),
    annualSavingsInCents: t.exposeInt("savesAYear", { nullable: true }),
    period: t.exposeInt("period"),
    periodUnit: t.expose("periodUnit", { type: PeriodUnitEnum }),
    trialPeriod: t.exposeInt("trialPeriod", { nullable: true }),
    trialPeriodUnit: t.expose("trialPeriodUnit", { type: PeriodUnitEnum, nullable: true }),
    priceInCents: t.exposeInt("amount", { description: "Minor units of `currencyCode`; yen have none." }),
    currencyCode: t.exposeString("currencyCode"),
    canTrial: t.exposeBoolean("canTrial"),
    trialEndTime: t.expose("trialEndsAt", { type: "DateTime", nullable: true }),
    nextBillingAt: t.expose("nextBillingAt", { type: "DateTime", nullable: true }),
    renews: t.exposeBoolean("renews", {
      description: "False for a pass: paid once, it ends by itself after its period.",
    }),
    endsAt: t.expose("endsAt", {
      type: "DateTime",
      nullable: true,
      description: "When a pass that is bought now ends; null for a plan that renews.",
    }),
    opens: t.expose("opens", { type: PlanOpens, nullable: true }),
    isForever: t.boolean({
      description: "Whether it is a pass to keep. Its `endsAt` is a formality of the ledger.",
      resolve: isForever,
    }),
    invoiceEstimate: t.expose("estimate", { type: InvoiceEstimateType }),
    provider: t.field({ type: Provider, resolve: ({ provider }) => ({ id: provider }) }),
    seats: t.exposeInt("seats", { description: "How many people dance on it." }),
  }),
});

export const CouponDiscountType = builder.enumType("CouponDiscountType", {
  values: ["fixed_amount", "percentage"] as const,
});
export const CouponDuration = builder.enumType("CouponDuration", {
  values: ["forever", "limited_period", "one_time"] as const,
});
export const CouponState = builder.enumType("CouponState", {
  values: ["active", "archived", "expired"] as const,
});
interface CouponShown extends CouponTerms {
  readonly currencyCode: string;
}
export const Coupon = builder.objectRef<CouponShown>("Coupon").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    discountType: t.expose("discountType", { type: CouponDiscountType }),
    discountDuration: t.expose("duration", { type: CouponDuration }),
    discountPercentage: t.float({
      nullable: true,
      resolve: ({ basisPoints }) => (basisPoints === null ? null : basisPoints / 100),
    }),
    discountAmount: t.int({
      nullable: true,
      resolve: ({ amounts, currencyCode }) => amounts[currencyCode] ?? null,
    }),
    discountMonths: t.exposeInt("durationMonths", {
      nullable: true,
      description: "How long it is taken off, for a limited period.",
    }),
    state: t.expose("state", { type: CouponState }),
  }),
});

const RunningPassType = builder
  .objectRef<NonNullable<CheckoutEstimate["runningPass"]>>("RunningPass")
  .implement({
    description: "The buyer's running pass: a pass adds its days, a plan begins instead of it.",
    fields: (t) => ({
      endsAt: t.expose("endsAt", { type: "DateTime" }),
      prorationTime: t.expose("prorationTime", {
        type: "DateTime",
        description: "The moment for which its unused days are counted. Sent back with the order.",
      }),
    }),
  });
const CheckoutEstimateType = builder.objectRef<CheckoutEstimate>("CheckoutEstimate").implement({
  fields: (t) => ({
    invoiceEstimate: t.expose("estimate", { type: InvoiceEstimateType }),
    coupon: t.field({
      type: Coupon,
      nullable: true,
      resolve: ({ coupon, currencyCode }) => coupon && { ...coupon, currencyCode },
    }),
    nextBillingAt: t.expose("nextBillingAt", { type: "DateTime", nullable: true }),
    trialEndTime: t.expose("trialEndsAt", { type: "DateTime", nullable: true }),
    endsAt: t.expose("endsAt", {
      type: "DateTime",
      nullable: true,
      description: "When the pass ends; null for a plan that renews.",
    }),
    runningPass: t.field({
      type: RunningPassType,
      nullable: true,
      resolve: ({ runningPass }) => runningPass,
    }),
    renewalTotal: t.exposeInt("renewalTotal", {
      description: "What each later period comes to, with tax, once a coupon has run out; 0 for a pass.",
    }),
    consentVersion: t.exposeString("consentVersion", {
      nullable: true,
      description:
        "The text to accept where law gives days to withdraw: access starts now, and the used days are paid. Null elsewhere.",
    }),
  }),
});

export const PlanInfo = builder.inputType("PlanInfo", {
  fields: (t) => ({
    planId: t.id({ required: true }),
    countryCode: t.string(),
    postcode: t.string({
      description:
        "Of the billing address, where regions take taxes of their own. What is charged goes by the payment method's.",
    }),
  }),
});

/** Maps the input to the plan and the stated place of residence. */
export const statedOf = (planInfo: typeof PlanInfo.$inferInput) => ({
  planId: planInfo.planId,
  countryCode: planInfo.countryCode ?? null,
  postcode: planInfo.postcode ?? null,
});

const PaymentConfig = builder.objectRef<Paying>("PaymentConfig").implement({
  description: "How payments are taken. URLs are absolute and of the gateway's own origin.",
  fields: (t) => ({
    provider: t.expose("provider", { type: ProviderEnum }),
    site: t.string({
      nullable: true,
      description: "The studio's site at the provider, if its script asks for one.",
      resolve: ({ config }) => config?.site ?? null,
    }),
    publishableKey: t.string({ nullable: true, resolve: ({ config }) => config?.publishableKey ?? null }),
    clientToken: t.string({
      nullable: true,
      description:
        "A short-lived key for the provider's script, for payments in a currency; null if it needs none.",
      args: { currencyCode: t.arg.string() },
      resolve: async ({ gateway }, { currencyCode }) =>
        (await gateway?.clientToken?.(currencyCode ?? null)) ?? null,
    }),
    googleMerchantId: t.string({
      nullable: true,
      description: "The studio's registration at Google, if the provider's Google Pay asks for one.",
      resolve: ({ config }) => config?.googleMerchantId ?? null,
    }),
    tokenUrl: t.string({ nullable: true, resolve: ({ config }) => config?.tokenUrl ?? null }),
    cardFieldUrl: t.string({
      nullable: true,
      description: "A page with the card's fields, for an iframe. See contract/card-field.ts.",
      resolve: ({ config }) => config?.cardFieldUrl ?? null,
    }),
    wallets: t.field({
      type: [PaymentMethodTypeEnum],
      resolve: ({ config }) => [...(config?.wallets ?? [])],
    }),
    testMode: t.boolean({ resolve: ({ gateway }) => gateway?.isTest ?? false }),
    countryCode: t.string({
      description:
        "Whose prices are shown to this request. Send it with what is agreed on, so that no other price is charged.",
      resolve: async (_config, _args, ctx) =>
        (await shownBillingRegion(ctx, { countryCode: null, postcode: null }, await billingNow(ctx)))
          .countryCode,
    }),
    locatedIn: t.string({
      nullable: true,
      description: "The country that the request comes from, when that is known.",
      resolve: async (_config, _args, ctx) => (await requestPlace(ctx))?.countryCode ?? null,
    }),
    countries: t.stringList({
      description: "The countries that prices were made for, by ISO 3166-1.",
      resolve: (_config, _args, ctx) => pricedCountries(ctx),
    }),
    isAvailable: t.boolean({
      description: "Whether anything can be bought at all.",
      resolve: (_config, _args, ctx) => isForSale(ctx),
    }),
    now: t.field({
      type: "DateTime",
      description: "Billing's present moment; ahead of the machine's where a test clock was moved.",
      resolve: (_config, _args, ctx) => billingNow(ctx),
    }),
  }),
});

builder.queryFields((t) => ({
  plans: t.field({
    type: [Plan],
    args: {
      providerName: t.arg({ type: ProviderEnum }),
      countryCode: t.arg.string(),
      accessType: t.arg({ type: AccessTypeEnum }),
    },
    resolve: (_root, args, ctx) =>
      listOffers(ctx, "plans", {
        provider: args.providerName ?? null,
        countryCode: args.countryCode ?? null,
        accessType: args.accessType ?? null,
      }),
  }),
  passes: t.field({
    type: [Plan],
    description: "Plans that don't renew: paid once, each ends by itself after its period.",
    args: { countryCode: t.arg.string() },
    resolve: (_root, { countryCode }, ctx) =>
      listOffers(ctx, "passes", { provider: null, countryCode: countryCode ?? null, accessType: null }),
  }),
  passOffer: t.field({
    type: Plan,
    nullable: true,
    description: "A pass for one course or class by its id; null where it isn't sold.",
    args: { id: t.arg.id({ required: true }), countryCode: t.arg.string() },
    resolve: (_root, { id, countryCode }, ctx) => ownOffer(ctx, id, countryCode ?? null),
  }),
  checkoutEstimate: t.field({
    type: CheckoutEstimateType,
    args: {
      planInfo: t.arg({ type: PlanInfo, required: true }),
      couponId: t.arg.string(),
      withoutTrial: t.arg.boolean({ description: "Paid at once, though a trial may be had." }),
    },
    resolve: (_root, { planInfo, couponId, withoutTrial }, ctx) =>
      estimateOrder(ctx, {
        ...statedOf(planInfo),
        couponId: couponId ?? null,
        withoutTrial: withoutTrial ?? false,
      }),
  }),
  couponCheck: t.field({
    type: Coupon,
    description: "A coupon that may be taken for a plan; refused with the code that says why not.",
    args: { couponId: t.arg.string({ required: true }), planInfo: t.arg({ type: PlanInfo, required: true }) },
    resolve: (_root, { couponId, planInfo }, ctx) => checkCouponFor(ctx, { couponId, ...statedOf(planInfo) }),
  }),
  paymentConfig: t.field({
    type: PaymentConfig,
    description: "For a running subscription its own provider's, else that of new ones.",
    resolve: (_root, _args, ctx) => payingThrough(ctx),
  }),
}));
