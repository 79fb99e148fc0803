import type Chargebee from "chargebee";
import type { FastifyInstance } from "fastify";
import type { Ctx } from "../../../../ctx.ts";
import type { Config } from "../../../../platform/config/index.ts";
import { verifiedEmailOf } from "../../../identity/index.ts";
import {
  CouponNotApplicable,
  PaymentRefused,
  PlanUnknown,
  ProviderUnavailable,
  RefundRefused,
} from "../../errors.ts";
import type {
  HeldRef,
  OwnedChange,
  OwnedDocument,
  OwnedEstimate,
  OwnedIntent,
  OwnedOrder,
  PriceBook,
  Reading,
  SubscriptionOwner,
} from "../../owner-ports.ts";
import type { ClientConfig, PaymentMethodType } from "../../ports.ts";
import { listPlanRefs } from "../../price-refs/store.ts";
import { findCustomer } from "../store.ts";
import { ChargebeeFault, isFault, present } from "./client.ts";
import type { ChargebeeSettings } from "./client.ts";
import { documentsOf } from "./documents.ts";
import { estimateOf } from "./estimate.ts";
import { secondsOf } from "./held.ts";
import type { Listed } from "./held.ts";
import { registerChargebeeWebhook } from "./http.ts";
import { addressOf, changeOf, keyed, trialEndOf, withoutParameters } from "./parameters.ts";
import { priceBookOf } from "./price-book.ts";
import { ChargebeeReader } from "./reader.ts";

const pageLength = 100;

/** The owner, if Chargebee's keys are set. */
export const createChargebeeOwner = (config: Config): SubscriptionOwner | null =>
  config.chargebee && new ChargebeeOwner(config.chargebee);

/** Chargebee: owns terms, invoices, taxes and retries of the subscriptions that begin there or here. */
class ChargebeeOwner extends ChargebeeReader implements SubscriptionOwner {
  readonly priceBook: PriceBook;
  readonly #settings: ChargebeeSettings;

  constructor(settings: ChargebeeSettings) {
    super(settings);
    this.#settings = settings;
    this.priceBook = priceBookOf(() => this.load());
  }

  billedBy(): string {
    return "Chargebee";
  }

  routes(server: FastifyInstance, ctx: Ctx): Promise<void> {
    return registerChargebeeWebhook(server, ctx, this.#settings);
  }

  clientConfig(): ClientConfig {
    const { publishableKey, site } = this.#settings;
    return { publishableKey, site, tokenUrl: null, cardFieldUrl: null, wallets: [] };
  }

  origins(): { frame: string[]; script: string[]; connect: string[] } {
    const site = `https://${this.#settings.site}.chargebee.com`;
    // The bank's page opens in a frame of Chargebee's.
    return {
      frame: ["https://js.chargebee.com", site],
      script: ["https://js.chargebee.com"],
      connect: ["https://js.chargebee.com", site],
    };
  }

  dashboardUrl({ ref }: HeldRef): string {
    return `https://${this.#settings.site}.chargebee.com/d/subscriptions/${encodeURIComponent(ref)}`;
  }

  async estimate(ctx: Ctx, order: OwnedOrder): Promise<OwnedEstimate> {
    const items = await this.#itemsOf(ctx, order);
    const { estimate } = await this.ask((client) =>
      client.estimate.createSubItemEstimate({
        subscription: { trial_end: trialEndOf(order) },
        subscription_items: items,
        coupon_ids: [...order.couponRefs],
        billing_address: addressOf(order),
      }),
    );
    return estimateOf(present(estimate), order);
  }

  async createIntent(
    ctx: Ctx,
    order: {
      accountId: string;
      amount: number;
      currencyCode: string;
      type: PaymentMethodType;
      place: OwnedOrder["place"];
    },
  ): Promise<OwnedIntent> {
    const customer = await this.#customer(ctx, order.accountId, order.place);
    const { gatewayAccountId } = this.#settings;
    const { payment_intent: intent } = await this.ask((client) =>
      client.paymentIntent.create({
        customer_id: customer,
        amount: order.amount,
        currency_code: order.currencyCode,
        payment_method_type: order.type,
        ...(gatewayAccountId ? { gateway_account_id: gatewayAccountId } : {}),
      }),
    );
    const { id } = present(intent);
    if (!id) throw new ProviderUnavailable();
    return { id, data: JSON.stringify(intent) };
  }

  async subscribe(
    ctx: Ctx,
    order: OwnedOrder & { key: string; accountId: string; token: string | null },
  ): Promise<Reading> {
    const customer = await this.#customer(ctx, order.accountId, order.place);
    const items = await this.#itemsOf(ctx, order);
    try {
      const answer = await this.ask((client) =>
        client.subscription.createWithItems(
          customer,
          {
            id: order.key,
            subscription_items: items,
            coupon_ids: [...order.couponRefs],
            trial_end: trialEndOf(order),
            auto_collection: "on",
            ...(order.token
              ? { payment_intent: { id: order.token }, replace_primary_payment_source: true }
              : {}),
          },
          keyed(`subscribe-${order.key}`),
        ),
      );
      return await this.readingOf(ctx, [answer]);
    } catch (error) {
      // Begun before, by a call whose answer was lost.
      if (isFault(error, "duplicate_entry")) return this.read(ctx, { ref: order.key, customer });
      const isIntent = error instanceof ChargebeeFault && error.param?.startsWith("payment_intent");
      if (isIntent || isFault(error, "resource_not_found")) throw new PaymentRefused("PAYMENT_REFUSED");
      if (error instanceof ChargebeeFault && error.param?.startsWith("coupon"))
        throw new CouponNotApplicable();
      throw error;
    }
  }

  async previewChange(ctx: Ctx, { ref }: HeldRef, order: OwnedChange): Promise<OwnedEstimate> {
    const items = await this.#itemsOf(ctx, order);
    const { estimate } = await this.ask((client) =>
      client.estimate.updateSubscriptionForItems({
        subscription: { id: ref },
        subscription_items: items,
        replace_items_list: true,
        ...changeOf(order),
      }),
    );
    return estimateOf(present(estimate), { trialEndsAt: null, now: order.now });
  }

  async changePlan(ctx: Ctx, of: HeldRef, order: OwnedChange & { key: string }): Promise<Reading> {
    const items = await this.#itemsOf(ctx, order);
    return this.#act(ctx, of, (client) =>
      client.subscription.updateForItems(
        of.ref,
        { subscription_items: items, replace_items_list: true, ...changeOf(order) },
        keyed(order.key),
      ),
    );
  }

  keepPlan(ctx: Ctx, of: HeldRef, { key }: { key: string }): Promise<Reading> {
    return this.#act(ctx, of, (client) =>
      withoutParameters(client.subscription.removeScheduledChanges)(of.ref, {}, keyed(key)),
    );
  }

  cancelAtEnd(ctx: Ctx, of: HeldRef, { key }: { key: string }): Promise<Reading> {
    return this.#act(ctx, of, (client) =>
      client.subscription.cancelForItems(of.ref, { cancel_option: "end_of_term" }, keyed(key)),
    );
  }

  cancelNow(ctx: Ctx, of: HeldRef, { key }: { key: string }): Promise<Reading> {
    return this.#act(ctx, of, (client) =>
      client.subscription.cancelForItems(of.ref, { cancel_option: "immediately" }, keyed(key)),
    );
  }

  undoCancel(ctx: Ctx, of: HeldRef, { key }: { key: string }): Promise<Reading> {
    return this.#act(ctx, of, (client) =>
      client.subscription.removeScheduledCancellation(of.ref, {}, keyed(key)),
    );
  }

  pause(ctx: Ctx, of: HeldRef, { key, until }: { key: string; until: Date }): Promise<Reading> {
    return this.#act(ctx, of, (client) =>
      client.subscription.pause(
        of.ref,
        { pause_option: "immediately", resume_date: secondsOf(until) },
        keyed(key),
      ),
    );
  }

  resume(ctx: Ctx, of: HeldRef, { key }: { key: string }): Promise<Reading> {
    return this.#act(ctx, of, (client) =>
      client.subscription.resume(
        of.ref,
        { resume_option: "immediately", charges_handling: "invoice_immediately" },
        keyed(key),
      ),
    );
  }

  /** Replaces the customer's way to pay, and collects what is open with it. */
  async updateMethod(
    ctx: Ctx,
    of: HeldRef,
    { key, token }: { key: string; token: string },
  ): Promise<Reading> {
    await this.ask((client) =>
      client.paymentSource.createUsingPaymentIntent(
        { customer_id: of.customer, payment_intent: { id: token }, replace_primary_payment_source: true },
        keyed(key),
      ),
    );
    const { list } = await this.ask((client) =>
      client.invoice.list({
        subscription_id: { is: of.ref },
        status: { in: ["payment_due", "not_paid"] },
        limit: pageLength,
      }),
    );
    for (const { invoice } of present(list))
      await this.ask((client) =>
        client.invoice.collectPayment(invoice.id, {}, keyed(`${key}-${invoice.id}`)),
      );
    return this.read(ctx, of);
  }

  async refund(
    _ctx: Ctx,
    _of: HeldRef,
    { key, invoiceRef, amount }: { key: string; invoiceRef: string; amount: number },
  ): Promise<void> {
    try {
      await this.ask((client) =>
        client.invoice.refund(
          invoiceRef,
          { refund_amount: amount, credit_note: { reason_code: "other" } },
          keyed(key),
        ),
      );
    } catch (error) {
      if (error instanceof ChargebeeFault) throw new RefundRefused(error.message);
      throw error;
    }
  }

  documents(_ctx: Ctx, { ref }: HeldRef): Promise<readonly OwnedDocument[]> {
    return this.load().then((client) => documentsOf(client, ref));
  }

  async documentUrl(_ctx: Ctx, { kind, ref }: Pick<OwnedDocument, "kind" | "ref">): Promise<string> {
    const { download } = await this.ask((client) =>
      kind === "invoice"
        ? client.invoice.pdf(ref, { disposition_type: "inline" })
        : client.creditNote.pdf(ref, { disposition_type: "inline" }),
    );
    return present(download).download_url;
  }

  /** Ends what the customer still has, and clears who they are. Invoices stay, since the law asks for them. */
  async deleteCustomer(ctx: Ctx, customer: string): Promise<void> {
    try {
      for await (const page of this.pages({ customer_id: { is: customer } }))
        for (const { subscription } of page)
          if (subscription.status !== "cancelled" && subscription.status !== "transferred")
            await this.ask((client) =>
              client.subscription.cancelForItems(
                subscription.id,
                { cancel_option: "immediately" },
                keyed(`delete-${subscription.id}`),
              ),
            );
      await this.ask((client) =>
        withoutParameters(client.customer.clearPersonalData)(customer, {}, keyed(`clear-${customer}`)),
      );
    } catch (error) {
      if (!isFault(error, "resource_not_found")) throw error;
      ctx.log.info({ provider: this.provider }, "The customer was deleted at the provider before");
    }
  }

  /** Carries out an act and reads what it made of the subscription. An act that was done before is no error. */
  async #act(ctx: Ctx, of: HeldRef, act: (client: Chargebee) => Promise<Listed>): Promise<Reading> {
    try {
      const answer = await this.ask(act);
      return await this.readingOf(ctx, [answer]);
    } catch (error) {
      if (!isFault(error, "invalid_state_for_request", "invalid_request")) throw error;
      return this.read(ctx, of);
    }
  }

  /** The items of a plan. @throws PlanUnknown if its price in the currency isn't imported */
  async #itemsOf(
    ctx: Ctx,
    { planId, currencyCode }: { planId: string; currencyCode: string },
  ): Promise<{ item_price_id: string; quantity: number }[]> {
    const refs = await listPlanRefs(ctx.db, this.provider);
    const found = refs.find((one) => one.planId === planId && one.currencyCode === currencyCode);
    if (!found) throw new PlanUnknown();
    return [{ item_price_id: found.ref, quantity: 1 }];
  }

  /** The account's customer, made for its first payment, at the address by which taxes are computed. */
  async #customer(ctx: Ctx, accountId: string, place: OwnedOrder["place"]): Promise<string> {
    const known = await findCustomer(ctx.db, accountId, this.provider);
    const id = known ?? accountId;
    const address = addressOf({ place });
    const email = await verifiedEmailOf(ctx.db, accountId);
    if (!known)
      try {
        await this.ask((client) =>
          client.customer.create(
            { id, billing_address: address, locale: ctx.locale, ...(email ? { email } : {}) },
            keyed(`customer-${id}`),
          ),
        );
      } catch (error) {
        if (!isFault(error, "duplicate_entry")) throw error;
      }
    await this.ask((client) => client.customer.updateBillingInfo(id, { billing_address: address }));
    return id;
  }
}
