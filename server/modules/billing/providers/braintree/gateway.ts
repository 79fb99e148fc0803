import type { BraintreeGateway as Client } from "braintree";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { fromDecimal, toDecimal } from "../../../../../contract/formats/numbers.ts";
import type { Ctx } from "../../../../ctx.ts";
import type { Config } from "../../../../platform/config/index.ts";
import { BadInput } from "../../../../platform/errors.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";
import { isUuid } from "../../../../platform/uuid.ts";
import { ProviderUnavailable, RefundRefused } from "../../errors.ts";
import type {
  ChargeOrder,
  ClientConfig,
  Gateway,
  GatewayMethod,
  HeldDispute,
  HeldPayment,
  PaymentResult,
  RefundOrder,
} from "../../ports.ts";
import { refusedBecause } from "../../payments/refused.ts";
import { deleteCustomer, findOrCreateCustomer } from "../store.ts";
import { asked, createClient, NotAtBraintree } from "./client.ts";
import type { BraintreeSettings } from "./client.ts";
import { ClientTokens } from "./client-tokens.ts";
import { askPerson, retrieveWaiting, waitingSaleOf } from "./confirmation.ts";
import {
  findDispute,
  findTransaction,
  heldDisputes,
  heldPayments,
  heldRefunds,
  searchTransactions,
} from "./held.ts";
import { registerBraintreeWebhooks } from "./http.ts";
import { methodOf, nonceShape, typeOfNonce } from "./methods.ts";
import { originsOf } from "./origins.ts";
import {
  changeShape,
  codes,
  codesOf,
  declinedOf,
  paidStatuses,
  paymentResultOf,
  refundFaultOf,
  refusedOf,
  storedOf,
  tokenOf,
} from "./results.ts";
import type { Transaction } from "./results.ts";
import { sell } from "./sales.ts";

/** A change of something that isn't a transaction. */
const storedShape = z.union([changeShape, z.object({ success: z.literal(true) })]);

/** A token from the page: the nonce, and the billing address that the page asked for: `nonce|US|97201`. */
const tokenFormat = /^([\w-]{1,200})(?:\|([A-Z]{2})\|([\w -]{0,20}))?$/;

const unavailable = (cause: unknown): PaymentResult => ({ kind: "unknown", ref: null, cause });

/** The gateway, if Braintree's keys are set. */
export const createBraintreeGateway = (config: Config): Gateway | null =>
  config.braintree && new BraintreeGateway(config.braintree);

/**
 * Braintree: cards, Apple Pay, Google Pay and PayPal. The page makes a nonce, after the bank has authenticated the
 * person; the first payment stores it. A payment's id is its request key and order id at Braintree.
 */
export class BraintreeGateway implements Gateway {
  readonly provider = "braintree";
  readonly name = "Braintree";
  readonly isTest = false;
  readonly #settings: BraintreeSettings;
  readonly #tokens: ClientTokens;
  #client: Promise<Client> | null = null;

  constructor(settings: BraintreeSettings) {
    this.#settings = settings;
    this.#tokens = new ClientTokens(this, settings);
  }

  /** The SDK's client, loaded once. */
  load(): Promise<Client> {
    this.#client ??= createClient(this.#settings);
    return this.#client;
  }

  routes(server: FastifyInstance, ctx: Ctx): Promise<void> {
    return registerBraintreeWebhooks(server, ctx, this);
  }

  paymentUrl(ref: string): string {
    const { environment, merchantId } = this.#settings;
    const host = environment === "production" ? "www" : "sandbox";
    return `https://${host}.braintreegateway.com/merchants/${merchantId}/transactions/${encodeURIComponent(ref)}`;
  }

  clientConfig(): ClientConfig {
    const { publicKey: publishableKey, googleMerchantId } = this.#settings;
    const wallets = ["apple_pay", "google_pay", "paypal_express_checkout"] as const;
    return { publishableKey, googleMerchantId, tokenUrl: null, cardFieldUrl: null, wallets };
  }

  clientToken(currencyCode: string | null): Promise<string> {
    return this.#tokens.of(currencyCode);
  }

  origins(): ReturnType<Gateway["origins"]> {
    return originsOf(this.#settings.environment);
  }

  /** Braintree has no smallest amount of its own. */
  minCharge(): number {
    return 1;
  }

  async retrieveMethod(_ctx: Ctx, token: string): Promise<GatewayMethod> {
    const [, nonce, countryCode, postcode] = tokenFormat.exec(token) ?? [];
    if (!nonce) throw unknownMethod();
    const client = await this.load();
    try {
      const found = await asked(nonceShape, () => client.paymentMethodNonce.find(nonce));
      const type = typeOfNonce(found);
      if (!type) throw unknownMethod();
      return methodOf(found, type, countryCode ? { countryCode, postcode: postcode || null } : null);
    } catch (error) {
      if (error instanceof NotAtBraintree) throw unknownMethod();
      throw error;
    }
  }

  charge(ctx: Ctx, order: ChargeOrder): Promise<PaymentResult> {
    return this.#charge(ctx, order, null);
  }

  /** Charges the stored card again, now by a nonce of it whose bank has confirmed the person. */
  confirm(ctx: Ctx, order: ChargeOrder, nonce: string): Promise<PaymentResult> {
    return this.#charge(ctx, order, nonce);
  }

  async #charge(ctx: Ctx, order: ChargeOrder, confirmed: string | null): Promise<PaymentResult> {
    const merchantAccountId = this.#settings.merchantAccounts.get(order.currencyCode);
    if (!merchantAccountId)
      return refusedBecause(
        "no_merchant_account",
        `BRAINTREE_MERCHANT_ACCOUNTS has no merchant account for ${order.currencyCode}.`,
      );
    try {
      return order.amount > 0
        ? await this.#sell(ctx, order, merchantAccountId, confirmed)
        : await this.#keep(ctx, order, merchantAccountId);
    } catch (error) {
      if (error instanceof ProviderUnavailable) return unavailable(error.cause ?? error);
      throw error;
    }
  }

  /** Finds by order id: of several sales with one, a paid one counts. */
  async find(_ctx: Ctx, { key }: Pick<ChargeOrder, "key">): Promise<PaymentResult | null> {
    try {
      const client = await this.load();
      const sales: Transaction[] = [];
      for await (const sale of searchTransactions(client, { orderId: { is: key }, type: ["sale"] }))
        sales.push(sale);
      const found = sales.find(({ status }) => paidStatuses.has(status)) ?? sales[0];
      return found ? paymentResultOf(found) : await this.#findStored(client, key);
    } catch (error) {
      return unavailable(error);
    }
  }

  async retrievePayment(_ctx: Ctx, ref: string, { isPersonPresent = false } = {}): Promise<PaymentResult> {
    try {
      const client = await this.load();
      const waiting = waitingSaleOf(ref);
      if (waiting) return await retrieveWaiting(client, waiting, isPersonPresent);
      if (!isUuid(ref)) return paymentResultOf(await findTransaction(client, ref));
      const stored = await this.#findStored(client, ref);
      if (stored) return stored;
    } catch (error) {
      if (!(error instanceof NotAtBraintree)) return unavailable(error);
    }
    return refusedBecause("not_found", "Braintree knows no such payment.");
  }

  async cancelPayment(ctx: Ctx, ref: string): Promise<PaymentResult> {
    const before = await this.retrievePayment(ctx, ref);
    // Money that is on its way counts as paid, although Braintree could still void it.
    if (before.kind !== "unknown" || before.ref === null) return before;
    const sale = before.ref;
    // Of what waits for the person, nothing was taken.
    if (waitingSaleOf(sale))
      return { kind: "declined", ref, code: "PAYMENT_ACTION_REQUIRED", isRetryable: true };
    try {
      const client = await this.load();
      const change = await asked(changeShape, () => client.transaction.void(sale, {}));
      // Settled in that moment.
      return change.success ? paymentResultOf(change.transaction) : await this.retrievePayment(ctx, ref);
    } catch (error) {
      return unavailable(error);
    }
  }

  /** Pays a settled payment back, or voids one that isn't settled yet: that is possible for the whole amount alone. */
  async refund(_ctx: Ctx, { key, ref, amount }: RefundOrder): Promise<void> {
    const client = await this.load();
    try {
      const sale = await findTransaction(client, ref);
      // Voided by an earlier call whose answer was lost, or in the control panel.
      if (sale.status === "voided") return;
      const isWhole = amount === fromDecimal(sale.amount, sale.currencyIsoCode);
      const isOpen = sale.status === "submitted_for_settlement" || sale.status === "settlement_pending";
      if (isOpen && isWhole) {
        const change = await asked(changeShape, () => client.transaction.void(ref, { apiRequestKey: key }));
        if (change.success) return;
      }
      const change = await asked(changeShape, () =>
        client.transaction.refund(ref, {
          amount: toDecimal(amount, sale.currencyIsoCode),
          orderId: key,
          apiRequestKey: key,
        }),
      );
      if (!change.success) throw refundFaultOf(change);
    } catch (error) {
      if (error instanceof NotAtBraintree) throw new RefundRefused("Braintree knows no such payment.");
      throw error;
    }
  }

  async dispute(_ctx: Ctx, ref: string): Promise<HeldDispute | null> {
    return findDispute(await this.load(), ref);
  }

  async *listDisputes(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldDispute> {
    yield* heldDisputes(await this.load(), from, to);
  }

  async *listRefunded(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    yield* heldRefunds(await this.load(), from, to);
  }

  async *listPayments(_ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    yield* heldPayments(await this.load(), from, to);
  }

  async detach(_ctx: Ctx, ref: string): Promise<void> {
    const token = tokenOf(ref);
    // A nonce that was never charged stored nothing.
    if (!token) return;
    await this.#delete((client) => client.paymentMethod.delete(token));
  }

  async deleteCustomer(_ctx: Ctx, customer: string): Promise<void> {
    await this.#delete((client) => client.customer.delete(customer));
  }

  /** Deletes something; what is gone already is no error. @throws ProviderUnavailable */
  async #delete(call: (client: Client) => Promise<unknown>): Promise<void> {
    const client = await this.load();
    try {
      // A deletion is answered without a body.
      await asked(z.unknown(), () => call(client));
    } catch (error) {
      if (!(error instanceof NotAtBraintree)) throw error;
    }
  }

  /** Sells. A stored card whose bank wants the person waits for them, if they are there. */
  async #sell(
    ctx: Ctx,
    order: ChargeOrder,
    merchantAccountId: string,
    confirmed: string | null,
  ): Promise<PaymentResult> {
    const client = await this.load();
    const isStored = tokenOf(order.source) !== null;
    const customerId = isStored
      ? null
      : (order.customer ?? (await this.#customer(ctx, client, order.accountId)));
    const sale = await sell(client, { order, merchantAccountId, customerId, confirmed });
    if ("id" in sale) {
      const result = paymentResultOf(sale);
      if (confirmed && result.kind === "succeeded") return { ...result, methodRef: order.source };
      const isAsking = result.kind === "declined" && result.code === "PAYMENT_ACTION_REQUIRED";
      const mayAsk = isStored && !confirmed && order.type === "card" && order.isPersonPresent;
      return isAsking && mayAsk ? askPerson(client, sale) : result;
    }
    const found = codesOf(sale);
    if (found.includes(codes.keyReused)) {
      if (!confirmed) throw new Error("An idempotency key was reused with another order");
      // Confirmed twice, in two tabs: the first counts.
      const paid = await this.find(ctx, order);
      return paid?.kind === "succeeded" ? paid : unavailable(new Error("The payment is still being made"));
    }
    // Deleted in the control panel. The next payment makes a new one.
    if (found.includes(codes.customerUnknown) && !order.customer)
      await deleteCustomer(ctx.db, order.accountId, this.provider);
    return refusedOf(sale);
  }

  /** Stores a payment method without a charge. Its token is the order's key, so that a repeated call finds it. */
  async #keep(ctx: Ctx, order: ChargeOrder, merchantAccountId: string): Promise<PaymentResult> {
    const client = await this.load();
    const { key, source } = order;
    if (tokenOf(source)) return { kind: "succeeded", ref: key, methodRef: source };
    const customerId = order.customer ?? (await this.#customer(ctx, client, order.accountId));
    const change = await asked(storedShape, () =>
      client.paymentMethod.create({
        customerId,
        paymentMethodNonce: source,
        token: key,
        ...(order.type === "card"
          ? { options: { verifyCard: true, verificationMerchantAccountId: merchantAccountId } }
          : {}),
      }),
    );
    if (change.success) return { kind: "succeeded", ref: key, methodRef: storedOf(key) };
    if (change.verification) return declinedOf(change.verification, null);
    const known = await this.#findStored(client, key);
    return known ?? refusedOf(change);
  }

  /** The payment method that a key without a charge has stored. */
  async #findStored(client: Client, key: string): Promise<PaymentResult | null> {
    try {
      const { token } = await asked(z.object({ token: z.string() }), () => client.paymentMethod.find(key));
      return { kind: "succeeded", ref: key, methodRef: storedOf(token) };
    } catch (error) {
      if (error instanceof NotAtBraintree) return null;
      throw error;
    }
  }

  /** The account's customer at Braintree, created for the first payment. It has the account's id. */
  #customer(ctx: Ctx, client: Client, accountId: string): Promise<string> {
    return findOrCreateCustomer(ctx.db, accountId, this.provider, async () => {
      const change = await asked(storedShape, () => client.customer.create({ id: accountId }));
      if (!change.success && !codesOf(change).includes(codes.customerInUse))
        throw new ProviderUnavailable(new Error(`Braintree made no customer: ${codesOf(change).join(", ")}`));
      return accountId;
    });
  }
}

const unknownMethod = () =>
  new BadInput("gateway.token", inEnglish("Braintree knows no such payment method."));
