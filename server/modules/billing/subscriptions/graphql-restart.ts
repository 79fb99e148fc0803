import { builder } from "../../../platform/graphql/builder.ts";
import { restartOf, restartSubscription } from "../checkout/restart.ts";
import type { RestartOffer } from "../checkout/restart.ts";
import { redeemCoupon } from "../coupons/redeem.ts";
import { Plan, Subscription } from "../refs.ts";
import { PaymentMethod } from "./graphql.ts";
import { startNow, startNowAmount } from "./start-now.ts";
import { planOf } from "./subscriptions.ts";

const Restart = builder.objectRef<RestartOffer>("RestartOffer").implement({
  description: "What restarting an ended subscription means, at today's price.",
  fields: (t) => ({
    plan: t.field({
      type: Plan,
      resolve: async ({ subscription, plan }, _args, ctx) => ({
        ...(await planOf(ctx, subscription, plan.id)),
        amount: plan.amount,
      }),
    }),
    amountDue: t.exposeInt("amountDue", { description: "Charged now, in minor units; credit is taken off." }),
    paymentMethod: t.expose("method", { type: PaymentMethod }),
    consentVersion: t.exposeString("consentVersion", {
      nullable: true,
      description: "The text about an immediate start that must be accepted, where law asks for it.",
    }),
  }),
});

builder.objectFields(Subscription, (t) => ({
  restart: t.field({
    type: Restart,
    nullable: true,
    description:
      "The offer to restart it with its payment method; null unless it is the last one and has ended.",
    resolve: (found, _args, ctx) => restartOf(ctx, found),
  }),
  startNowAmount: t.int({
    nullable: true,
    description: "What ending the trial and paying now charges, in minor units; null outside a trial.",
    resolve: (found, _args, ctx) => startNowAmount(ctx, found),
  }),
}));

const amountShown =
  "The amount shown to the person, in minor units. AMOUNT_MISMATCH with the current `amountDue` if it is another.";
builder.mutationFields((t) => ({
  subscriptionRestart: t.field({
    type: Subscription,
    description:
      "Begins a new subscription like an ended one, with its payment method. Charged once per key.",
    args: {
      id: t.arg.id({ required: true }),
      amountDue: t.arg.int({ required: true, description: amountShown }),
      idempotencyKey: t.arg.string({ required: true }),
      consentVersion: t.arg.string({ description: "From the offer, once the person accepted the text." }),
    },
    resolve: (_root, { id, amountDue, idempotencyKey, consentVersion }, ctx) =>
      restartSubscription(ctx, id, { amountDue, idempotencyKey, consentVersion: consentVersion ?? null }),
  }),
  subscriptionRedeemCoupon: t.field({
    type: Subscription,
    description: "Redeems a promo code for a running subscription, from its next invoice on.",
    args: { id: t.arg.id({ required: true }), couponId: t.arg.id({ required: true }) },
    resolve: (_root, { id, couponId }, ctx) => redeemCoupon(ctx, id, couponId),
  }),
  subscriptionStartNow: t.field({
    type: Subscription,
    description: "Ends the trial and begins the paid plan now. A refused payment leaves the trial as it is.",
    args: {
      id: t.arg.id({ required: true }),
      amountDue: t.arg.int({ required: true, description: amountShown }),
    },
    resolve: (_root, { id, amountDue }, ctx) => startNow(ctx, id, amountDue),
  }),
}));
