/**
 * The records of the fake Chargebee: customers, subscriptions, invoices and payment intents, moved by acts and by time. A
 * subscription renews, is retried and ends as Chargebee does it with its default settings.
 */
import { randomUUID } from "node:crypto";
import { Refused } from "./chargebee-objects.ts";
import type {
  BookedCoupon,
  BookedCreditNote,
  BookedCustomer,
  BookedEvent,
  BookedIntent,
  BookedInvoice,
  BookedSubscription,
  Card,
  Item,
  Price,
} from "./chargebee-objects.ts";
import { addPeriods } from "./chargebee-terms.ts";

/** How long after a declined renewal it is tried again, in seconds, and how often. */
const retryAfter = 86_400;
const maxRetries = 3;
/** Chargebee computes taxes itself: here, sales tax of one rate on top in the United States. */
const taxPercent = 10;

/** @param now the present, in milliseconds */
export function openRecords(now: () => number) {
  const customers = new Map<string, BookedCustomer>();
  const subscriptions = new Map<string, BookedSubscription>();
  const invoices = new Map<string, BookedInvoice>();
  const creditNotes = new Map<string, BookedCreditNote>();
  const intents = new Map<string, BookedIntent>();
  const events = new Map<string, BookedEvent>();
  const prices = new Map<string, Price>();
  const coupons = new Map<string, BookedCoupon>();
  /** Events that weren't sent, in order. */
  const unsent: BookedEvent[] = [];
  let version = 0;
  /** The moment that time has reached, in seconds: what is due later hasn't happened. */
  let reached = 0;
  const seconds = (): number => Math.max(reached, Math.floor(now() / 1000));
  const find = <Found>(all: Map<string, Found>, id: string): Found => {
    const found = all.get(id);
    if (!found) throw new Refused(404, "resource_not_found");
    return found;
  };
  const report = (event_type: string, content: Record<string, object>): void => {
    const event = {
      id: `ev_${randomUUID().replaceAll("-", "")}`,
      event_type,
      content: structuredClone(content),
    };
    events.set(event.id, event);
    unsent.push(event);
  };
  /** Records a change of a subscription, and tells it. */
  const touch = (found: BookedSubscription, event: string, at = seconds()): BookedSubscription => {
    version = Math.max(version + 1, at * 1000);
    found.resource_version = version;
    found.updated_at = at;
    report(event, { subscription: found, customer: find(customers, found.customer_id) });
    return found;
  };
  const itemOf = (id: string): Item => {
    const price = prices.get(id);
    if (!price)
      throw new Refused(404, "resource_not_found", { param: "subscription_items[item_price_id][0]" });
    return {
      item_price_id: id,
      item_type: "plan",
      quantity: 1,
      unit_price: price.price,
      amount: price.price,
    };
  };

  /** What a term costs. `uses`: how often each coupon was applied before. */
  const costOf = (
    amount: number,
    currency: string,
    {
      applied,
      country,
      unused = 0,
    }: { applied: { coupon_id: string; applied_count: number }[]; country: string; unused?: number },
  ) => {
    const discounts = applied.flatMap(({ coupon_id: id, applied_count: count }) => {
      const coupon = find(coupons, id);
      const most = { forever: Infinity, one_time: 1, limited_period: coupon.period ?? 0 }[
        coupon.duration_type
      ];
      if (count >= most) return [];
      const off =
        coupon.discount_type === "percentage"
          ? Math.round((amount * (coupon.discount_percentage ?? 0)) / 100)
          : (coupon.discount_amount ?? 0);
      return [{ amount: off, entity_type: "document_level_coupon", entity_id: id }];
    });
    const off = discounts.reduce((sum, one) => sum + one.amount, 0);
    const net = Math.max(0, amount - off - unused);
    const tax = country === "US" ? Math.round((net * taxPercent) / 100) : 0;
    return {
      currency_code: currency,
      recurring: true,
      price_type: "tax_exclusive",
      sub_total: net,
      total: net + tax,
      credits_applied: 0,
      amount_paid: 0,
      amount_due: net + tax,
      line_items: [
        { amount, description: "Plan", entity_type: "plan_item_price", is_taxed: true },
        ...(unused
          ? [{ amount: -unused, description: "Unused time", entity_type: "adhoc", is_taxed: true }]
          : []),
      ],
      discounts,
      taxes: tax ? [{ name: "Sales Tax", amount: tax }] : [],
      line_item_taxes: tax ? [{ tax_name: "Sales Tax", tax_rate: taxPercent }] : [],
    };
  };
  const countryOf = (customer: string): string => find(customers, customer).billing_address?.country ?? "US";
  const bill = (found: BookedSubscription, total: number, at: number, isPaid: boolean): BookedInvoice => {
    const invoice: BookedInvoice = {
      object: "invoice",
      id: String(1000 + invoices.size),
      customer_id: found.customer_id,
      subscription_id: found.id,
      currency_code: found.currency_code,
      date: at,
      status: isPaid ? "paid" : "payment_due",
      total,
      amount_due: isPaid ? 0 : total,
      issued_credit_notes: [],
      ...(isPaid ? {} : { dunning_status: "in_progress" as const }),
    };
    invoices.set(invoice.id, invoice);
    report(isPaid ? "payment_succeeded" : "payment_failed", {
      invoice,
      customer: find(customers, found.customer_id),
    });
    return invoice;
  };
  const useCoupons = (found: BookedSubscription): void => {
    for (const coupon of found.coupons) coupon.applied_count += 1;
  };
  const startTerm = (found: BookedSubscription, at: number): void => {
    const price = find(prices, found.subscription_items[0]!.item_price_id);
    found.current_term_start = at;
    found.current_term_end = addPeriods(at, price);
    found.next_billing_at = found.current_term_end;
  };
  /** Charges a term that begins; the card decides. */
  const chargeTerm = (found: BookedSubscription, at: number): void => {
    const card = find(customers, found.customer_id).card;
    const { amount } = found.subscription_items[0]!;
    const cost = costOf(amount, found.currency_code, {
      applied: found.coupons,
      country: countryOf(found.customer_id),
    });
    const isPaid = cost.total === 0 || card?.behavior === "good";
    useCoupons(found);
    bill(found, cost.total, at, isPaid);
    if (isPaid) return;
    found.due_invoices_count += 1;
    found.due_since = at;
    found.retries = 0;
  };
  const openInvoices = (id: string): BookedInvoice[] =>
    [...invoices.values()].filter((one) => one.subscription_id === id && one.status === "payment_due");
  const settleOpen = (found: BookedSubscription): void => {
    for (const invoice of openInvoices(found.id)) {
      invoice.status = "paid";
      invoice.amount_due = 0;
      invoice.dunning_status = "success";
      report("payment_succeeded", { invoice, customer: find(customers, found.customer_id) });
    }
    found.due_invoices_count = 0;
    delete found.due_since;
  };
  const end = (found: BookedSubscription, at: number, reason?: string): void => {
    found.status = "cancelled";
    found.cancelled_at = at;
    delete found.next_billing_at;
    delete found.resume_date;
    found.has_scheduled_changes = false;
    found.nextPriceId = null;
    if (reason) found.cancel_reason = reason;
    touch(found, "subscription_cancelled", at);
  };

  /** When the next thing happens to a subscription by itself, and what. */
  const nextStep = (found: BookedSubscription): { at: number; run: (at: number) => void } | null => {
    const steps: { at: number | undefined; run: (at: number) => void }[] = [];
    if (found.due_since !== undefined && found.status === "active")
      steps.push({
        at: found.due_since + (found.retries + 1) * retryAfter,
        run: (at) => {
          found.retries += 1;
          if (find(customers, found.customer_id).card?.behavior === "good") {
            settleOpen(found);
            touch(found, "subscription_changed", at);
          } else if (found.retries >= maxRetries) {
            for (const invoice of openInvoices(found.id)) {
              invoice.status = "not_paid";
              invoice.dunning_status = "exhausted";
            }
            found.due_invoices_count = 0;
            delete found.due_since;
            end(found, at, "not_paid");
          }
        },
      });
    if (found.status === "in_trial" || found.status === "active")
      steps.push({
        at: found.status === "in_trial" ? found.trial_end : found.current_term_end,
        run: (at) => {
          const wasTrial = found.status === "in_trial";
          if (wasTrial && found.cancelled_at !== undefined) return end(found, at);
          found.status = "active";
          if (found.nextPriceId) found.subscription_items = [itemOf(found.nextPriceId)];
          found.nextPriceId = null;
          found.has_scheduled_changes = false;
          startTerm(found, at);
          chargeTerm(found, at);
          touch(found, wasTrial ? "subscription_activated" : "subscription_renewed", at);
        },
      });
    if (found.status === "non_renewing") steps.push({ at: found.cancelled_at, run: (at) => end(found, at) });
    if (found.status === "paused") steps.push({ at: found.resume_date, run: (at) => resumeAt(found, at) });
    const due = steps.filter(
      (step): step is { at: number; run: (at: number) => void } => step.at !== undefined,
    );
    return due.sort((one, other) => one.at - other.at)[0] ?? null;
  };
  const resumeAt = (found: BookedSubscription, at: number): void => {
    found.status = "active";
    delete found.pause_date;
    delete found.resume_date;
    startTerm(found, at);
    chargeTerm(found, at);
    touch(found, "subscription_resumed", at);
  };

  /** Takes a confirmed intent for an amount. */
  const consume = (id: string, customer: string, amount: number): Card => {
    const intent = find(intents, id);
    if (intent.customer_id !== customer)
      throw new Refused(400, "param_wrong_value", { param: "payment_intent[id]" });
    if (intent.status !== "authorized")
      throw new Refused(400, "invalid_state_for_request", { param: "payment_intent[id]" });
    if (intent.amount < amount) throw new Refused(400, "param_wrong_value", { param: "payment_intent[id]" });
    intent.status = "consumed";
    if (intent.card!.behavior === "declined")
      throw new Refused(402, "payment_processing_failed", { type: "payment" });
    find(customers, customer).card = intent.card;
    return intent.card!;
  };

  return {
    customers,
    subscriptions,
    invoices,
    creditNotes,
    intents,
    events,
    prices,
    coupons,
    unsent,
    find,
    costOf,
    seconds,
    report,
    touch,
    itemOf,
    countryOf,
    bill,
    useCoupons,
    startTerm,
    settleOpen,
    end,
    resumeAt,
    consume,
    /** Lets time pass: what is due until then happens, in order. */
    travel: (to: Date): void => {
      const until = Math.floor(to.getTime() / 1000);
      for (;;) {
        const due = [...subscriptions.values()]
          .map((found) => nextStep(found))
          .filter((step) => step !== null && step.at <= until)
          .sort((one, other) => one!.at - other!.at)[0];
        if (!due) break;
        reached = Math.max(reached, due.at);
        due.run(due.at);
      }
      reached = Math.max(reached, until);
    },
  };
}
