import Stripe from "stripe";
import { BadInput } from "../../../../platform/errors.ts";
import { PaymentRefused, ProviderUnavailable } from "../../errors.ts";
import type { GatewayMethod, PaymentResult, PaymentMethodType } from "../../ports.ts";
import type { FailureCode } from "../../rules/dunning.ts";

/** What both kinds of intent have in common. */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** What a bank's refusal is in the contract's words. */
export function failureOf(error: { code?: string | null; decline_code?: string | null } | null): FailureCode {
  // The bank's own word goes before the kind of error that it comes in.
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

const idOf = (found: string | { id: string } | null): string | null =>
  typeof found === "string" ? found : (found?.id ?? null);

/** How an intent stands. */
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
      return { kind: "processing", ref };
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
      return { kind: "failed", ref, code: "PAYMENT_ACTION_REQUIRED" };
    default:
      return {
        kind: "failed",
        ref,
        code: failureOf(
          intent.object === "payment_intent" ? intent.last_payment_error : intent.last_setup_error,
        ),
      };
  }
}

function typeOf({ type, card }: Stripe.PaymentMethod): PaymentMethodType {
  if (type === "paypal") return "paypal_express_checkout";
  if (card?.wallet?.type === "apple_pay") return "apple_pay";
  return card?.wallet?.type === "google_pay" ? "google_pay" : "card";
}

/** A payment method as the ledger keeps it. */
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

/** Runs a call, and gives what Stripe's errors mean. */
export async function asked<Answer extends { id?: string }>(
  field: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await call();
    // The SDK takes a 404 without an error object for an answer.
    if (typeof answer.id !== "string") throw new ProviderUnavailable();
    return answer;
  } catch (error) {
    throw meaningOf(error, field);
  }
}

/** What an error of Stripe's means to us. Its own text isn't passed on: it may quote what was sent. */
export function meaningOf(error: unknown, field: string): unknown {
  if (error instanceof Stripe.errors.StripeCardError) return new PaymentRefused(failureOf(error));
  // A call with this key is still under way there: its outcome isn't known yet.
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
    return new ProviderUnavailable(error);
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return new Error("A payment's key came again with another order");
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
    return new BadInput(field, "Stripe knows no such payment method.");
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new Error(`Stripe refused the request: ${error.code ?? "invalid"} ${error.param ?? ""}`);
  return error instanceof Stripe.errors.StripeError ? new ProviderUnavailable(error) : error;
}
