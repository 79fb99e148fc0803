import { builder } from "../../../platform/graphql/builder.ts";
import { User } from "../../identity/refs.ts";
import { hasSubscription } from "../index.ts";
import type { PaymentAction } from "../ports.ts";
import {
  PaymentMethodTypeEnum,
  Plan,
  Provider,
  ProviderEnum,
  Subscription,
  SubscriptionStatusEnum,
} from "../refs.ts";
import { PlanInfo } from "./plans.ts";
import { createSubscription } from "../checkout.ts";
import { planOf, primarySubscription, subscriptionHistory } from "../subscriptions.ts";

const PaymentActionType = builder.enumType("PaymentActionType", {
  values: ["redirect", "stripe_confirm"] as const,
});
const PaymentActionObject = builder.objectRef<PaymentAction>("PaymentAction").implement({
  description: "What the person must do before the payment goes on: 3-D Secure and the like.",
  fields: (t) => ({
    type: t.expose("type", { type: PaymentActionType }),
    url: t.exposeString("url", { nullable: true }),
    clientSecret: t.exposeString("clientSecret", { nullable: true }),
  }),
});

Subscription.implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    status: t.expose("status", { type: SubscriptionStatusEnum }),
    nextBillingAt: t.expose("nextBillingAt", { type: "DateTime", nullable: true }),
    provider: t.field({ type: Provider, resolve: ({ provider }) => ({ id: provider }) }),
    plan: t.field({ type: Plan, resolve: (found, _args, ctx) => planOf(ctx, found) }),
    accessEndsAt: t.expose("accessEndsAt", { type: "DateTime", nullable: true }),
    nextAction: t.expose("nextAction", { type: PaymentActionObject, nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    trialEndTime: t.expose("trialEndsAt", { type: "DateTime", nullable: true }),
    currencyCode: t.exposeString("currencyCode"),
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

builder.queryField("userSubscriptionHistory", (t) =>
  t.field({ type: [Subscription], resolve: (_root, _args, ctx) => subscriptionHistory(ctx) }),
);

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
builder.mutationField("subscriptionCreateV2", (t) =>
  t.field({
    type: Subscription,
    description: "Subscribes. The same key and input give the same answer, and are charged once.",
    args: {
      planInfo: t.arg({ type: PlanInfo, required: true }),
      gateway: t.arg({ type: Gateway, required: true }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, required: true }),
      trialOverrideTime: t.arg({ type: "DateTime", description: "Staff alone." }),
      couponIds: t.arg.stringList(),
      ipInfo: t.arg({ type: IpInfo }),
      idempotencyKey: t.arg.string({ required: true }),
      withoutTrial: t.arg.boolean({ description: "Paid at once, though a trial may be had." }),
      startAt: t.arg({ type: "DateTime", description: "When it begins; now unless told." }),
    },
    resolve: (_root, args, ctx) =>
      createSubscription(ctx, {
        planId: args.planInfo.planId,
        countryCode: args.planInfo.countryCode ?? null,
        provider: args.gateway.provider,
        token: args.gateway.token ?? null,
        paymentMethodType: args.paymentMethodType,
        trialOverrideTime: args.trialOverrideTime ?? null,
        couponIds: args.couponIds ?? [],
        idempotencyKey: args.idempotencyKey,
        withoutTrial: args.withoutTrial ?? false,
        startAt: args.startAt ?? null,
        ipInfo: args.ipInfo ?? null,
      }),
  }),
);
