import type { Gateway } from "../../ports.ts";

/**
 * What Braintree's script in the page loads and calls: its own hosts, those of PayPal and Google, and Cardinal's, which
 * asks the bank.
 */
export function originsOf(environment: "production" | "sandbox"): ReturnType<Gateway["origins"]> {
  const isSandbox = environment === "sandbox";
  const infix = isSandbox ? "sandbox." : "";
  const paypal = ["https://www.paypal.com", ...(isSandbox ? ["https://www.sandbox.paypal.com"] : [])];
  return {
    frame: [
      "https://assets.braintreegateway.com",
      "https://*.cardinalcommerce.com",
      "https://pay.google.com",
      ...paypal,
    ],
    script: [
      "https://assets.braintreegateway.com",
      "https://js.braintreegateway.com",
      `https://songbird${isSandbox ? "stag" : ""}.cardinalcommerce.com`,
      "https://pay.google.com",
      "https://www.paypalobjects.com",
      ...paypal,
    ],
    connect: [
      `https://api.${infix}braintreegateway.com`,
      `https://client-analytics.${infix}braintreegateway.com`,
      `https://payments.${infix}braintree-api.com`,
      "https://*.cardinalcommerce.com",
      "https://pay.google.com",
      ...paypal,
    ],
  };
}
