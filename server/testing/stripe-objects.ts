import { randomUUID } from "node:crypto";
import type Stripe from "stripe";

/** Payment methods that Elements would have created, by behavior. */
export const stripeMethods = {
  good: "pm_good",
  declined: "pm_declined",
  poor: "pm_poor",
  confirms: "pm_confirms",
  failsLater: "pm_fails_later",
  applePay: "pm_apple",
  paypal: "pm_paypal",
} as const;

export type Charge = Pick<
  Stripe.Charge,
  "id" | "object" | "amount" | "amount_refunded" | "currency" | "status" | "created"
> & {
  payment_intent: string;
  metadata: Record<string, string>;
};
type IntentFields =
  | "id"
  | "status"
  | "client_secret"
  | "next_action"
  | "metadata"
  | "customer"
  | "created"
  | "livemode";
type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  IntentFields | "object" | "amount" | "amount_received" | "currency" | "last_payment_error"
> & {
  payment_method: string | null;
};
type SetupIntent = Pick<Stripe.SetupIntent, IntentFields | "object" | "last_setup_error"> & {
  payment_method: string | null;
};
export type Intent = PaymentIntent | SetupIntent;

export type Dispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "currency" | "status" | "reason" | "created"
> & {
  charge: string;
  payment_intent: string;
  evidence_details: { due_by: number | null };
};

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Allowed parameters of each call, besides `metadata[…]`. */
export const knownParameters: Record<string, readonly string[]> = {
  "POST /v1/customers": [],
  "POST /v1/payment_intents": [
    "amount",
    "currency",
    "customer",
    "payment_method",
    "payment_method_types[0]",
    "confirm",
    "return_url",
    "use_stripe_sdk",
    "description",
    "setup_future_usage",
    "off_session",
    "automatic_payment_methods[enabled]",
  ],
  "POST /v1/setup_intents": [
    "customer",
    "payment_method",
    "payment_method_types[0]",
    "confirm",
    "return_url",
    "use_stripe_sdk",
    "usage",
    "automatic_payment_methods[enabled]",
  ],
  "POST /v1/refunds": ["payment_intent", "amount", "metadata[refund]"],
};

/** An id without digits, so that none looks like a card number. */
export const idOf = (prefix: string): string =>
  `${prefix}_${randomUUID()
    .replaceAll("-", "")
    .slice(0, 24)
    .replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!)}`;
export const refuse = (status: number, error: object): Answer => ({ status, body: { error } });

/** A payment method by its id, which tells its kind; null for an id of another object. */
export const methodOf = (id: string): object | null => {
  if (!id.startsWith("pm_")) return null;
  const [, kind = ""] = id.split("_");
  const card = {
    brand: "visa",
    last4: "4242",
    exp_month: 12,
    exp_year: 2040,
    country: null,
    fingerprint: `fp_${id}`,
    wallet: kind === "apple" ? { type: "apple_pay" } : null,
  };
  const billing_details = { address: null, email: null, name: null, phone: null, tax_id: null };
  return kind === "paypal"
    ? { id, object: "payment_method", type: "paypal", billing_details, paypal: { payer_id: `payer_${id}` } }
    : { id, object: "payment_method", type: "card", billing_details, card };
};
