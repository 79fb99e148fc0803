import { builder } from "../../../platform/graphql/builder.ts";
import { createPaymentIntent, createSetupIntent } from "./intents.ts";
import type { ClientIntent } from "./intents.ts";

/** The contract names these fields after one provider. They work for every provider whose clients make payments. */
const StripeIntentType = builder.objectRef<ClientIntent>("StripeIntent").implement({
  fields: (t) => ({ id: t.exposeID("id"), clientSecret: t.exposeString("clientSecret") }),
});

builder.queryFields((t) => ({
  generateStripePaymentIntent: t.field({
    type: StripeIntentType,
    args: { amountInCents: t.arg.int({ required: true }) },
    resolve: (_root, { amountInCents }, ctx) => createPaymentIntent(ctx, amountInCents),
  }),
  generateStripeExpressCheckoutPaymentIntent: t.field({
    type: StripeIntentType,
    args: { amountInCents: t.arg.int({ required: true }) },
    resolve: (_root, { amountInCents }, ctx) => createPaymentIntent(ctx, amountInCents),
  }),
  generateStripeExpressCheckoutSetupIntent: t.field({
    type: StripeIntentType,
    resolve: (_root, _args, ctx) => createSetupIntent(ctx),
  }),
}));
