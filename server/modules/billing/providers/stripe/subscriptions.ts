import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { ProviderUnavailable } from "../../errors.ts";
import type { HeldFault, HeldRefs, HeldSubscription, HeldSubscriptions } from "../../held-ports.ts";
import { idOf, meaningOf, methodOf } from "./payment-results.ts";
import { minChargeOf } from "./min-charges.ts";

type Subscription = Stripe.Subscription;
type Item = Stripe.SubscriptionItem;

/** A subscription that renews sooner stays at Stripe, which may be making its next invoice. In milliseconds. */
const renewingMs = 2 * 3_600_000;
const periodUnits = ["day", "week", "month", "year"] as const;
const expand = [
  "customer.invoice_settings.default_payment_method",
  "default_payment_method",
  "discounts.source.coupon.applies_to",
  "items.data.price.product",
  "latest_invoice",
];

/** Waits before a request is repeated that Stripe had too many of, in milliseconds. Later attempts are the job's. */
const busyMs = [500, 1_000, 2_000] as const;

/** Repeats a request that Stripe had too many of. */
async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const ms of busyMs)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError && error.statusCode === 429)) throw error;
      // Not all at the same moment again.
      await wait(ms * (1 + Math.random()));
    }
  return call();
}

/** A moment of Stripe: seconds. */
const momentOf = (seconds: number): Date => new Date(seconds * 1000);

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** Whether a key is unknown to Stripe, or may not ask that. */
const isForbidden = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError;

const customerOf = ({ customer }: Subscription): Stripe.Customer | null =>
  typeof customer === "string" || customer.deleted ? null : customer;

/** The one thing that it charges for; null if there are several, a quantity, tiers or usage. */
function itemOf({ items }: Subscription): (Item & { price: { unit_amount: number } }) | null {
  const [item, ...others] = items.data;
  const isPlain =
    item &&
    others.length === 0 &&
    (item.quantity ?? 1) === 1 &&
    item.price.unit_amount !== null &&
    item.price.recurring?.usage_type === "licensed";
  return isPlain ? (item as Item & { price: { unit_amount: number } }) : null;
}

/** Whether tax comes on top of the price. */
const isTaxed = ({ automatic_tax, default_tax_rates }: Subscription, { price, tax_rates }: Item): boolean =>
  (automatic_tax.enabled && price.tax_behavior !== "inclusive") ||
  [...(default_tax_rates ?? []), ...(tax_rates ?? [])].some(({ inclusive }) => !inclusive);

/** What is left of a price after discounts of the subscription that never end; null with any other discount. */
function discounted(found: Subscription, item: Item, customer: Stripe.Customer): number | null {
  if (customer.discount || item.discounts.length > 0) return null;
  let left = item.price.unit_amount ?? 0;
  for (const discount of found.discounts) {
    const coupon = typeof discount === "string" ? null : discount.source.coupon;
    if (!coupon || typeof coupon === "string" || coupon.duration !== "forever" || coupon.applies_to)
      return null;
    left -=
      coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((left * coupon.percent_off) / 100);
  }
  return left;
}

/** The fault of a subscription by its state alone. */
function faultOf(found: Subscription, { current_period_end: endsAt }: Item, now: Date): HeldFault | null {
  const { status, latest_invoice: invoice } = found;
  if (status === "canceled" || status === "incomplete_expired") return "ended";
  if (status === "paused" || found.pause_collection) return "paused";
  if (status !== "active" && status !== "trialing") return "unpaid";
  if (found.schedule || found.pending_update || (found.cancel_at !== null && found.cancel_at !== endsAt))
    return "scheduled";
  if (momentOf(endsAt).getTime() - now.getTime() < renewingMs) return "renewing";
  // A draft or an open invoice of an active subscription is being collected.
  const invoiceStatus = invoice && typeof invoice !== "string" ? invoice.status : "paid";
  if (invoiceStatus === "draft" || invoiceStatus === "open") return "renewing";
  return invoiceStatus === "paid" ? null : "unpaid";
}

/** The name that people know a price by. */
function nameOf({ nickname, product }: Stripe.Price): string | null {
  return nickname ?? (typeof product === "string" || product.deleted ? null : product.name);
}

/** Stripe Billing's subscriptions, which a studio had before it came here. */
export class StripeSubscriptions implements HeldSubscriptions {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  async find({ subscription, customer }: HeldRefs, now: Date): Promise<HeldSubscription | HeldFault | null> {
    try {
      const ref = subscription ?? (customer && (await this.#onlyOf(customer)));
      if (ref === null || ref === "several") return ref;
      const found = await this.#retrieve(ref);
      const keeper = customerOf(found);
      if (!keeper || (customer !== null && keeper.id !== customer)) return "not_found";
      return await this.#read(found, keeper, now);
    } catch (error) {
      if (isMissing(error)) return "not_found";
      if (isForbidden(error)) return "forbidden";
      throw meaningOf(error, "subscription");
    }
  }

  async end(
    ref: string,
    note: string,
  ): Promise<Pick<HeldSubscription, "termStartsAt" | "termEndsAt"> | "ended"> {
    try {
      const before = await this.#retrieve(ref);
      const ended = before.status === "canceled" ? before : await this.#cancel(ref, note);
      return ended.cancellation_details?.comment === note ? termOf(ended) : "ended";
    } catch (error) {
      throw meaningOf(error, "subscription");
    }
  }

  async #cancel(ref: string, note: string): Promise<Subscription> {
    try {
      return await patiently(() =>
        this.#stripe.subscriptions.cancel(ref, {
          invoice_now: false,
          prorate: false,
          cancellation_details: { comment: note },
        }),
      );
    } catch (error) {
      // Canceled before, perhaps by a request whose answer was lost.
      if (isMissing(error)) return this.#retrieve(ref);
      throw error;
    }
  }

  /** @throws Stripe's errors, ProviderUnavailable */
  async #retrieve(ref: string): Promise<Subscription> {
    const found = await patiently(() => this.#stripe.subscriptions.retrieve(ref, { expand }));
    // The SDK accepts a page in place of JSON as a response.
    if (typeof found.id !== "string") throw new ProviderUnavailable();
    return found;
  }

  /** The only subscription of a customer that hasn't ended. */
  async #onlyOf(customer: string): Promise<string | "several" | null> {
    const { data } = await patiently(() => this.#stripe.subscriptions.list({ customer, limit: 100 }));
    if (!Array.isArray(data)) throw new ProviderUnavailable();
    const running = data.filter(({ status }) => status !== "canceled" && status !== "incomplete_expired");
    return running.length > 1 ? "several" : (running[0]?.id ?? null);
  }

  /** Whether the next invoice of a customer has items already, such as prorations. */
  async #hasPendingItems(customer: string): Promise<boolean> {
    const { data } = await patiently(() =>
      this.#stripe.invoiceItems.list({ customer, pending: true, limit: 1 }),
    );
    if (!Array.isArray(data)) throw new ProviderUnavailable();
    return data.length > 0;
  }

  async #read(
    found: Subscription,
    customer: Stripe.Customer,
    now: Date,
  ): Promise<HeldSubscription | HeldFault> {
    const [first] = found.items.data;
    const fault = first ? faultOf(found, first, now) : "unusual";
    if (fault) return fault;
    const item = itemOf(found);
    const periodUnit = periodUnits.find((unit) => unit === item?.price.recurring?.interval);
    if (!item || !periodUnit) return "unusual";
    if (isTaxed(found, item)) return "taxed";
    const currencyCode = found.currency.toUpperCase();
    const amount = discounted(found, item, customer);
    if (amount === null) return "discounted";
    if (amount < minChargeOf(currencyCode)) return "unusual";
    const method = await this.#methodOf(found, customer);
    if (!method) return "no_method";
    // Money that its next invoice would have counted.
    if (customer.balance !== 0 || (await this.#hasPendingItems(customer.id))) return "balance";
    if ((await this.#onlyOf(customer.id)) !== found.id) return "several";
    return {
      ref: found.id,
      customer: customer.id,
      renews: !found.cancel_at_period_end && found.cancel_at === null,
      isTrial: found.status === "trialing",
      price: {
        ref: item.price.id,
        name: nameOf(item.price),
        amount: item.price.unit_amount,
        period: item.price.recurring!.interval_count,
        periodUnit,
      },
      amount,
      currencyCode,
      startedAt: momentOf(found.start_date),
      ...termOf(found),
      anchorAt: momentOf(found.billing_cycle_anchor),
      countryCode: customer.address?.country ?? null,
      method: methodOf(method),
    };
  }

  /** What Stripe would charge next, in its order; null for what we can't charge without the person, such as an invoice by email. */
  async #methodOf(found: Subscription, customer: Stripe.Customer): Promise<Stripe.PaymentMethod | null> {
    if (found.collection_method !== "charge_automatically") return null;
    const chosen =
      found.default_payment_method ??
      found.default_source ??
      customer.invoice_settings.default_payment_method ??
      customer.default_source;
    const isMethod = chosen !== null && typeof chosen === "object" && chosen.object === "payment_method";
    // Cards of old integrations are sources, which can be charged like payment methods.
    const ref = idOf(chosen);
    const method = isMethod
      ? chosen
      : ref && (await patiently(() => this.#stripe.paymentMethods.retrieve(ref)));
    return method && (method.type === "card" || method.type === "paypal") ? method : null;
  }
}

/** The running term of a subscription, or the last one of one that was ended. */
function termOf({ items }: Subscription): Pick<HeldSubscription, "termStartsAt" | "termEndsAt"> {
  const [item] = items?.data ?? [];
  // The SDK accepts a page in place of JSON as a response.
  if (!item) throw new ProviderUnavailable();
  return {
    termStartsAt: momentOf(item.current_period_start),
    termEndsAt: momentOf(item.current_period_end),
  };
}
