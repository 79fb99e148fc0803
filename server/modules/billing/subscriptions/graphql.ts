import { builder } from "../../../platform/graphql/builder.ts";
import { User } from "../../identity/refs.ts";
import { hasSubscription } from "../index.ts";
import { billingNow } from "../clock.ts";
import { managementOf } from "../owned/management.ts";
import type { Management } from "../owned/management.ts";
import { subscriptionActs } from "../owner-ports.ts";
import { canBuyAgain } from "../passes/passes.ts";
import type { PaymentAction } from "../ports.ts";
import {
  PaymentMethodTypeEnum,
  Plan,
  Provider,
  ProviderEnum,
  Subscription,
  SubscriptionStatusEnum,
} from "../refs.ts";
import {
  cancelOffers,
  confirmationOf,
  couponsOf,
  dunningOf,
  methodOf,
  nextAmount,
  offersFor,
} from "./details.ts";
import { withdrawableUntil, withdrawalOf } from "./withdrawal.ts";
import type { WithdrawalReturn } from "../rules/withdrawal.ts";
import type { Dunning, OpenConfirmation, ShownMethod } from "./details.ts";
import { paymentPurposes } from "../rules/states.ts";
import { paymentActionTypes } from "../provider-names.ts";
import { DunningStatusEnum } from "../invoices/graphql.ts";
import { Coupon, PlanInfo, statedOf } from "../plans/graphql.ts";
import { resumeAmount } from "./resume.ts";
import { createSubscription } from "../checkout/checkout.ts";
import {
  boughtAlone,
  planOf,
  primarySubscription,
  purchaseOfPass,
  subscriptionHistory,
} from "./subscriptions.ts";

const PaymentActionType = builder.enumType("PaymentActionType", {
  values: paymentActionTypes,
});
export const PaymentActionObject = builder.objectRef<PaymentAction>("PaymentAction").implement({
  description: "What the person must do before the payment goes on: 3-D Secure and the like.",
  fields: (t) => ({
    type: t.expose("type", { type: PaymentActionType }),
    url: t.exposeString("url", { nullable: true }),
    clientSecret: t.exposeString("clientSecret", { nullable: true }),
  }),
});

const DunningObject = builder.objectRef<Dunning>("Dunning").implement({
  fields: (t) => ({
    amount: t.exposeInt("amount", { description: "What is open, in minor units." }),
    retryAt: t.expose("retryAt", {
      type: "DateTime",
      nullable: true,
      description: "When it is tried again, or when it ends without another way to pay.",
    }),
    willRetry: t.exposeBoolean("willRetry", { description: "Whether the same card is charged again." }),
    needsConfirmation: t.exposeBoolean("needsConfirmation", {
      description: "The bank wants the person to confirm: `invoicePay` lets them.",
    }),
    invoiceId: t.exposeID("invoiceId"),
  }),
});
const PaymentPurposeEnum = builder.enumType("PaymentPurpose", { values: paymentPurposes });
const ConfirmationObject = builder.objectRef<OpenConfirmation>("PaymentConfirmation").implement({
  description: "A payment that waits for the bank's confirmation by `nextAction`.",
  fields: (t) => ({
    purpose: t.expose("purpose", { type: PaymentPurposeEnum }),
    amount: t.exposeInt("amount", { description: "Minor units; 0 stores a payment method alone." }),
  }),
});
export const PaymentMethod = builder.objectRef<ShownMethod>("PaymentMethod").implement({
  description: "What a subscription is paid by, as far as anybody may know.",
  fields: (t) => ({
    id: t.exposeID("id"),
    type: t.expose("type", { type: PaymentMethodTypeEnum }),
    brand: t.exposeString("brand", { nullable: true }),
    last4: t.exposeString("last4", { nullable: true }),
    expMonth: t.exposeInt("expMonth", { nullable: true }),
    expYear: t.exposeInt("expYear", { nullable: true }),
  }),
});
const Withdrawal = builder.objectRef<WithdrawalReturn>("Withdrawal").implement({
  description: "What withdrawing from the contract now gives back. Minor units.",
  fields: (t) => ({
    refund: t.exposeInt("money"),
    credit: t.exposeInt("credit", {
      description: "Change of the account's credit: negative is taken back, since the contract gave it.",
    }),
    used: t.exposeInt("used", { description: "The value of the used time, which is kept." }),
  }),
});
const CancelOfferEnum = builder.enumType("CancelOffer", { values: cancelOffers });

const SubscriptionActEnum = builder.enumType("SubscriptionAct", { values: subscriptionActs });
const ManagementType = builder.objectRef<Management>("SubscriptionManagement").implement({
  description: "Who bills a subscription whose terms a provider owns, such as an app store.",
  fields: (t) => ({
    billedBy: t.exposeString("billedBy", { description: "The store's or the provider's name." }),
    url: t.exposeString("url", {
      nullable: true,
      description: "The provider's page for what isn't in `acts`; null if it has none.",
    }),
    acts: t.field({
      type: [SubscriptionActEnum],
      description: "What can be done here. Anything else is MANAGED_ELSEWHERE.",
      resolve: ({ acts }) => [...acts],
    }),
  }),
});

Subscription.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    status: t.expose("status", { type: SubscriptionStatusEnum }),
    nextBillingAt: t.expose("nextBillingAt", { type: "DateTime", nullable: true }),
    provider: t.field({ type: Provider, resolve: ({ provider }) => ({ id: provider }) }),
    plan: t.field({ type: Plan, resolve: (found, _args, ctx) => planOf(ctx, found) }),
    canBuyAgain: t.boolean({
      description: "Whether it is a pass that is still sold.",
      resolve: async (found, _args, ctx) => canBuyAgain(ctx, found, await billingNow(ctx)),
    }),
    accessEndsAt: t.expose("accessEndsAt", { type: "DateTime", nullable: true }),
    nextAction: t.expose("nextAction", { type: PaymentActionObject, nullable: true }),
    confirmation: t.field({
      type: ConfirmationObject,
      nullable: true,
      description: "What `nextAction` confirms.",
      resolve: (found, _args, ctx) => confirmationOf(ctx, found),
    }),
    management: t.field({
      type: ManagementType,
      nullable: true,
      description: "Null for a subscription that the studio bills itself: everything can be done here.",
      resolve: (found, _args, ctx) => managementOf(ctx, found),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    agreedAt: t.field({
      type: "DateTime",
      description: "When its latest contract was made: a pass bought again, or a plan instead of it.",
      resolve: ({ agreedAt, createdAt }) => agreedAt ?? createdAt,
    }),
    isComplimentary: t.exposeBoolean("isComplimentary", {
      description: "Given by the studio until its end; no one pays for it.",
    }),
    isPrepaid: t.exposeBoolean("isPrepaid", {
      description: "Paid once for its term: a pass, or months of a gift card. It doesn't renew.",
    }),
    trialEndTime: t.expose("trialEndsAt", { type: "DateTime", nullable: true }),
    currencyCode: t.exposeString("currencyCode"),
    countryCode: t.exposeString("countryCode", { description: "Whose prices and taxes are charged." }),
    nextAmount: t.int({
      nullable: true,
      description:
        "What the next charge takes, in minor units. Null when none is coming, without consent to a new price, or when a provider bills it.",
      resolve: (found, _args, ctx) => nextAmount(ctx, found),
    }),
    resumesAt: t.expose("resumesAt", { type: "DateTime", nullable: true }),
    resumeAmount: t.int({
      nullable: true,
      description:
        "What resuming now charges, in minor units; null unless paused, and while a new price must be accepted first.",
      resolve: (found, _args, ctx) => resumeAmount(ctx, found),
    }),
    startsAt: t.expose("startsAt", { type: "DateTime", nullable: true }),
    canceledAt: t.expose("canceledAt", { type: "DateTime", nullable: true }),
    nextPlan: t.field({
      type: Plan,
      nullable: true,
      description: "The plan that takes over with the next payment.",
      resolve: (found, _args, ctx) =>
        found.nextPlanId && found.status !== "non_renewing" ? planOf(ctx, found, found.nextPlanId) : null,
    }),
    dunning: t.field({
      type: DunningObject,
      nullable: true,
      description: "A payment that was refused and is tried again.",
      resolve: (found, _args, ctx) => dunningOf(ctx, found),
    }),
    dunningStatus: t.expose("dunningStatus", { type: DunningStatusEnum, nullable: true }),
    paymentMethod: t.field({
      type: PaymentMethod,
      nullable: true,
      resolve: (found, _args, ctx) => methodOf(ctx, found),
    }),
    coupons: t.field({
      type: [Coupon],
      description: "Those that still take something off.",
      resolve: (found, _args, ctx) => couponsOf(ctx, found),
    }),
    cancelOffers: t.field({
      type: [CancelOfferEnum],
      description: "What is open to the person instead of cancelling.",
      resolve: (found, _args, ctx) => offersFor(ctx, found),
    }),
    withdrawableUntil: t.field({
      type: "DateTime",
      nullable: true,
      description: "Until when the contract can be taken back, where the law gives that.",
      resolve: (found, _args, ctx) => withdrawableUntil(ctx, found),
    }),
    withdrawal: t.field({
      type: Withdrawal,
      nullable: true,
      description: "What withdrawing now gives back; null where that is not possible.",
      resolve: (found, _args, ctx) => withdrawalOf(ctx, found),
    }),
  }),
});

builder.objectFields(User, (t) => ({
  isActive: t.boolean({
    description:
      "While a subscription grants access. Only the person sees it of themselves; others see false.",
    resolve: (person, _args, ctx) =>
      person.id === ctx.viewer?.personId ? hasSubscription(ctx, person.id) : false,
  }),
  primarySubscription: t.field({
    type: Subscription,
    nullable: true,
    description: "The one that runs, else the last. Only the person sees it of themselves.",
    resolve: (person, _args, ctx) => primarySubscription(ctx, person.id),
  }),
}));

builder.queryFields((t) => ({
  userSubscriptionHistory: t.field({
    type: [Subscription],
    resolve: (_root, _args, ctx) => subscriptionHistory(ctx),
  }),
  purchaseOfPass: t.field({
    type: Subscription,
    nullable: true,
    description:
      "What the viewer's account has of the course or class that a pass opens alone, also while the bank is asked. Null without.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => purchaseOfPass(ctx, id),
  }),
  boughtAlone: t.field({
    type: [Subscription],
    description: "The courses and classes that the viewer's account bought and has now, newest first.",
    resolve: (_root, _args, ctx) => boughtAlone(ctx),
  }),
}));

export const Gateway = builder.inputType("Gateway", {
  description: "`token` stands for a way to pay: a payment-method or intent token, never a card number.",
  fields: (t) => ({ provider: t.field({ type: ProviderEnum, required: true }), token: t.string() }),
});
const IpInfo = builder.inputType("IpInfo", {
  description:
    "What the client knows of its address. Never trusted: the country comes from the request and the payment method.",
  fields: (t) => ({
    ip: t.string(),
    countryCode: t.string(),
    region: t.string(),
    city: t.string(),
    timezone: t.string(),
  }),
});
const RunningPassInput = builder.inputType("RunningPassInput", {
  description: "The buyer's running pass as `checkoutEstimate` showed it.",
  fields: (t) => ({
    endsAt: t.field({ type: "DateTime", required: true }),
    prorationTime: t.field({ type: "DateTime" }),
  }),
});
builder.mutationField("subscriptionCreateV2", (t) =>
  t.field({
    type: Subscription,
    description: "Subscribes. The same key and input give the same answer, and are charged once.",
    args: {
      planInfo: t.arg({ type: PlanInfo, required: true }),
      gateway: t.arg({ type: Gateway, required: true }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, required: true }),
      trialOverrideTime: t.arg({
        type: "DateTime",
        description: "Admins alone, a year at most; recorded in the audit log.",
      }),
      couponIds: t.arg.stringList(),
      ipInfo: t.arg({ type: IpInfo }),
      idempotencyKey: t.arg.string({ required: true }),
      withoutTrial: t.arg.boolean({ description: "Paid at once, though a trial may be had." }),
      startAt: t.arg({ type: "DateTime", description: "When it begins; now unless told." }),
      amountDue: t.arg.int({
        description:
          "The amount shown as charged now, in minor units. AMOUNT_MISMATCH with the current `amountDue` if it is another.",
      }),
      consentVersion: t.arg.string({
        description:
          "The version of the text by which the person asked for access before the withdrawal period ends, from the estimate.",
      }),
      firstAmount: t.arg.int({
        description:
          "The amount shown for the first charge, now or after the trial. Checked like `amountDue`.",
      }),
      runningPass: t.arg({
        type: RunningPassInput,
        description: "Required while a pass runs. PASS_CHANGED if it isn't the one that was shown.",
      }),
    },
    resolve: (_root, args, ctx) =>
      createSubscription(ctx, {
        ...statedOf(args.planInfo),
        provider: args.gateway.provider,
        token: args.gateway.token ?? null,
        paymentMethodType: args.paymentMethodType,
        trialOverrideTime: args.trialOverrideTime ?? null,
        couponIds: args.couponIds ?? [],
        idempotencyKey: args.idempotencyKey,
        withoutTrial: args.withoutTrial ?? false,
        startAt: args.startAt ?? null,
        ipInfo: args.ipInfo ?? null,
        amountDue: args.amountDue ?? null,
        firstAmount: args.firstAmount ?? null,
        consentVersion: args.consentVersion ?? null,
        runningPass: args.runningPass
          ? {
              endsAt: args.runningPass.endsAt,
              prorationTime: args.runningPass.prorationTime ?? null,
            }
          : null,
      }),
  }),
);
