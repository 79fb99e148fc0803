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

/** The confirmations of the contract: at a URL, or by the provider's script in the page. */
export const paymentActionTypes = ["redirect", "stripe_confirm"] as const;
export type PaymentActionType = (typeof paymentActionTypes)[number];
