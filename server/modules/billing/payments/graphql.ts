import { builder } from "../../../platform/graphql/builder.ts";
import { Subscription, PaymentMethodTypeEnum } from "../refs.ts";
import { Gateway } from "../subscriptions/graphql.ts";
import { payInvoice, refreshSubscription } from "./invoice-payments.ts";

builder.mutationFields((t) => ({
  invoicePay: t.field({
    type: Subscription,
    description:
      "Pays an open invoice now. AMOUNT_MISMATCH unless `amountInCents` is what is due; an invoice is paid once, however often it is called.",
    args: {
      id: t.arg.id({ required: true }),
      amountInCents: t.arg.int({ required: true }),
      gateway: t.arg({ type: Gateway, description: "Another payment method; the stored one without it." }),
      paymentMethodType: t.arg({ type: PaymentMethodTypeEnum, description: "Required with `gateway`." }),
    },
    resolve: (_root, { id, amountInCents, gateway, paymentMethodType }, ctx) =>
      payInvoice(ctx, id, {
        amount: amountInCents,
        method: gateway
          ? { provider: gateway.provider, token: gateway.token ?? null, type: paymentMethodType ?? "card" }
          : null,
      }),
  }),
  subscriptionRefresh: t.field({
    type: Subscription,
    description:
      "Asks the provider about a payment that waits for the person. Call it after a confirmation: webhooks may be late.",
    args: {
      id: t.arg.id({ required: true }),
      token: t.arg.string({
        description: "What the provider's script made in the page, for an action of type `client_confirm`.",
      }),
    },
    resolve: (_root, { id, token }, ctx) => refreshSubscription(ctx, id, token ?? null),
  }),
}));
