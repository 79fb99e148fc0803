import type { FastifyInstance } from "fastify";
import Stripe from "stripe";
import type { Ctx } from "../../../../ctx.ts";
import type { Config } from "../../../../platform/config/index.ts";
import { BadInput } from "../../../../platform/errors.ts";
import { AmountMismatch } from "../../errors.ts";
import type {
  ClientConfig,
  CollectOrder,
  Gateway,
  GatewayMethod,
  HeldPayment,
  PaymentResult,
  RefundOrder,
} from "../../ports.ts";
import { findCustomer, insertCustomer } from "../store.ts";
import { registerStripeWebhooks } from "./http.ts";
import { asked, failureOf, meaningOf, methodOf, paymentResultOf } from "./payment-results.ts";
import type { Intent } from "./payment-results.ts";

type Settings = NonNullable<Config["stripe"]>;

const callMs = 10_000;
const isIntent = (token: string): boolean => /^(pi|seti)_/.test(token);

/** Creates a Stripe client with these settings. */
function createStripe({ secretKey, apiUrl }: Pick<Settings, "secretKey" | "apiUrl">): Stripe {
  const elsewhere = apiUrl ? new URL(apiUrl) : null;
  return new Stripe(secretKey, {
    timeout: callMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(elsewhere
      ? {
          host: elsewhere.hostname,
          port: elsewhere.port,
          protocol: elsewhere.protocol === "http:" ? ("http" as const) : ("https" as const),
        }
      : {}),
  });
}

/**
 * Stripe: cards, Apple Pay, Google Pay and PayPal through Elements. Customers store payment methods; intents
 * move money.
 */
export class StripeGateway implements Gateway {
  readonly provider = "stripe";
  readonly name = "Stripe";
  readonly isTest = false;
  readonly stripe: Stripe;
  readonly webhookSecrets: readonly string[];
  readonly #publishableKey: string;

  constructor(settings: Settings) {
    this.stripe = createStripe(settings);
    this.webhookSecrets = settings.webhookSecrets;
    this.#publishableKey = settings.publishableKey;
  }

  routes(server: FastifyInstance, ctx: Ctx): Promise<void> {
    return registerStripeWebhooks(server, ctx, this);
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

  async describe(_ctx: Ctx, token: string): Promise<GatewayMethod> {
    if (!isIntent(token)) return methodOf(await this.#method(token));
    const intent = await this.#intent(token, true);
    if (!intent.payment_method || typeof intent.payment_method === "string")
      throw new BadInput("gateway.token", "This payment has no payment method yet.");
    // The intent's id is the reference, so that later calls can retrieve it.
    return { ...methodOf(intent.payment_method), ref: token };
  }

  async collect(ctx: Ctx, order: CollectOrder): Promise<PaymentResult> {
    if (isIntent(order.source)) return this.#takeOver(ctx, order);
    return this.#confirm(ctx, order, order.source);
  }

  async find(_ctx: Ctx, key: string): Promise<PaymentResult | null> {
    const { data } = await this.stripe.paymentIntents.search({ query: `metadata["key"]:"${key}"`, limit: 1 });
    return data[0] ? paymentResultOf(data[0]) : null;
  }

  async look(_ctx: Ctx, ref: string): Promise<PaymentResult> {
    return paymentResultOf(await this.#intent(ref));
  }

  async abandon(_ctx: Ctx, ref: string): Promise<PaymentResult> {
    const before = await this.#intent(ref);
    if (before.status === "succeeded" || before.status === "processing" || before.status === "canceled")
      return paymentResultOf(before);
    try {
      const canceled =
        before.object === "payment_intent"
          ? await this.stripe.paymentIntents.cancel(ref)
          : await this.stripe.setupIntents.cancel(ref);
      return paymentResultOf(canceled);
    } catch (error) {
      // The person confirmed before the cancellation.
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return paymentResultOf(await this.#intent(ref));
      throw error;
    }
  }

  async refund(_ctx: Ctx, order: RefundOrder): Promise<void> {
    await asked("refund", () =>
      this.stripe.refunds.create(
        { payment_intent: order.ref, amount: order.amount },
        { idempotencyKey: order.key },
      ),
    );
  }

  async forget(_ctx: Ctx, customer: string): Promise<void> {
    try {
      await asked("customer", () => this.stripe.customers.del(customer));
    } catch (error) {
      // Already deleted.
      if (!(error instanceof BadInput)) throw error;
    }
  }

  async *listPayments(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.floor(to.getTime() / 1000) };
    for await (const charge of this.stripe.charges.list({ created, limit: 100 })) {
      const ref =
        typeof charge.payment_intent === "string" ? charge.payment_intent : charge.payment_intent?.id;
      if (charge.status !== "succeeded" || !ref) continue;
      yield {
        ref,
        key: charge.metadata["key"] ?? null,
        amount: charge.amount,
        currencyCode: charge.currency.toUpperCase(),
        refunded: charge.amount_refunded,
      };
    }
  }

  /** Creates an intent that the client confirms with Elements. */
  async createIntent(
    ctx: Ctx,
    order: { accountId: string; amount: number; currencyCode: string },
  ): Promise<{ id: string; clientSecret: string }> {
    const customer = await this.#customer(ctx, order.accountId);
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

  async #confirm(ctx: Ctx, order: CollectOrder, method: string): Promise<PaymentResult> {
    const shared = {
      customer: await this.#customer(ctx, order.accountId),
      payment_method: method,
      payment_method_types: [order.type === "paypal_express_checkout" ? "paypal" : "card"],
      confirm: true,
      metadata: { key: order.key, accountId: order.accountId },
      ...(order.isPersonPresent ? { return_url: order.returnUrl, use_stripe_sdk: true } : {}),
    };
    const options = { idempotencyKey: order.key };
    try {
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
      return paymentResultOf(await asked("gateway.token", async () => intent));
    } catch (error) {
      const refused = error instanceof Stripe.errors.StripeCardError ? error : null;
      // A decline names its intent, so that later events of the intent apply to this payment.
      const intent = refused?.payment_intent ?? refused?.setup_intent;
      if (intent && refused) return { kind: "failed", ref: intent.id, code: failureOf(refused) };
      throw meaningOf(error, "gateway.token");
    }
  }

  /** Takes over an intent that the client confirmed. Account, amount and currency must match. */
  async #takeOver(ctx: Ctx, order: CollectOrder): Promise<PaymentResult> {
    const intent = await this.#intent(order.source);
    if (intent.metadata?.["accountId"] !== order.accountId)
      throw new BadInput("gateway.token", "This payment is another account's.");
    if (intent.object === "setup_intent") {
      if (order.amount === 0 || intent.status !== "succeeded") return paymentResultOf(intent);
      const method =
        typeof intent.payment_method === "string" ? intent.payment_method : intent.payment_method!.id;
      return this.#confirm(ctx, order, method);
    }
    if (intent.amount !== order.amount || intent.currency.toUpperCase() !== order.currencyCode)
      throw new AmountMismatch();
    return paymentResultOf(intent);
  }

  #method(id: string): Promise<Stripe.PaymentMethod> {
    return asked("gateway.token", () => this.stripe.paymentMethods.retrieve(id));
  }

  #intent(id: string, withMethod = false): Promise<Intent> {
    const params = withMethod ? { expand: ["payment_method"] } : {};
    return asked<Intent>("gateway.token", () =>
      id.startsWith("seti_")
        ? this.stripe.setupIntents.retrieve(id, params)
        : this.stripe.paymentIntents.retrieve(id, params),
    );
  }

  async #customer(ctx: Ctx, accountId: string): Promise<string> {
    const known = await findCustomer(ctx.db, accountId, this.provider);
    if (known) return known;
    const { id } = await asked("customer", () =>
      this.stripe.customers.create({ metadata: { accountId } }, { idempotencyKey: `customer-${accountId}` }),
    );
    await insertCustomer(ctx.db, { accountId, provider: this.provider, ref: id });
    return (await findCustomer(ctx.db, accountId, this.provider)) ?? id;
  }
}
