import { builder } from "../../../platform/graphql/builder.ts";
import { cancelReasons, cancelSubscription, pauseSubscription, takeMonthOff, undoCancel } from "./changes.ts";
import { advanceTestClock } from "../billing-cycle/test-clock.ts";
import { updatePaymentMethod } from "../payments/method-changes.ts";
import { changePlan, previewChange } from "./plan-changes.ts";
import type { PlanChange } from "./plan-changes.ts";
import { PaymentMethodTypeEnum, Plan, Subscription } from "../refs.ts";
import { withdraw } from "./withdrawal.ts";
import { resumeSubscription } from "./resume.ts";
import { ownSubscription, planOf } from "./subscriptions.ts";
import { InvoiceEstimateType } from "../plans/graphql.ts";
import { Gateway } from "./graphql.ts";

const amountShown =
  "The amount shown to the person, in minor units. AMOUNT_MISMATCH with the current `amountDue` if it is another.";

const CancelReasonEnum = builder.enumType("CancelReason", { values: cancelReasons });

const PlanChangeType = builder
  .objectRef<PlanChange & { readonly subscriptionId: string }>("PlanChange")
  .implement({
    description: "What changing to another plan would mean.",
    fields: (t) => ({
      plan: t.field({
        type: Plan,
        resolve: async ({ plan, subscriptionId }, _args, ctx) =>
          planOf(ctx, await ownSubscription(ctx, subscriptionId), plan.id),
      }),
      isImmediate: t.exposeBoolean("isImmediate", {
        description: "At once; otherwise with the next payment.",
      }),
      effectiveAt: t.expose("effectiveAt", { type: "DateTime" }),
      nextBillingAt: t.expose("nextBillingAt", { type: "DateTime", nullable: true }),
      prorationTime: t.expose("prorationTime", {
        type: "DateTime",
        nullable: true,
        description: "Sent back with the change, so that it charges this proration; valid for an hour.",
      }),
      invoiceEstimate: t.expose("estimate", {
        type: InvoiceEstimateType,
        description: "`amountDue` is charged now; the rest describes the invoice of `dueAt`.",
      }),
    }),
  });

builder.queryField("subscriptionChangePreview", (t) =>
  t.field({
    type: PlanChangeType,
    args: { id: t.arg.id({ required: true }), planId: t.arg.id({ required: true }) },
    resolve: async (_root, { id, planId }, ctx) => ({
      ...(await previewChange(ctx, id, planId)),
      subscriptionId: id,
    }),
  }),
);

builder.mutationFields((t) => ({
  subscriptionCancel: t.field({
    type: Subscription,
    args: {
      id: t.arg.id({ required: true }),
      atPeriodEnd: t.arg.boolean({ required: true }),
      reason: t.arg({ type: CancelReasonEnum }),
      comment: t.arg.string(),
    },
    resolve: (_root, { id, atPeriodEnd, reason, comment }, ctx) =>
      cancelSubscription(ctx, id, { atPeriodEnd, reason: reason ?? null, comment: comment ?? null }),
  }),
  subscriptionUndoCancel: t.field({
    type: Subscription,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => undoCancel(ctx, id),
  }),
  subscriptionPause: t.field({
    type: Subscription,
    args: { id: t.arg.id({ required: true }), months: t.arg.int({ required: true }) },
    resolve: (_root, { id, months }, ctx) => pauseSubscription(ctx, id, months),
  }),
  subscriptionResume: t.field({
    type: Subscription,
    args: { id: t.arg.id({ required: true }), amountDue: t.arg.int({ description: amountShown }) },
    resolve: (_root, { id, amountDue }, ctx) => resumeSubscription(ctx, id, amountDue ?? null),
  }),
  subscriptionChangePlan: t.field({
    type: Subscription,
    args: {
      id: t.arg.id({ required: true }),
      planId: t.arg.id({ required: true }),
      amountDue: t.arg.int({ description: amountShown }),
      prorationTime: t.arg({ type: "DateTime", description: "From the preview." }),
    },
    resolve: (_root, { id, planId, amountDue, prorationTime }, ctx) =>
      changePlan(ctx, id, planId, {
        amountDue: amountDue ?? null,
        prorationTime: prorationTime ?? null,
      }),
  }),
  subscriptionUpdatePaymentMethod: t.field({
    type: Subscription,
    args: {
      id: t.arg.id({ required: true }),
      gateway: t.arg({ type: Gateway, required: true }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, required: true }),
    },
    resolve: (_root, { id, gateway, paymentMethodType }, ctx) =>
      updatePaymentMethod(ctx, id, {
        provider: gateway.provider,
        token: gateway.token ?? null,
        type: paymentMethodType,
      }),
  }),
  subscriptionTakeMonthOff: t.field({
    type: Subscription,
    description: "The offer of a month off, as credit for the next payment; once in twelve months.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => takeMonthOff(ctx, id),
  }),
  subscriptionWithdraw: t.field({
    type: Subscription,
    description:
      "Withdraws from the contract within the legal period. What was paid goes back; see `withdrawal`.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => withdraw(ctx, id),
  }),
  advanceTestClock: t.field({
    type: "DateTime",
    description: "Moves billing's time ahead. Staff, with the test gateway alone.",
    args: { days: t.arg.int({ required: true }) },
    resolve: (_root, { days }, ctx) => advanceTestClock(ctx, days),
  }),
}));
