import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import Stripe from "stripe";
import type { Ctx } from "../../../../ctx.ts";
import type { Config } from "../../../../platform/config/index.ts";
import { BadInput } from "../../../../platform/errors.ts";
import { ProviderUnavailable, RefundRefused } from "../../errors.ts";
import { disputeOf, heldDisputes, heldPayments, heldRefunds } from "./held.ts";
import type {
  ClientConfig,
  ChargeOrder,
  Gateway,
  GatewayMethod,
  HeldDispute,
  HeldPayment,
  PaymentResult,
  RefundOrder,
} from "../../ports.ts";
import { refusedBecause } from "../../payments/refused.ts";
import { deleteCustomer, findCustomer, findOrCreateCustomer } from "../store.ts";
import { createStripe, type StripeSettings } from "./client.ts";
import { registerStripeWebhooks } from "./http.ts";
import {
  asked,
  isCustomerMissing,
  isDetached,
  meaningOf,
  methodOf,
  paymentResultOf,
  resultOfError,
} from "./payment-results.ts";
import type { Intent } from "./payment-results.ts";
import { minChargeOf } from "./min-charges.ts";
import { StripeSubscriptions } from "./subscriptions.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";

const isIntent = (token: string): boolean => /^(pi|seti)_/.test(token);

/** What an intent was created for. */
const orderOf = (intent: Intent): { amount: number; currencyCode: string | null } =>
  intent.object === "payment_intent"
    ? { amount: intent.amount, currencyCode: intent.currency.toUpperCase() }
    : { amount: 0, currencyCode: null };

/** The gateway, if Stripe's keys are set. */
export const createStripeGateway = (config: Config): Gateway | null =>
  config.stripe && new StripeGateway(config.stripe);

/**
 * Stripe: cards, Apple Pay, Google Pay and PayPal through Elements. Customers store payment methods; intents
 * move money.
 */
export class StripeGateway implements Gateway {
  readonly provider = "stripe";
  readonly name = "Stripe";
  readonly isTest = false;
  readonly minCharge = minChargeOf;
  readonly stripe: Stripe;
  readonly heldSubscriptions: StripeSubscriptions;
  readonly webhookSecrets: readonly string[];
  readonly #publishableKey: string;

  constructor(settings: StripeSettings) {
    this.stripe = createStripe(settings);
    this.heldSubscriptions = new StripeSubscriptions(this.stripe);
    this.webhookSecrets = settings.webhookSecrets;
    this.#publishableKey = settings.publishableKey;
  }

  routes(server: FastifyInstance, ctx: Ctx): Promise<void> {
    return registerStripeWebhooks(server, ctx, this);
  }

  paymentUrl(ref: string): string {
    const mode = this.#publishableKey.startsWith("pk_test_") ? "test/" : "";
    return `https://dashboard.stripe.com/${mode}payments/${encodeURIComponent(ref)}`;
  }

  clientConfig(): ClientConfig {
    return {
      publishableKey: this.#publishableKey,
      tokenUrl: null,
      cardFieldUrl: null,
      wallets: ["apple_pay", "google_pay", "paypal_express_checkout"],
    };
  }

  origins(): { frame: string[]; script: string[]; connect: string[] } {
    return {
      frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
      script: ["https://js.stripe.com", "https://*.js.stripe.com"],
      connect: ["https://api.stripe.com"],
    };
  }

  async retrieveMethod(_ctx: Ctx, token: string, accountId: string): Promise<GatewayMethod> {
    if (!isIntent(token)) return methodOf(await this.#method(token));
    const intent = await this.#intent(token, true);
    if (intent.metadata?.["accountId"] !== accountId)
      throw new BadInput(
        "gateway.token",
        inEnglish("This payment belongs to another account. Start a new one."),
      );
    if (!intent.payment_method || typeof intent.payment_method === "string")
      throw new BadInput("gateway.token", inEnglish("Add a payment method to this payment first."));
    // The intent's id is the reference, so that later calls can retrieve it.
    return { ...methodOf(intent.payment_method), ref: token, intent: orderOf(intent) };
  }

  async charge(ctx: Ctx, order: ChargeOrder): Promise<PaymentResult> {
    try {
      return isIntent(order.source)
        ? await this.#takeOver(ctx, order)
        : await this.#confirm(ctx, order, order.source);
    } catch (error) {
      // Asked before with other words, such as another return URL: the first request counts.
      if (error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400)
        return this.#firstOf(ctx, order);
      const result = resultOfError(error);
      // Deleted in Stripe's dashboard. The next payment makes a new one.
      if (isCustomerMissing(error) && !order.customer)
        await deleteCustomer(ctx.db, order.accountId, this.provider);
      return result;
    }
  }

  async find(ctx: Ctx, order: { key: string; accountId: string }): Promise<PaymentResult | null> {
    try {
      const intent = await this.#find(ctx, order);
      return intent && paymentResultOf(intent);
    } catch (error) {
      return { kind: "unknown", ref: null, cause: error };
    }
  }

  /**
   * The payment of a key that was used with another request.
   * @throws Error if it is for another amount, which is a bug
   */
  async #firstOf(ctx: Ctx, order: ChargeOrder): Promise<PaymentResult> {
    const intent = await this.#find(ctx, order);
    if (intent?.object === "payment_intent" && intent.amount !== order.amount)
      throw new Error("An idempotency key was reused with another order");
    return intent ? paymentResultOf(intent) : { kind: "unknown", ref: null };
  }

  /** Reads the customer's lists, since Stripe's search lags behind and doesn't know setup intents. */
  async #find(ctx: Ctx, { key, accountId }: { key: string; accountId: string }): Promise<Intent | null> {
    const customer = await findCustomer(ctx.db, accountId, this.provider);
    if (!customer) {
      const query = `metadata["key"]:"${key}"`;
      return (await this.stripe.paymentIntents.search({ query, limit: 1 })).data[0] ?? null;
    }
    const page = { customer, limit: 100 };
    for await (const intent of this.stripe.paymentIntents.list(page))
      if (intent.metadata["key"] === key) return intent;
    for await (const intent of this.stripe.setupIntents.list(page))
      if (intent.metadata?.["key"] === key) return intent;
    return null;
  }

  async retrievePayment(_ctx: Ctx, ref: string): Promise<PaymentResult> {
    try {
      return paymentResultOf(await this.#retrieve(ref));
    } catch (error) {
      return resultOfError(error);
    }
  }

  async cancelPayment(ctx: Ctx, ref: string): Promise<PaymentResult> {
    const before = await this.retrievePayment(ctx, ref);
    if (before.kind === "succeeded" || before.kind === "refused") return before;
    try {
      return paymentResultOf(
        ref.startsWith("seti_")
          ? await this.stripe.setupIntents.cancel(ref)
          : await this.stripe.paymentIntents.cancel(ref),
      );
    } catch (error) {
      // The person confirmed before the cancellation, or it was canceled before.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.retrievePayment(ctx, ref);
      return resultOfError(error);
    }
  }

  async refund(_ctx: Ctx, order: RefundOrder): Promise<void> {
    try {
      await asked("refund", () =>
        this.stripe.refunds.create(
          { payment_intent: order.ref, amount: order.amount, metadata: { refund: order.key } },
          { idempotencyKey: order.key },
        ),
      );
    } catch (error) {
      if (error instanceof ProviderUnavailable || !(error instanceof Error)) throw error;
      throw new RefundRefused(error.message);
    }
  }

  async dispute(_ctx: Ctx, ref: string): Promise<HeldDispute | null> {
    return disputeOf(await asked("dispute", () => this.stripe.disputes.retrieve(ref)));
  }

  listDisputes(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldDispute> {
    return heldDisputes(this.stripe, from, to);
  }

  listRefunded(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    return heldRefunds(this.stripe, from, to);
  }

  listPayments(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    return heldPayments(this.stripe, from, to);
  }

  async detach(_ctx: Ctx, ref: string): Promise<void> {
    // An intent that never succeeded stored nothing.
    if (isIntent(ref)) return;
    try {
      await asked("paymentMethod", async () => {
        try {
          return await this.stripe.paymentMethods.detach(ref);
        } catch (error) {
          if (isDetached(error)) return { id: ref };
          throw error;
        }
      });
    } catch (error) {
      // Deleted with its customer.
      if (!(error instanceof BadInput)) throw error;
    }
  }

  async deleteCustomer(_ctx: Ctx, customer: string): Promise<void> {
    try {
      await asked("customer", () => this.stripe.customers.del(customer));
    } catch (error) {
      // Already deleted.
      if (!(error instanceof BadInput)) throw error;
    }
  }

  /** Creates an intent that the client confirms with Elements. */
  async createIntent(
    ctx: Ctx,
    order: { accountId: string; amount: number; currencyCode: string },
  ): Promise<{ id: string; clientSecret: string }> {
    const customer = await this.#customer(ctx, order.accountId, randomUUID()).catch((error: unknown) => {
      throw meaningOf(error, "customer");
    });
    const shared = {
      customer,
      metadata: { accountId: order.accountId },
      automatic_payment_methods: { enabled: true },
    };
    const intent: Intent =
      order.amount > 0
        ? await asked("amountInCents", () =>
            this.stripe.paymentIntents.create({
              ...shared,
              amount: order.amount,
              currency: order.currencyCode.toLowerCase(),
              setup_future_usage: "off_session",
            }),
          )
        : await asked("amountInCents", () =>
            this.stripe.setupIntents.create({ ...shared, usage: "off_session" }),
          );
    if (!intent.client_secret) throw new Error("The intent has no client secret");
    return { id: intent.id, clientSecret: intent.client_secret };
  }

  async #confirm(ctx: Ctx, order: ChargeOrder, method: string): Promise<PaymentResult> {
    const shared = {
      customer: order.customer ?? (await this.#customer(ctx, order.accountId, order.key)),
      payment_method: method,
      payment_method_types: [order.type === "paypal_express_checkout" ? "paypal" : "card"],
      confirm: true,
      metadata: { key: order.key, accountId: order.accountId },
      ...(order.isPersonPresent ? { return_url: order.returnUrl, use_stripe_sdk: true } : {}),
    };
    const options = { idempotencyKey: order.key };
    const intent: Intent =
      order.amount > 0
        ? await this.stripe.paymentIntents.create(
            {
              ...shared,
              amount: order.amount,
              currency: order.currencyCode.toLowerCase(),
              description: order.description,
              ...(order.isPersonPresent ? { setup_future_usage: "off_session" } : { off_session: true }),
            },
            options,
          )
        : await this.stripe.setupIntents.create({ ...shared, usage: "off_session" }, options);
    // The SDK accepts a page in place of JSON as a response.
    return typeof intent.id === "string" ? paymentResultOf(intent) : { kind: "unknown", ref: null };
  }

  /** Takes over an intent that the client confirmed. Account, amount and currency must match. */
  async #takeOver(ctx: Ctx, order: ChargeOrder): Promise<PaymentResult> {
    const intent = await this.#retrieve(order.source);
    if (intent.metadata?.["accountId"] !== order.accountId)
      return refusedBecause("other_account", "The payment was made by another account.");
    if (intent.object === "setup_intent") {
      if (order.amount === 0 || intent.status !== "succeeded") return paymentResultOf(intent);
      const method =
        typeof intent.payment_method === "string" ? intent.payment_method : intent.payment_method!.id;
      return this.#confirm(ctx, order, method);
    }
    if (intent.amount !== order.amount || intent.currency.toUpperCase() !== order.currencyCode)
      return refusedBecause("other_amount", "The payment was made for another amount.");
    return paymentResultOf(intent);
  }

  #method(id: string): Promise<Stripe.PaymentMethod> {
    return asked("gateway.token", () => this.stripe.paymentMethods.retrieve(id));
  }

  #intent(id: string, withMethod = false): Promise<Intent> {
    return asked<Intent>("gateway.token", () => this.#retrieve(id, withMethod ? ["payment_method"] : []));
  }

  /** @throws Stripe's errors, ProviderUnavailable */
  async #retrieve(id: string, expand: string[] = []): Promise<Intent> {
    const intent = id.startsWith("seti_")
      ? await this.stripe.setupIntents.retrieve(id, { expand })
      : await this.stripe.paymentIntents.retrieve(id, { expand });
    // The SDK accepts a 404 without an error object as a response.
    if (typeof intent.id !== "string") throw new ProviderUnavailable();
    return intent;
  }

  /**
   * The account's customer at Stripe, created for the first payment.
   * @param attempt distinguishes this creation from that of a customer who was deleted since
   */
  #customer(ctx: Ctx, accountId: string, attempt: string): Promise<string> {
    return findOrCreateCustomer(ctx.db, accountId, this.provider, async () => {
      const { id } = await this.stripe.customers.create(
        { metadata: { accountId } },
        { idempotencyKey: `customer-${attempt}` },
      );
      if (typeof id !== "string") throw new ProviderUnavailable();
      return id;
    });
  }
}
