import { findTestDispute, listTestDisputes, saveTestDispute } from "./disputes.ts";
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../../../ctx.ts";
import { BadInput } from "../../../../platform/errors.ts";
import { RefundRefused } from "../../errors.ts";
import type { FailureCode } from "../../rules/dunning.ts";
import type { Config } from "../../../../platform/config/index.ts";
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
import { startTestGatewayServer } from "./server.ts";
import type { TokenRow, PaymentRow } from "./store.ts";
import {
  findPayment,
  findPaymentByKey,
  detachToken,
  findToken,
  insertPayment,
  insertRefund,
  insertToken,
  listPayments,
  listRefundedPayments,
  settlePayment,
  useToken,
} from "./store.ts";
import { inEnglish } from "../../../../platform/i18n/messages.ts";

const pageOfPayments = 500;

/** The test gateway, where it is switched on. */
export const createTestGateway = (config: Config): Gateway | null =>
  config.testGateway && new TestGateway(config);

/**
 * The built-in gateway: published test cards and no money. It has its own tables, in place of an external
 * provider's records.
 */
export class TestGateway implements Gateway {
  readonly provider = "eightcount";
  readonly name = "Test payments";
  readonly isTest = true;
  readonly #config: Config;
  #port: number | null;

  constructor(config: Config) {
    this.#config = config;
    this.#port = config.testGateway?.port || null;
  }

  /** Sets the port of its second listener. */
  listensAt(port: number): void {
    this.#port = port;
  }

  /** Its own origin: the configured one, or the request's host with the gateway's port. */
  origin(publicUrl: string): string {
    if (this.#config.testGateway?.url) return this.#config.testGateway.url;
    return `http://${new URL(publicUrl).hostname}:${this.#port ?? 0}`;
  }

  async routes(server: FastifyInstance, ctx: Ctx): Promise<void> {
    const apart = await startTestGatewayServer(ctx, this);
    server.addHook("onClose", () => apart.close());
  }

  async demoToken(ctx: Ctx, pays: boolean): Promise<string> {
    const token = `tok_${randomBytes(18).toString("base64url")}`;
    await insertToken(ctx.db, {
      token,
      type: "card",
      behaviour: pays ? "succeeds" : "attaches_only",
      brand: "visa",
      last4: pays ? "4242" : "0341",
      expMonth: 12,
      expYear: ctx.clock.now().getUTCFullYear() + 3,
      fingerprint: null,
      countryCode: null,
      addressCountry: null,
      postcode: null,
    });
    return token;
  }

  async demoDispute(ctx: Ctx, paymentRef: string, dueAt: Date): Promise<string> {
    const ref = `dp_${randomBytes(12).toString("base64url")}`;
    const dispute = { ref, paymentRef, reason: "fraudulent", status: "open", dueAt } as const;
    await saveTestDispute(ctx.db, { ...dispute, now: ctx.clock.now() });
    return ref;
  }

  clientConfig(publicUrl: string): ClientConfig {
    const origin = this.origin(publicUrl);
    return {
      publishableKey: "eightcount-test",
      tokenUrl: `${origin}/tokens`,
      cardFieldUrl: `${origin}/card-field`,
      wallets: ["apple_pay", "google_pay", "paypal_express_checkout"],
    };
  }

  origins(publicUrl: string): { frame: string[]; script: string[]; connect: string[] } {
    const origin = this.origin(publicUrl);
    return { frame: [origin], script: [], connect: [origin] };
  }

  minCharge(currencyCode: string): number {
    return currencyCode === "GBP" ? 30 : 50;
  }

  async retrieveMethod(ctx: Ctx, token: string, accountId: string): Promise<GatewayMethod> {
    const found = await findToken(ctx.db, token);
    if (!found || (found.accountId && found.accountId !== accountId))
      throw new BadInput("gateway.token", inEnglish("This is no token of the test gateway."));
    return methodOf(found);
  }

  async charge(ctx: Ctx, order: ChargeOrder): Promise<PaymentResult> {
    const before = await findPaymentByKey(ctx.db, order.key);
    if (before) return paymentResultOf(sameAs(before, order));
    const token = await useToken(ctx.db, order.source, order.accountId);
    if (!token) return refusedBecause("unknown_token", "This is no token of the test gateway.");
    if (token.behaviour === "refuses" || (token.behaviour === "refuses_later" && order.amount > 0))
      return refusedBecause("test_refusal", "This test card is refused for another reason than the bank’s.");
    const made = sameAs(await this.#pay(ctx, token, order), order);
    if (token.behaviour !== "loses_answer") return paymentResultOf(made);
    return { kind: "unknown", ref: null, cause: new Error("This test card loses the first answer") };
  }

  /** Records a payment, or returns the one of the same key. */
  #pay(ctx: Ctx, token: TokenRow, order: ChargeOrder): Promise<PaymentRow> {
    const ref = `pay_${randomBytes(15).toString("base64url")}`;
    return insertPayment(ctx.db, {
      key: order.key,
      ref,
      token: token.token,
      accountId: order.accountId,
      amount: order.amount,
      currencyCode: order.currencyCode,
      description: order.description,
      actionUrl: `${this.origin(order.returnUrl)}/confirm/${ref}`,
      returnUrl: order.returnUrl,
      ...decide(token, order),
    });
  }

  async find(ctx: Ctx, { key }: { key: string }): Promise<PaymentResult | null> {
    const found = await findPaymentByKey(ctx.db, key);
    return found && paymentResultOf(found);
  }

  async retrievePayment(ctx: Ctx, ref: string): Promise<PaymentResult> {
    const found = await findPayment(ctx.db, ref);
    return found ? paymentResultOf(found) : refusedBecause("unknown_payment", "There is no such payment.");
  }

  async cancelPayment(ctx: Ctx, ref: string): Promise<PaymentResult> {
    await settlePayment(ctx.db, ref, "canceled", "PAYMENT_ACTION_REQUIRED");
    return this.retrievePayment(ctx, ref);
  }

  async refund(ctx: Ctx, order: RefundOrder): Promise<void> {
    if (!(await insertRefund(ctx.db, { ...order, now: ctx.clock.now() })))
      throw new RefundRefused("No payment with that amount left to refund.");
  }

  async detach(ctx: Ctx, ref: string): Promise<void> {
    await detachToken(ctx.db, ref, ctx.clock.now());
  }

  dispute(ctx: Ctx, ref: string): Promise<HeldDispute | null> {
    return findTestDispute(ctx.db, ref);
  }

  async *listDisputes(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldDispute> {
    yield* await listTestDisputes(ctx.db, { from, to });
  }

  listPayments(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    return allPages((page) => listPayments(ctx.db, { from, to, ...page }));
  }

  listRefunded(ctx: Ctx, from: Date, to: Date): AsyncIterable<HeldPayment> {
    return allPages((page) => listRefundedPayments(ctx.db, { from, to, ...page }));
  }
}

async function* allPages(
  list: (page: { afterRef: string; most: number }) => Promise<HeldPayment[]>,
): AsyncIterable<HeldPayment> {
  for (let afterRef = ""; ;) {
    const page = await list({ afterRef, most: pageOfPayments });
    yield* page;
    if (page.length < pageOfPayments) return;
    afterRef = page.at(-1)!.ref;
  }
}

const methodOf = (token: TokenRow): GatewayMethod => ({
  ref: token.token,
  type: token.type,
  brand: token.brand,
  last4: token.last4,
  expMonth: token.expMonth,
  expYear: token.expYear,
  fingerprint: token.fingerprint,
  countryCode: token.countryCode,
  address: token.addressCountry ? { countryCode: token.addressCountry, postcode: token.postcode } : null,
});

/** Checks that a reused key has the same amount. A mismatch is a bug, and never a second payment. */
function sameAs(payment: PaymentRow, order: ChargeOrder): PaymentRow {
  if (
    payment.amount !== order.amount ||
    payment.currencyCode !== order.currencyCode ||
    payment.token !== order.source
  )
    throw new Error("An idempotency key was reused with another order");
  return payment;
}

const declinedOf = (ref: string, code: FailureCode): PaymentResult => ({
  kind: "declined",
  ref,
  code,
  isRetryable: code === "CARD_DECLINED" || code === "INSUFFICIENT_FUNDS",
});

function decide(token: TokenRow, order: ChargeOrder): Pick<PaymentRow, "status" | "failureCode"> {
  const failed = (failureCode: PaymentRow["failureCode"]) => ({ status: "failed" as const, failureCode });
  const good = { status: "succeeded" as const, failureCode: null };
  switch (token.behaviour) {
    case "succeeds":
    case "loses_answer":
    case "refuses_later":
      return good;
    case "refuses":
      throw new Error("A refused card makes no payment");
    case "attaches_only":
      return order.amount === 0 ? good : failed("CARD_DECLINED");
    case "confirms":
      if (token.isAuthenticated) return good;
      return order.isPersonPresent
        ? { status: "action_required", failureCode: null }
        : failed("PAYMENT_ACTION_REQUIRED");
    default:
      return failed(token.behaviour);
  }
}

function paymentResultOf(payment: PaymentRow): PaymentResult {
  const { ref } = payment;
  switch (payment.status) {
    case "succeeded":
      return { kind: "succeeded", ref, methodRef: payment.token };
    case "action_required":
      return {
        kind: "action_required",
        ref,
        action: { type: "redirect", url: payment.actionUrl, clientSecret: null },
      };
    default:
      return declinedOf(ref, payment.failureCode ?? "CARD_DECLINED");
  }
}
