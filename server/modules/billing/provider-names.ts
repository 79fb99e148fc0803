/** The providers of the contract, with their display names. Which of them there are is in `providers/index.ts`. */
export const providerNames = {
  braintree: "Braintree",
  chargebee: "Chargebee",
  eightcount: "Test payments",
  revenuecat: "RevenueCat",
  stripe: "Stripe",
} as const;
export type SubscriptionProvider = keyof typeof providerNames;
export const subscriptionProviders = Object.keys(providerNames) as readonly SubscriptionProvider[];

/**
 * Confirmations: at a URL, by Stripe's script in the page, or by another provider's script, whose token is sent to the server.
 */
export const paymentActionTypes = ["redirect", "stripe_confirm", "client_confirm"] as const;
export type PaymentActionType = (typeof paymentActionTypes)[number];
