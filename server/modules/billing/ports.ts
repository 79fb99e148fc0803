import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../ctx.ts";
import type { FailureCode } from "./rules/dunning.ts";

export const subscriptionProviders = [
  "braintree",
  "chargebee",
  "eightcount",
  "revenuecat",
  "stripe",
] as const;
export type SubscriptionProvider = (typeof subscriptionProviders)[number];

export const paymentMethodTypes = ["apple_pay", "card", "google_pay", "paypal_express_checkout"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** A way to pay as a provider keeps it. Never a number. */
export interface GatewayMethod {
  /** What the provider calls it. */
  readonly ref: string;
  readonly type: PaymentMethodType;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  /** The same for the same card, whoever gives it; null where the provider has none. */
  readonly fingerprint: string | null;
  /** ISO 3166-1 alpha-2 of the issuer. */
  readonly countryCode: string | null;
  /** Of the bill, as far as somebody gave one. */
  readonly address: { readonly countryCode: string; readonly postcode: string | null } | null;
}

/** What the person must do before a payment goes on. */
export interface PaymentAction {
  readonly type: "redirect" | "stripe_confirm";
  readonly url: string | null;
  readonly clientSecret: string | null;
}

/** How a payment stands with its provider. `ref` is the provider's name for it. */
export type PaymentResult =
  | {
      readonly kind: "succeeded";
      readonly ref: string;
      readonly methodRef: string;
      /** What was taken, where the provider says it: compared with what was asked for. */
      readonly amount?: number;
      readonly currencyCode?: string;
    }
  | { readonly kind: "action_required"; readonly ref: string; readonly action: PaymentAction }
  | { readonly kind: "processing"; readonly ref: string }
  | { readonly kind: "failed"; readonly ref: string | null; readonly code: FailureCode };

export interface CollectOrder {
  /** The same key is the same payment, however often it is asked for. */
  readonly key: string;
  readonly accountId: string;
  /** A token that the client got, or the ref of a kept method. */
  readonly source: string;
  readonly type: PaymentMethodType;
  /** Minor units; 0 keeps the method without charging it. */
  readonly amount: number;
  readonly currencyCode: string;
  readonly description: string;
  /** Whether somebody is there to confirm. */
  readonly isPersonPresent: boolean;
  /** Where the person comes back to after confirming elsewhere; absolute. */
  readonly returnUrl: string;
}

export interface RefundOrder {
  readonly key: string;
  /** The payment's ref. */
  readonly ref: string;
  readonly amount: number;
}

/** What the web needs to take a payment. URLs are absolute. */
export interface ClientConfig {
  readonly publishableKey: string;
  /** Where a card is turned into a token. */
  readonly tokenUrl: string | null;
  /** A page with the card's fields, for an iframe. */
  readonly cardFieldUrl: string | null;
  readonly wallets: readonly PaymentMethodType[];
}

/** A payment that the provider holds, for the nightly comparison. */
export interface HeldPayment {
  readonly ref: string;
  readonly key: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  readonly refunded: number;
}

/** A provider of payments: keeps methods and moves money. Everything else, terms, invoices, dunning, is the ledger's. */
export interface Gateway {
  readonly provider: SubscriptionProvider;
  /** The name that people know it by. */
  readonly name: string;
  /** No money moves. */
  readonly isTest: boolean;
  clientConfig(publicUrl: string): ClientConfig;
  /** Adds the routes that the provider calls, such as webhooks; what else it opens closes with the server. */
  routes?(server: FastifyInstance, ctx: Ctx): Promise<void>;
  /** Origins that the web may frame, load code from and speak to. */
  origins(publicUrl: string): {
    readonly frame: readonly string[];
    readonly script: readonly string[];
    readonly connect: readonly string[];
  };
  /** What a token stands for. @throws BadInput for what is none, PaymentRefused, ProviderUnavailable */
  describe(ctx: Ctx, token: string): Promise<GatewayMethod>;
  /** Charges, or keeps. @throws ProviderUnavailable when the outcome isn't known: ask again with the same key */
  collect(ctx: Ctx, order: CollectOrder): Promise<PaymentResult>;
  /** The payment that a key made, when it was too long ago to ask for it again; null when it made none. */
  find(ctx: Ctx, key: string): Promise<PaymentResult | null>;
  /** How a payment stands. */
  look(ctx: Ctx, ref: string): Promise<PaymentResult>;
  /** Gives up a payment that wasn't confirmed. @returns how it stands after that: it may have succeeded meanwhile */
  abandon(ctx: Ctx, ref: string): Promise<PaymentResult>;
  /** An intent that the client confirms itself, 0 to keep a method alone; absent where there is no such thing. */
  createIntent?(
    ctx: Ctx,
    order: { accountId: string; amount: number; currencyCode: string },
  ): Promise<{ id: string; clientSecret: string }>;
  refund(ctx: Ctx, order: RefundOrder): Promise<void>;
  /** Forgets a customer by the provider's name; absent where customers aren't kept. */
  forget?(ctx: Ctx, customer: string): Promise<void>;
  /** Payments that succeeded between two moments, for the comparison. */
  listPayments(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment>;
}

/** The configured gateways. */
export interface Gateways {
  readonly all: readonly Gateway[];
  /** The one that new subscriptions are paid by; null when none is configured. */
  readonly current: Gateway | null;
  /** The gateway of a subscription that exists. @throws ProviderUnavailable when it is no longer configured */
  of(provider: SubscriptionProvider): Gateway;
}
