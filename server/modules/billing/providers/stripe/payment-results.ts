import Stripe from "stripe";
import { BadInput } from "../../../../platform/errors.ts";
import { PaymentRefused, ProviderUnavailable } from "../../errors.ts";
import type { GatewayMethod, PaymentResult, PaymentMethodType } from "../../ports.ts";
import type { FailureCode } from "../../rules/dunning.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";
import { refusedBecause, wordsOf } from "../../payments/refused.ts";

/** The common part of both kinds of intent. */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Maps a bank's decline to the failure code of the contract. */
export function failureOf(error: { code?: string | null; decline_code?: string | null } | null): FailureCode {
  // The decline code is more specific than the error code.
  switch (error?.code === "card_declined" ? (error.decline_code ?? error.code) : error?.code) {
    case "insufficient_funds":
    case "withdrawal_count_limit_exceeded":
      return "INSUFFICIENT_FUNDS";
    case "expired_card":
    case "invalid_expiry_month":
    case "invalid_expiry_year":
      return "CARD_EXPIRED";
    case "incorrect_cvc":
    case "invalid_cvc":
      return "CARD_CVC_WRONG";
    case "authentication_required":
    case "authentication_not_handled":
    case "payment_intent_authentication_failure":
    case "setup_intent_authentication_failure":
      return "PAYMENT_ACTION_REQUIRED";
    default:
      return "CARD_DECLINED";
  }
}

/** Decline codes after which the same card never succeeds: the card networks forbid to try again. */
const hardDeclines: ReadonlySet<string> = new Set([
  "authentication_required",
  "card_not_supported",
  "do_not_try_again",
  "expired_card",
  "fraudulent",
  "incorrect_cvc",
  "incorrect_number",
  "invalid_account",
  "invalid_cvc",
  "invalid_expiry_month",
  "invalid_expiry_year",
  "invalid_number",
  "lost_card",
  "merchant_blacklist",
  "pickup_card",
  "restricted_card",
  "revocation_of_all_authorizations",
  "revocation_of_authorization",
  "security_violation",
  "stolen_card",
  "stop_payment_order",
  "transaction_not_allowed",
]);

type Decline = { code?: string | null; decline_code?: string | null } | null;

/** The result of a bank's decline. */
const declinedOf = (error: Decline, ref: string | null): PaymentResult => ({
  kind: "declined",
  ref,
  code: failureOf(error),
  isRetryable: ![error?.code, error?.decline_code].some((code) => code && hardDeclines.has(code)),
});

/**
 * The payment result of an error while charging. A 4xx is final; network faults, timeouts, 5xx, 409 (in use)
 * and 429 aren't, and neither are refused credentials, which say nothing about the payment.
 */
export function resultOfError(error: unknown): PaymentResult {
  if (!(error instanceof Stripe.errors.StripeError)) return { kind: "unknown", ref: null, cause: error };
  const ref = error.payment_intent?.id ?? error.setup_intent?.id ?? null;
  // A decline names its intent, so that later events of the intent apply to this payment.
  if (error instanceof Stripe.errors.StripeCardError) return declinedOf(error, ref);
  const status = error.statusCode ?? 0;
  const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 409, 425, 429].includes(status);
  if (!isFinal) return { kind: "unknown", ref: null, cause: error };
  return refusedBecause(error.code ?? error.type, wordsOf(error.message), ref);
}

/** The id of something that may be expanded. */
export const idOf = (found: string | { id: string } | null): string | null =>
  typeof found === "string" ? found : (found?.id ?? null);

/** The payment result of an intent. */
export function paymentResultOf(intent: Intent): PaymentResult {
  const ref = intent.id;
  switch (intent.status) {
    case "succeeded": {
      const methodRef = idOf(intent.payment_method);
      if (!methodRef) throw new Error("A succeeded intent has no payment method");
      return intent.object === "payment_intent"
        ? {
            kind: "succeeded",
            ref,
            methodRef,
            amount: intent.amount_received,
            currencyCode: intent.currency.toUpperCase(),
          }
        : { kind: "succeeded", ref, methodRef };
    }
    case "processing":
    case "requires_confirmation":
      return { kind: "unknown", ref };
    case "requires_action": {
      const url = intent.next_action?.redirect_to_url?.url ?? null;
      return {
        kind: "action_required",
        ref,
        action: url
          ? { type: "redirect", url, clientSecret: null }
          : { type: "stripe_confirm", url: null, clientSecret: intent.client_secret },
      };
    }
    case "canceled":
      return { kind: "declined", ref, code: "PAYMENT_ACTION_REQUIRED", isRetryable: true };
    default:
      return declinedOf(
        intent.object === "payment_intent" ? intent.last_payment_error : intent.last_setup_error,
        ref,
      );
  }
}

function typeOf({ type, card }: Stripe.PaymentMethod): PaymentMethodType {
  if (type === "paypal") return "paypal_express_checkout";
  if (card?.wallet?.type === "apple_pay") return "apple_pay";
  return card?.wallet?.type === "google_pay" ? "google_pay" : "card";
}

/** Maps a Stripe payment method to a gateway method. */
export function methodOf(method: Stripe.PaymentMethod): GatewayMethod {
  const { card } = method;
  const { country, postal_code: postcode } = method.billing_details.address ?? {};
  return {
    ref: method.id,
    type: typeOf(method),
    brand: card?.brand ?? method.type,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
    fingerprint: card?.fingerprint ?? method.paypal?.payer_id ?? null,
    countryCode: card?.country ?? method.paypal?.country ?? null,
    address: country ? { countryCode: country, postcode: postcode ?? null } : null,
  };
}

/** Stripe's answer about a payment method that is detached already. */
export const isDetached = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "payment_method_unexpected_state";

/** Stripe's answer about a customer that was deleted. */
export const isCustomerMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === "customer";

/** Runs a Stripe call and maps its errors. */
export async function asked<Answer extends { id?: string }>(
  field: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await call();
    // The SDK accepts a 404 without an error object as a response.
    if (typeof answer.id !== "string") throw new ProviderUnavailable();
    return answer;
  } catch (error) {
    throw meaningOf(error, field);
  }
}

/** Maps a Stripe error to a domain error. The original message is dropped, since it may quote the input. */
export function meaningOf(error: unknown, field: string): unknown {
  if (error instanceof Stripe.errors.StripeCardError) return new PaymentRefused(failureOf(error));
  // Sent too often, or a call with this key is in progress at Stripe.
  if (error instanceof Stripe.errors.StripeError && (error.statusCode === 409 || error.statusCode === 429))
    return new ProviderUnavailable(error);
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return new Error("An idempotency key was reused with another order");
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
    return new BadInput(field, inEnglish("Stripe knows no such payment method."));
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new Error(`Stripe refused the request: ${error.code ?? "invalid"} ${error.param ?? ""}`);
  return error instanceof Stripe.errors.StripeError ? new ProviderUnavailable(error) : error;
}
