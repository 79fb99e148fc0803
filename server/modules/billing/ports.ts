import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../ctx.ts";
import type { PaymentActionType, SubscriptionProvider } from "./provider-names.ts";
import type { HeldSubscriptions } from "./held-ports.ts";
import type { FailureCode } from "./rules/dunning.ts";
import type { ProviderKeys } from "./provider-keys.ts";

export type { SubscriptionProvider };

export const paymentMethodTypes = ["apple_pay", "card", "google_pay", "paypal_express_checkout"] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** A payment method as a provider stores it. Never contains a card number. */
export interface GatewayMethod {
  /** The provider's reference. */
  readonly ref: string;
  readonly type: PaymentMethodType;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
  /** Identical for the same card across accounts; null if the provider has none. */
  readonly fingerprint: string | null;
  /** ISO 3166-1 alpha-2 code of the issuer's country. */
  readonly countryCode: string | null;
  /** What the client's own payment was made for, if the token is one; amount 0 stores a payment method. */
  readonly intent?: { readonly amount: number; readonly currencyCode: string | null };
  /** The billing address, if given. */
  readonly address: { readonly countryCode: string; readonly postcode: string | null } | null;
}

/** What the person must do before a payment continues. */
export interface PaymentAction {
  readonly type: PaymentActionType;
  readonly url: string | null;
  readonly clientSecret: string | null;
}

/**
 * What a provider answers about a payment. `ref` is the provider's reference. Only an unknown result is asked
 * again.
 */
export type PaymentResult =
  | {
      readonly kind: "succeeded";
      readonly ref: string;
      readonly methodRef: string;
      /** The charged amount, if the provider reports it; compared with the order. */
      readonly amount?: number;
      readonly currencyCode?: string;
    }
  | { readonly kind: "action_required"; readonly ref: string; readonly action: PaymentAction }
  /** The bank said no. `isRetryable`: the same method may succeed later. */
  | {
      readonly kind: "declined";
      readonly ref: string | null;
      readonly code: FailureCode;
      readonly isRetryable: boolean;
    }
  /** The provider won't take this payment as it was asked, whatever the bank says. */
  | {
      readonly kind: "refused";
      readonly ref: string | null;
      /** The provider's own code and words, for the operator. */
      readonly providerCode: string;
      readonly providerMessage: string;
    }
  /** No answer, or none yet. With `ref` the provider has the payment and is working on it. */
  | { readonly kind: "unknown"; readonly ref: string | null; readonly cause?: unknown };

export interface ChargeOrder {
  /** Idempotency key: the same key is the same payment. */
  readonly key: string;
  readonly accountId: string;
  /** The provider's customer that keeps the payment method; null for the account's own. */
  readonly customer: string | null;
  /** A token from the client, or the reference of a stored payment method. */
  readonly source: string;
  readonly type: PaymentMethodType;
  /** Minor units; 0 stores the payment method without a charge. */
  readonly amount: number;
  readonly currencyCode: string;
  readonly description: string;
  /** Whether the person is present to confirm (on-session). */
  readonly isPersonPresent: boolean;
  /** Absolute URL to which the person returns after an external confirmation. */
  readonly returnUrl: string;
}

export interface RefundOrder {
  readonly key: string;
  /** The reference of the payment. */
  readonly ref: string;
  readonly amount: number;
}

/** What the web client needs to take a payment. URLs are absolute. */
export interface ClientConfig {
  readonly publishableKey: string;
  /** The studio's site at the provider, if its script asks for one. */
  readonly site?: string;
  /** The studio's registration at Google, which Google Pay asks for in production. */
  readonly googleMerchantId?: string | null;
  /** Endpoint that turns a card into a token. */
  readonly tokenUrl: string | null;
  /** A page with the card fields, for an iframe. */
  readonly cardFieldUrl: string | null;
  readonly wallets: readonly PaymentMethodType[];
}

/**
 * What a provider's event is about, in our words. Except for sums that only the event tells, it is an occasion to
 * ask for the payment's present state.
 */
export type ProviderEventKind =
  | "payment_succeeded"
  | "payment_failed"
  | "payment_changed"
  | "refund_updated"
  | "refund_failed"
  | "dispute_opened"
  | "dispute_updated"
  | "dispute_closed"
  | "fraud_warning"
  | "method_detached"
  | "other";

/** A provider's event as stored: references and amounts, no personal or card data. */
export interface ProviderEvent {
  readonly provider: SubscriptionProvider;
  /** The provider's event id, identical in every delivery. */
  readonly eventId: string;
  /** The provider's own name of the event. */
  readonly type: string;
  readonly kind: ProviderEventKind;
  /** The provider's reference of the payment, and our key; null if the event names none. */
  readonly ref: string | null;
  readonly key: string | null;
  /** Everything refunded of the payment so far, in minor units, if the event tells. */
  readonly refunded?: number;
  /** Our key of the refund, and the provider's reference of the dispute, if the event is about one. */
  readonly refundKey?: string;
  readonly disputeRef?: string;
  /** The customers that the event of an owner of subscriptions is about. */
  readonly customers?: readonly string[];
}

/** A payment that the person disputed at their bank, in the provider's records. */
export interface HeldDispute {
  readonly ref: string;
  readonly paymentRef: string;
  readonly amount: number;
  readonly currencyCode: string;
  /** The bank's word for it: fraudulent, duplicate, product_not_received and others. */
  readonly reason: string;
  /** Seen from us. A warning without a loss counts as won. */
  readonly status: "open" | "won" | "lost";
  /** Until when evidence is accepted. */
  readonly dueAt: Date | null;
  readonly openedAt: Date;
}

/** A payment in the provider's records, for the nightly reconciliation. */
export interface HeldPayment {
  readonly ref: string;
  readonly key: string | null;
  readonly amount: number;
  readonly currencyCode: string;
  readonly refunded: number;
}

/**
 * A payment provider: stores payment methods and moves money. Terms, invoices and dunning are handled by
 * billing itself.
 */
export interface Gateway {
  readonly provider: SubscriptionProvider;
  /** Display name. */
  readonly name: string;
  /** Whether this is a test gateway, which moves no money. */
  readonly isTest: boolean;
  /** The page of a payment in the provider's dashboard. Absent if it has none. */
  paymentUrl?(ref: string): string;
  /** A token of a demo account's card, which pays or is declined when charged. Test gateways only. */
  demoToken?(ctx: Ctx, pays: boolean): Promise<string>;
  /** Opens a dispute of a demo account's payment, as its bank would. Test gateways only. @returns its reference */
  demoDispute?(ctx: Ctx, paymentRef: string, dueAt: Date): Promise<string>;
  clientConfig(publicUrl: string): ClientConfig;
  /**
   * A short-lived key for the provider's script in the page, for payments in a currency. Absent if it needs none.
   * @param currencyCode null where nothing is charged
   * @throws ProviderUnavailable also for a currency that isn't taken
   */
  clientToken?(currencyCode: string | null): Promise<string>;
  /**
   * Registers the routes that the provider calls, such as webhooks. Other resources close with the server.
   */
  routes?(server: FastifyInstance, ctx: Ctx): Promise<void>;
  /** Origins that the web client may frame, load scripts from and connect to. */
  origins(publicUrl: string): {
    readonly frame: readonly string[];
    readonly script: readonly string[];
    readonly connect: readonly string[];
  };
  /**
   * The payment method of a token that the account holds.
   * @throws BadInput for an unknown token or another account's, PaymentRefused, ProviderUnavailable
   */
  retrieveMethod(ctx: Ctx, token: string, accountId: string): Promise<GatewayMethod>;
  /** Charges, or stores a payment method. Idempotent by key: an unknown result is asked again with the same one. */
  charge(ctx: Ctx, order: ChargeOrder): Promise<PaymentResult>;
  /** Finds the payment of a key that is too old to be retried; null if there is none. */
  find(ctx: Ctx, order: Pick<ChargeOrder, "key" | "accountId">): Promise<PaymentResult | null>;
  /**
   * Charges a payment that waits for the person, with the token that their confirmation made in the page. Idempotent
   * by key. Absent if the provider takes the confirmation itself.
   */
  confirm?(ctx: Ctx, order: ChargeOrder, token: string): Promise<PaymentResult>;
  /**
   * The current status of a payment.
   * @param about.isPersonPresent whether the person is there to act. Otherwise one that waits for them may be "unknown"
   */
  retrievePayment(
    ctx: Ctx,
    ref: string,
    about?: { readonly isPersonPresent: boolean },
  ): Promise<PaymentResult>;
  /**
   * Cancels an unconfirmed payment.
   * @returns its status afterwards, which may be succeeded
   */
  cancelPayment(ctx: Ctx, ref: string): Promise<PaymentResult>;
  /**
   * Creates an intent that the client confirms itself; amount 0 only stores a payment method. Absent if the
   * provider has no intents.
   */
  createIntent?(
    ctx: Ctx,
    order: { accountId: string; amount: number; currencyCode: string },
  ): Promise<{ id: string; clientSecret: string }>;
  /** The smallest amount that can be charged in a currency, in minor units. Less than that isn't taken. */
  minCharge(currencyCode: string): number;
  /**
   * Refunds a payment. Idempotent by key.
   * @throws RefundRefused if the provider won't; ProviderUnavailable if the result is unknown
   */
  refund(ctx: Ctx, order: RefundOrder): Promise<void>;
  /** The present state of a dispute; null if there is none. Absent if the provider has no disputes. */
  dispute?(ctx: Ctx, ref: string): Promise<HeldDispute | null>;
  /** Disputes that were opened between two moments, for reconciliation. */
  listDisputes?(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldDispute>;
  /** References of payments with a refund that was made between two moments, for reconciliation. */
  listRefunded?(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment>;
  /**
   * Removes a stored payment method from the provider's records; one that is gone already is no error.
   * @throws ProviderUnavailable
   */
  detach(ctx: Ctx, ref: string): Promise<void>;
  /** Deletes a customer at the provider. Absent if the provider stores no customers. */
  deleteCustomer?(ctx: Ctx, customer: string): Promise<void>;
  /** Absent if the provider has no subscriptions of its own. */
  readonly heldSubscriptions?: HeldSubscriptions;
  /** Payments that succeeded between two moments, for reconciliation. */
  listPayments(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment>;
}

/** The configured gateways. */
export interface Gateways {
  readonly all: readonly Gateway[];
  /** The provider of new subscriptions; a name to show even if none is configured. */
  readonly provider: SubscriptionProvider;
  /** The gateway for new subscriptions; null if none is configured. */
  readonly current: Gateway | null;
  /**
   * The gateway of an existing subscription.
   * @throws ProviderUnavailable if it is no longer configured
   */
  of(provider: SubscriptionProvider): Gateway;
  /** Asks the provider of new subscriptions once with our keys; null without one that has keys. */
  checkKeys(): Promise<ProviderKeys | null>;
}

/** Port of a register of VAT ids. */
export interface VatRegister {
  /** Whether a VAT id is registered; "unknown" if the register doesn't answer. */
  check(vatId: string): Promise<"valid" | "invalid" | "unknown">;
}
