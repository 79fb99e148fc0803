import { lazy } from "react";
import type { EnumValue } from "../../../graphql/graphql.ts";
import type { PaymentProvider } from "./provider.ts";

/** The providers that take payments in the browser, each a folder and an entry here. Their code loads when it is shown. */
export const paymentProviders: Partial<Record<EnumValue<"SubscriptionProvider">, PaymentProvider>> = {
  stripe: {
    Methods: lazy(async () => ({ default: (await import("./stripe/methods.tsx")).StripeMethods })),
    confirm: async (config, clientSecret) =>
      (await import("./stripe/stripe.ts")).confirmWithStripe(config, clientSecret),
  },
  braintree: {
    Methods: lazy(async () => ({ default: (await import("./braintree/methods.tsx")).BraintreeMethods })),
    // The bank is asked before the token is made, and again about a stored card.
    confirm: async (_config, clientSecret, client) =>
      (await import("./braintree/braintree.ts")).confirmStoredCard(client, clientSecret),
  },
  chargebee: {
    Methods: lazy(async () => ({ default: (await import("./chargebee/methods.tsx")).ChargebeeMethods })),
    // The bank is asked before the subscription begins.
    confirm: null,
  },
  eightcount: {
    Methods: lazy(async () => ({ default: (await import("./eightcount/methods.tsx")).TestMethods })),
    confirm: null,
  },
};
