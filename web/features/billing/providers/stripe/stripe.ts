import { loadStripe } from "@stripe/stripe-js/pure";
import type { Appearance, Stripe, StripeError } from "@stripe/stripe-js";
import { colorAsRgb } from "../colors.ts";
import type { Confirmed, PaymentConfig } from "../provider.ts";

let loading: { key: string; stripe: Promise<Stripe | null> } | null = null;

/** Loads Stripe.js once. Null if it failed to load. */
export async function stripeFor(publishableKey: string): Promise<Stripe | null> {
  if (loading?.key !== publishableKey)
    loading = { key: publishableKey, stripe: loadStripe(publishableKey).catch(() => null) };
  const stripe = await loading.stripe;
  // A failed first load, such as offline, must not be cached.
  if (!stripe) loading = null;
  return stripe;
}

/** Maps a Stripe card error to the contract's code. INCOMPLETE: Stripe's fields show the error themselves. */
export function stripeCode({ type, code, decline_code: decline }: StripeError): string {
  if (type === "validation_error") return "INCOMPLETE";
  if (type === "api_connection_error") return "NETWORK";
  if (type === "rate_limit_error") return "RATE_LIMITED";
  if (decline === "insufficient_funds") return "INSUFFICIENT_FUNDS";
  switch (code) {
    case "expired_card":
      return "CARD_EXPIRED";
    case "incorrect_cvc":
      return "CARD_CVC_WRONG";
    case "payment_intent_authentication_failure":
    case "setup_intent_authentication_failure":
      return "PAYMENT_ACTION_REQUIRED";
    default:
      return type === "card_error" ? "CARD_DECLINED" : "PROVIDER_UNAVAILABLE";
  }
}

/**
 * Opens Stripe's window in which the person confirms the payment with their bank. The server decides the
 * subscription's state.
 */
export async function confirmWithStripe(
  { publishableKey }: PaymentConfig,
  clientSecret: string,
): Promise<Confirmed> {
  const stripe = publishableKey ? await stripeFor(publishableKey) : null;
  if (!stripe) return { code: "PROVIDER_UNAVAILABLE" };
  const { error } = await stripe.handleNextAction({ clientSecret });
  return error ? { code: stripeCode(error) } : { token: null };
}

/** Stripe's Appearance with this app's colors and fonts; Stripe's frames can't read the style sheets. */
export function stripeAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const variable = (name: string): string => colorAsRgb(style.getPropertyValue(name));
  return {
    theme: "flat",
    variables: {
      colorBackground: variable("--surface"),
      colorText: variable("--text"),
      colorTextSecondary: variable("--text-2"),
      colorTextPlaceholder: variable("--text-3"),
      colorDanger: variable("--danger"),
      colorPrimary: variable("--text"),
      borderRadius: "10px",
      fontFamily: "Instrument Sans, system-ui, sans-serif",
      fontSizeBase: getComputedStyle(document.documentElement).fontSize,
    },
    rules: { ".Input": { border: `1px solid ${variable("--edge")}` } },
  };
}
