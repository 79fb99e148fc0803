import { builder } from "../../../platform/graphql/builder.ts";
import { User } from "../../identity/refs.ts";
import { hasSubscription } from "../index.ts";
import type { PaymentAction } from "../ports.ts";
import { Plan, Provider, Subscription, SubscriptionStatusEnum } from "../refs.ts";
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
