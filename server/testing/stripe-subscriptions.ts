/** Stripe Billing in the fake Stripe: subscriptions that a studio had before, which renew by themselves until they are ended. */
import type Stripe from "stripe";
import type { Clock } from "../platform/clock.ts";
import { idOf, methodOf, refuse } from "./stripe-objects.ts";
import type { Answer, Charge } from "./stripe-objects.ts";

/** A subscription as it stands at Stripe. */
export interface BilledSubscription {
  readonly id: string;
  readonly customer: string;
  status: Stripe.Subscription.Status;
  /** Seconds. */
  periodStart: number;
  periodEnd: number;
  anchor: number;
  readonly price: {
    readonly id: string;
    readonly nickname: string | null;
    readonly amount: number;
    readonly interval: "month" | "year";
  };
  readonly currency: string;
  method: string | null;
  /** A card of an old integration, which it charges without a method of its own. */
  readonly source: string | null;
  /** What the customer's other invoices are charged to. */
  readonly customerMethod: string | null;
  /** Of the customer, in minor units. */
  balance: number;
  /** Whether the customer's next invoice has items already. */
  readonly hasPendingItems: boolean;
  cancelAtPeriodEnd: boolean;
  isCollectionPaused: boolean;
  /** Of the newest invoice. */
  invoice: "draft" | "open" | "paid";
  discount: {
    readonly percentOff: number;
    readonly duration: "forever" | "repeating";
    readonly of?: "item" | "product";
  } | null;
  comment: string | null;
  readonly charges: number[];
}

const cancelParameters = /^(?:invoice_now|prorate|cancellation_details\[comment\]|expand\[\d+\])$/;
const month = 30 * 86_400;

/** @param books where the charges of renewals appear */
export function openSubscriptions(
  clock: Clock,
  books: { readonly charges: Charge[]; readonly customers: Set<string>; readonly faults: string[] },
) {
  const all = new Map<string, BilledSubscription>();
  const now = () => Math.floor(clock.now().getTime() / 1000);

  const shown = (found: BilledSubscription): object => {
    const { id, customer, price, currency } = found;
    const coupon = found.discount && {
      id: "coupon",
      object: "coupon",
      percent_off: found.discount.percentOff,
      amount_off: null,
      duration: found.discount.duration,
      ...(found.discount.of === "product" ? { applies_to: { products: ["prod"] } } : {}),
    };
    const isOfItem = found.discount?.of === "item";
    return {
      id,
      object: "subscription",
      status: found.status,
      currency,
      customer: {
        id: customer,
        object: "customer",
        address: null,
        balance: found.balance,
        discount: null,
        default_source: null,
        invoice_settings: { default_payment_method: found.customerMethod && methodOf(found.customerMethod) },
      },
      collection_method: "charge_automatically",
      automatic_tax: { enabled: false },
      default_tax_rates: [],
      default_payment_method: found.method && methodOf(found.method),
      default_source: found.source,
      discounts:
        coupon && !isOfItem ? [{ id: "di", object: "discount", source: { coupon, type: "coupon" } }] : [],
      billing_cycle_anchor: found.anchor,
      start_date: found.anchor,
      trial_end: found.status === "trialing" ? found.periodEnd : null,
      cancel_at_period_end: found.cancelAtPeriodEnd,
      cancel_at: found.cancelAtPeriodEnd ? found.periodEnd : null,
      cancellation_details: { comment: found.comment, feedback: null, reason: null },
      pause_collection: found.isCollectionPaused ? { behavior: "void", resumes_at: null } : null,
      pending_update: null,
      schedule: null,
      latest_invoice: { id: idOf("in"), object: "invoice", status: found.invoice },
      items: {
        object: "list",
        data: [
          {
            id: `si_${id}`,
            object: "subscription_item",
            quantity: 1,
            current_period_start: found.periodStart,
            current_period_end: found.periodEnd,
            discounts: isOfItem ? ["di"] : [],
            tax_rates: [],
            price: {
              id: price.id,
              object: "price",
              nickname: price.nickname,
              currency,
              unit_amount: price.amount,
              tax_behavior: "unspecified",
              recurring: { interval: price.interval, interval_count: 1, usage_type: "licensed" },
              product: { id: "prod", object: "product", name: "All classes" },
            },
          },
        ],
      },
    };
  };
  const missing = (param: string, what: string): Answer =>
    refuse(404, {
      type: "invalid_request_error",
      code: "resource_missing",
      param,
      message: `No such ${what}`,
    });

  return {
    all,
    /** A running subscription, as another service made it for the studio. Of $19 a month, and paid for 12 more days, unless said. */
    add: (given: Partial<Omit<BilledSubscription, "id" | "charges">> = {}): BilledSubscription => {
      const customer = given.customer ?? idOf("cus");
      books.customers.add(customer);
      const made: BilledSubscription = {
        id: idOf("sub"),
        status: "active",
        periodStart: now() - 18 * 86_400,
        periodEnd: now() + 12 * 86_400,
        anchor: now() - 18 * 86_400,
        price: { id: "price_gold", nickname: "Gold", amount: 1900, interval: "month" },
        currency: "usd",
        method: idOf("pm_good"),
        source: null,
        customerMethod: null,
        balance: 0,
        hasPendingItems: false,
        cancelAtPeriodEnd: false,
        isCollectionPaused: false,
        invoice: "paid",
        discount: null,
        comment: null,
        ...given,
        customer,
        charges: [],
      };
      all.set(made.id, made);
      return made;
    },
    /** Charges what is due, as Stripe does by itself. */
    renewDue: (): void => {
      for (const found of all.values())
        while ((found.status === "active" || found.status === "trialing") && found.periodEnd <= now()) {
          if (found.cancelAtPeriodEnd) {
            found.status = "canceled";
            break;
          }
          found.status = "active";
          found.periodStart = found.periodEnd;
          found.periodEnd += month;
          if (!found.isCollectionPaused) found.charges.push(found.price.amount);
        }
    },
    route: (verb: string, path: string, form: URLSearchParams): Answer | null => {
      const [, , kind, id = ""] = path.split("/");
      if (kind === "invoiceitems" && verb === "GET") {
        if (form.get("pending") !== "true") books.faults.push(`${verb} ${path} of all invoices`);
        const data = [...all.values()]
          .filter((one) => one.customer === form.get("customer") && one.hasPendingItems)
          .map(({ customer }) => ({ id: idOf("ii"), object: "invoiceitem", customer }));
        return { status: 200, body: { object: "list", data, has_more: false, url: path } };
      }
      if (kind !== "subscriptions") return null;
      if (verb === "GET" && !id) {
        const customer = form.get("customer") ?? "";
        if (!books.customers.has(customer)) return missing("customer", "customer");
        const data = [...all.values()]
          .filter((one) => one.customer === customer && one.status !== "canceled")
          .map(shown);
        return { status: 200, body: { object: "list", data, has_more: false, url: path } };
      }
      const found = all.get(id);
      if (!found) return missing("id", "subscription");
      if (verb === "GET") return { status: 200, body: shown(found) };
      if (verb !== "DELETE") return null;
      for (const name of form.keys())
        if (!cancelParameters.test(name)) books.faults.push(`${verb} ${path} ${name}`);
      // Like Stripe, which doesn't find a canceled subscription to cancel it.
      if (found.status === "canceled") return missing("id", "subscription");
      if (form.get("prorate") !== "false" || form.get("invoice_now") !== "false")
        books.faults.push(`${verb} ${path} moves money`);
      found.status = "canceled";
      found.comment = form.get("cancellation_details[comment]");
      return { status: 200, body: shown(found) };
    },
  };
}
