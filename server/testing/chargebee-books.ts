/** What can be done with the records of the fake Chargebee, by its API, by a person and in its dashboard. */
import { randomUUID } from "node:crypto";
import { numbers, Refused } from "./chargebee-objects.ts";
import type {
  BookedCreditNote,
  BookedCustomer,
  BookedIntent,
  BookedInvoice,
  BookedSubscription,
  CardBehavior,
} from "./chargebee-objects.ts";
import { openRecords } from "./chargebee-records.ts";
import { addPeriods } from "./chargebee-terms.ts";

export type ChargebeeBooks = ReturnType<typeof openChargebeeBooks>;

/** @param now the present, in milliseconds */
export function openChargebeeBooks(now: () => number) {
  const records = openRecords(now);
  const { bill, consume, costOf, countryOf, customers, coupons, creditNotes, end, find, intents } = records;
  const {
    itemOf,
    prices,
    report,
    resumeAt,
    seconds,
    settleOpen,
    startTerm,
    subscriptions,
    touch,
    useCoupons,
  } = records;
  return {
    ...records,
    createCustomer: (given: {
      id: string;
      email?: string;
      billing_address?: BookedCustomer["billing_address"];
    }): BookedCustomer => {
      if (customers.has(given.id)) throw new Refused(400, "duplicate_entry", { param: "id" });
      const customer: BookedCustomer = { object: "customer", ...given, card: null, isCleared: false };
      customers.set(given.id, customer);
      report("customer_created", { customer });
      return customer;
    },
    createIntent: (
      given: Pick<BookedIntent, "amount" | "currency_code" | "customer_id" | "payment_method_type">,
    ): BookedIntent => {
      find(customers, given.customer_id);
      const intent: BookedIntent = {
        object: "payment_intent",
        id: `pi_${randomUUID()}`,
        ...given,
        status: "inited",
        card: null,
      };
      intents.set(intent.id, intent);
      return intent;
    },
    /** The person confirms an intent with a card, as Chargebee.js does. */
    confirm: (id: string, behavior: CardBehavior): void => {
      const intent = find(intents, id);
      if (intent.status !== "inited") throw new Refused(400, "invalid_state_for_request");
      intent.status = "authorized";
      intent.card = {
        last4: numbers[behavior],
        card_type: "visa",
        expiry_month: 12,
        expiry_year: 2034,
        behavior,
      };
    },
    /** @param order.trialEnd seconds; null for none */
    subscribe: (
      customer: string,
      order: {
        id: string;
        priceId: string;
        couponIds: string[];
        trialEnd: number | null;
        intent: string | null;
      },
    ): BookedSubscription => {
      if (subscriptions.has(order.id)) throw new Refused(400, "duplicate_entry", { param: "id" });
      const at = seconds();
      const item = itemOf(order.priceId);
      const applied = order.couponIds.map((id) => ({ coupon_id: find(coupons, id).id, applied_count: 0 }));
      const { currency_code: currency } = find(prices, order.priceId);
      const isTrial = order.trialEnd !== null && order.trialEnd > at;
      const cost = costOf(item.amount, currency, { applied, country: countryOf(customer) });
      if (order.intent) consume(order.intent, customer, isTrial ? 0 : cost.total);
      else if (!isTrial && !find(customers, customer).card)
        throw new Refused(400, "payment_method_not_present", { type: "payment" });
      const found: BookedSubscription = {
        object: "subscription",
        id: order.id,
        customer_id: customer,
        currency_code: currency,
        status: isTrial ? "in_trial" : "active",
        created_at: at,
        started_at: at,
        has_scheduled_changes: false,
        deleted: false,
        subscription_items: [item],
        coupons: applied,
        due_invoices_count: 0,
        resource_version: 0,
        updated_at: at,
        nextPriceId: null,
        retries: 0,
        ...(isTrial ? { trial_start: at, trial_end: order.trialEnd!, next_billing_at: order.trialEnd! } : {}),
      };
      subscriptions.set(found.id, found);
      if (!isTrial) {
        startTerm(found, at);
        useCoupons(found);
        bill(found, cost.total, at, true);
      }
      return touch(found, "subscription_created");
    },
    /** When a term that begins now ends. */
    termEnd: (priceId: string): number => addPeriods(seconds(), find(prices, priceId)),
    /** The cost of another price now: the rest of the term is taken off. */
    changeCost: (found: BookedSubscription, priceId: string) => {
      const unused = found.status === "active" ? found.subscription_items[0]!.amount : 0;
      return costOf(itemOf(priceId).amount, found.currency_code, {
        applied: found.coupons,
        country: countryOf(found.customer_id),
        unused: Math.min(unused, itemOf(priceId).amount),
      });
    },
    change: (
      found: BookedSubscription,
      priceId: string,
      isAtEnd: boolean,
      cost: number,
    ): BookedSubscription => {
      if (isAtEnd) {
        find(prices, priceId);
        found.nextPriceId = priceId;
        found.has_scheduled_changes = true;
        return touch(found, "subscription_changes_scheduled");
      }
      if (found.status === "active") {
        if (find(customers, found.customer_id).card?.behavior !== "good")
          throw new Refused(402, "payment_processing_failed", { type: "payment" });
        bill(found, cost, seconds(), true);
      }
      found.subscription_items = [itemOf(priceId)];
      found.nextPriceId = null;
      found.has_scheduled_changes = false;
      if (found.status === "active") startTerm(found, seconds());
      return touch(found, "subscription_changed");
    },
    dropChange: (found: BookedSubscription): BookedSubscription => {
      if (!found.has_scheduled_changes) throw new Refused(400, "invalid_state_for_request");
      found.nextPriceId = null;
      found.has_scheduled_changes = false;
      return touch(found, "subscription_scheduled_changes_removed");
    },
    cancel: (found: BookedSubscription, isAtEnd: boolean): BookedSubscription => {
      if (found.status === "cancelled" || (isAtEnd && found.cancelled_at !== undefined))
        throw new Refused(400, "invalid_state_for_request");
      const at = seconds();
      if (!isAtEnd || found.status === "paused") {
        end(found, at);
        return found;
      }
      found.cancelled_at = found.status === "in_trial" ? found.trial_end! : found.current_term_end!;
      found.cancel_schedule_created_at = at;
      if (found.status === "active") found.status = "non_renewing";
      delete found.next_billing_at;
      return touch(found, "subscription_cancellation_scheduled");
    },
    undoCancel: (found: BookedSubscription): BookedSubscription => {
      if (found.cancelled_at === undefined || found.status === "cancelled")
        throw new Refused(400, "invalid_state_for_request");
      delete found.cancelled_at;
      delete found.cancel_schedule_created_at;
      if (found.status === "non_renewing") found.status = "active";
      const next = found.status === "in_trial" ? found.trial_end : found.current_term_end;
      if (next !== undefined) found.next_billing_at = next;
      return touch(found, "subscription_scheduled_cancellation_removed");
    },
    pause: (found: BookedSubscription, until: number): BookedSubscription => {
      if (found.status !== "active") throw new Refused(400, "invalid_state_for_request");
      found.status = "paused";
      found.pause_date = seconds();
      found.resume_date = until;
      delete found.next_billing_at;
      return touch(found, "subscription_paused");
    },
    resume: (found: BookedSubscription): BookedSubscription => {
      if (found.status !== "paused") throw new Refused(400, "invalid_state_for_request");
      resumeAt(found, seconds());
      return found;
    },
    replaceMethod: (customer: string, intent: string): void => {
      consume(intent, customer, 0);
      report("payment_source_added", {
        customer: find(customers, customer),
        payment_source: { customer_id: customer },
      });
    },
    collect: (invoice: BookedInvoice): BookedInvoice => {
      const found = find(subscriptions, invoice.subscription_id);
      if (invoice.status === "paid") throw new Refused(400, "invalid_state_for_request");
      if (find(customers, invoice.customer_id).card?.behavior !== "good")
        throw new Refused(402, "payment_processing_failed", { type: "payment" });
      settleOpen(found);
      touch(found, "subscription_changed");
      return invoice;
    },
    refund: (invoice: BookedInvoice, amount: number): BookedCreditNote => {
      const before = invoice.issued_credit_notes.reduce((sum, one) => sum + one.cn_total, 0);
      if (invoice.status !== "paid" || before + amount > invoice.total)
        throw new Refused(400, "invalid_state_for_request", { param: "refund_amount" });
      const note: BookedCreditNote = {
        object: "credit_note",
        id: `CN-${creditNotes.size + 1}`,
        customer_id: invoice.customer_id,
        subscription_id: invoice.subscription_id,
        reference_invoice_id: invoice.id,
        currency_code: invoice.currency_code,
        date: seconds(),
        total: amount,
        status: "refunded",
      };
      creditNotes.set(note.id, note);
      invoice.issued_credit_notes.push({ cn_id: note.id, cn_total: amount });
      report("payment_refunded", {
        invoice,
        credit_note: note,
        customer: find(customers, invoice.customer_id),
      });
      return note;
    },
  };
}
