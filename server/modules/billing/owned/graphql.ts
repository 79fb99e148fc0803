import { builder } from "../../../platform/graphql/builder.ts";
import { InvoiceStatusEnum } from "../invoices/graphql.ts";
import { statedOf, PlanInfo } from "../plans/graphql.ts";
import { PaymentMethodTypeEnum, Subscription } from "../refs.ts";
import type { OwnedIntent } from "../owner-ports.ts";
import { atProviderOf } from "./dashboard.ts";
import type { AtProvider } from "./dashboard.ts";
import { documentsOf } from "./documents.ts";
import type { LinkedDocument } from "./documents.ts";
import { createOwnedIntent } from "./intents.ts";

const BillingDocumentKind = builder.enumType("BillingDocumentKind", {
  values: ["credit_note", "invoice"] as const,
});
const BillingDocument = builder.objectRef<LinkedDocument>("BillingDocument").implement({
  description: "An invoice or a credit note that a provider wrote. Minor units.",
  fields: (t) => ({
    kind: t.expose("kind", { type: BillingDocumentKind }),
    ref: t.exposeString("ref", { description: "The provider's reference." }),
    number: t.exposeString("number"),
    issuedAt: t.expose("issuedAt", { type: "DateTime" }),
    status: t.expose("status", { type: InvoiceStatusEnum, nullable: true, description: "Of an invoice." }),
    amount: t.exposeInt("amount"),
    refunded: t.exposeInt("refunded", { description: "What of an invoice was taken back." }),
    currencyCode: t.exposeString("currencyCode"),
    url: t.exposeString("url", { description: "The document; the link works for an hour." }),
  }),
});
const AtProviderType = builder.objectRef<AtProvider>("SubscriptionAtProvider").implement({
  description: "A subscription in the records of the provider that owns it, for staff.",
  fields: (t) => ({
    providerName: t.exposeString("providerName"),
    ref: t.exposeString("ref"),
    dashboardUrl: t.exposeString("dashboardUrl", { nullable: true }),
    readAt: t.expose("readAt", { type: "DateTime", description: "When it was read last." }),
  }),
});

builder.objectFields(Subscription, (t) => ({
  documents: t.field({
    type: [BillingDocument],
    nullable: true,
    description:
      "Invoices and credit notes of the provider that owns it, newest first; null where there are none.",
    resolve: (found, _args, ctx) => documentsOf(ctx, found),
  }),
  atProvider: t.field({
    type: AtProviderType,
    nullable: true,
    description: "Staff alone see it; null for a subscription that the studio bills itself.",
    resolve: (found, _args, ctx) => atProviderOf(ctx, found),
  }),
}));

const ProviderIntent = builder.objectRef<OwnedIntent>("ProviderIntent").implement({
  description: "A payment that the provider's script confirms in the page. Its id is the token of `gateway`.",
  fields: (t) => ({
    id: t.exposeID("id"),
    data: t.exposeString("data", { description: "What the script needs, as JSON." }),
  }),
});

builder.mutationFields((t) => ({
  providerIntentCreate: t.field({
    type: ProviderIntent,
    description:
      "For a provider that owns subscriptions: a payment for what a plan costs now by the provider's estimate.",
    args: {
      planInfo: t.arg({ type: PlanInfo, required: true }),
      couponId: t.arg.string(),
      withoutTrial: t.arg.boolean({ description: "Paid at once, though a trial may be had." }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, required: true }),
    },
    resolve: (_root, { planInfo, couponId, withoutTrial, paymentMethodType }, ctx) =>
      createOwnedIntent(ctx, paymentMethodType, {
        ...statedOf(planInfo),
        couponId: couponId ?? null,
        withoutTrial: withoutTrial ?? false,
      }),
  }),
  providerIntentForSubscription: t.field({
    type: ProviderIntent,
    description: "The same for another way to pay for a subscription: nothing is charged.",
    args: {
      id: t.arg.id({ required: true }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, required: true }),
    },
    resolve: (_root, { id, paymentMethodType }, ctx) =>
      createOwnedIntent(ctx, paymentMethodType, { subscriptionId: id }),
  }),
}));
