import { builder } from "../../../platform/graphql/builder.ts";
import { personLoader } from "../../identity/index.ts";
import { User } from "../../identity/refs.ts";
import { paymentUrlOf } from "../payments/at-provider.ts";
import type { DisputeRow } from "../payments/store-disputes.ts";
import type { UnansweredPaymentRow } from "../payments/store-open.ts";
import type { FailedRefundRow } from "../payments/store-refunds.ts";
import { providerNames } from "../provider-names.ts";
import type { SubscriptionProvider } from "../provider-names.ts";
import { StudioPayment } from "../refs.ts";
import { disputeStatuses } from "../rules/states.ts";

StudioPayment.implement({
  description: "A payment in the records of its provider.",
  fields: (t) => ({
    providerName: t.string({ resolve: ({ provider }) => providerNames[provider] }),
    ref: t.exposeString("ref", { description: "The provider’s reference." }),
    dashboardUrl: t.string({
      nullable: true,
      description: "Its page in the provider’s dashboard; null if it has none.",
      resolve: (payment, _args, ctx) => paymentUrlOf(ctx, payment),
    }),
  }),
});
/** The payment of a case; null if the provider never had it. */
const paymentOf = (found: { readonly provider: SubscriptionProvider; readonly paymentRef: string | null }) =>
  found.paymentRef === null ? null : { provider: found.provider, ref: found.paymentRef };

const DisputeStatusEnum = builder.enumType("DisputeStatus", { values: disputeStatuses });
export const Dispute = builder.objectRef<DisputeRow>("Dispute").implement({
  description: "A payment that the person disputed at their bank. `won` and `lost` are seen from the studio.",
  fields: (t) => ({
    id: t.id({ resolve: ({ ref }) => ref }),
    provider: t.exposeString("provider"),
    payment: t.field({ type: StudioPayment, nullable: true, resolve: paymentOf }),
    invoiceNumber: t.exposeString("invoiceNumber", { nullable: true }),
    amount: t.exposeInt("amount"),
    currencyCode: t.exposeString("currencyCode"),
    reason: t.exposeString("reason"),
    status: t.expose("status", { type: DisputeStatusEnum }),
    dueAt: t.expose("dueAt", {
      type: "DateTime",
      nullable: true,
      description: "Until when the provider accepts evidence.",
    }),
    openedAt: t.expose("openedAt", { type: "DateTime" }),
    member: t.field({
      type: User,
      nullable: true,
      description: "Null once the account is deleted.",
      resolve: ({ accountId }, _args, ctx) => personLoader(ctx).load(accountId),
    }),
  }),
});
export const FailedRefund = builder.objectRef<FailedRefundRow>("FailedRefund").implement({
  description: "A refund that didn't arrive. The invoice doesn't count it.",
  fields: (t) => ({
    id: t.exposeID("id"),
    invoiceNumber: t.exposeString("invoiceNumber", {
      nullable: true,
      description: "Null for a payment that paid for nothing.",
    }),
    payment: t.field({ type: StudioPayment, nullable: true, resolve: paymentOf }),
    amount: t.exposeInt("amount"),
    currencyCode: t.exposeString("currencyCode"),
    reason: t.exposeString("reason"),
    failure: t.exposeString("failure", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    member: t.field({
      type: User,
      nullable: true,
      resolve: ({ accountId }, _args, ctx) => personLoader(ctx).load(accountId),
    }),
  }),
});

export const UnansweredPayment = builder.objectRef<UnansweredPaymentRow>("UnansweredPayment").implement({
  description:
    "A payment whose result the provider hasn't reported yet. What it took is refunded once that is known.",
  fields: (t) => ({
    id: t.exposeID("id"),
    payment: t.field({ type: StudioPayment, nullable: true, resolve: paymentOf }),
    amount: t.exposeInt("amount"),
    currencyCode: t.exposeString("currencyCode"),
    since: t.expose("since", { type: "DateTime", description: "When it was given up." }),
    attempts: t.exposeInt("attempts", { description: "How often the provider was asked since." }),
    member: t.field({
      type: User,
      nullable: true,
      description: "Null once the account is deleted.",
      resolve: ({ accountId }, _args, ctx) => personLoader(ctx).load(accountId),
    }),
  }),
});
