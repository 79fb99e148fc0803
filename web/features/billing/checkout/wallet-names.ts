import type { TestWallet } from "../../../../contract/card-field.ts";

/** Names of the wallets; proper names, not translated. */
export const walletNames: Record<TestWallet, string> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  paypal_express_checkout: "PayPal",
};
