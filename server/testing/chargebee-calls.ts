/** The calls of the fake Chargebee's API: their parameters, and what they answer. */
import type { ChargebeeBooks } from "./chargebee-books.ts";
import { Refused } from "./chargebee-objects.ts";
import type { BookedSubscription } from "./chargebee-objects.ts";

export const chargebeeSite = "eightcount-test";

/** The parameters of each call, without the parts in brackets that count a list. */
export const known: Readonly<Record<string, readonly string[]>> = {
  "GET /customers/:id": [],
  "POST /customers": ["id", "email", "locale", "billing_address[country]", "billing_address[zip]"],
  "POST /customers/:id/update_billing_info": ["billing_address[country]", "billing_address[zip]"],
  "POST /customers/:id/clear_personal_data": [],
  "POST /customers/:id/subscription_for_items": [
    "id",
    "subscription_items[item_price_id]",
    "subscription_items[quantity]",
    "coupon_ids",
    "trial_end",
    "auto_collection",
    "payment_intent[id]",
    "replace_primary_payment_source",
  ],
  "GET /subscriptions": [
    "limit",
    "offset",
    "customer_id[is]",
    "updated_at[after]",
    "include_deleted",
    "sort_by[asc]",
  ],
  "GET /subscriptions/:id": [],
  "GET /subscriptions/:id/retrieve_with_scheduled_changes": [],
  "POST /subscriptions/:id/update_for_items": [
    "subscription_items[item_price_id]",
    "subscription_items[quantity]",
    "replace_items_list",
    "prorate",
    "invoice_immediately",
    "end_of_term",
  ],
  "POST /subscriptions/:id/remove_scheduled_changes": [],
  "POST /subscriptions/:id/remove_scheduled_cancellation": [],
  "POST /subscriptions/:id/cancel_for_items": ["cancel_option"],
  "POST /subscriptions/:id/pause": ["pause_option", "resume_date"],
  "POST /subscriptions/:id/resume": ["resume_option", "charges_handling"],
  "POST /estimates/create_subscription_for_items": [
    "subscription[trial_end]",
    "subscription_items[item_price_id]",
    "subscription_items[quantity]",
    "coupon_ids",
    "billing_address[country]",
    "billing_address[zip]",
  ],
  "POST /estimates/update_subscription_for_items": [
    "subscription[id]",
    "subscription_items[item_price_id]",
    "subscription_items[quantity]",
    "replace_items_list",
    "prorate",
    "invoice_immediately",
    "end_of_term",
  ],
  "POST /payment_intents": [
    "customer_id",
    "amount",
    "currency_code",
    "payment_method_type",
    "gateway_account_id",
  ],
  "POST /payment_sources/create_using_payment_intent": [
    "customer_id",
    "payment_intent[id]",
    "replace_primary_payment_source",
  ],
  "GET /invoices": ["limit", "subscription_id[is]", "status[in]", "sort_by[desc]"],
  "POST /invoices/:id/collect_payment": [],
  "POST /invoices/:id/refund": ["refund_amount", "credit_note[reason_code]"],
  "POST /invoices/:id/pdf": ["disposition_type"],
  "GET /credit_notes": ["limit", "subscription_id[is]", "sort_by[desc]"],
  "POST /credit_notes/:id/pdf": ["disposition_type"],
  "GET /events/:id": [],
  "GET /item_prices": ["limit", "id[in]", "status[is]"],
  "GET /coupons": ["limit", "id[in]", "status[is]"],
};
/** Calls that change nothing, or may be made twice. */
export const keyless = new Set([
  "POST /invoices/:id/pdf",
  "POST /credit_notes/:id/pdf",
  "POST /customers/:id/update_billing_info",
  "POST /estimates/create_subscription_for_items",
  "POST /estimates/update_subscription_for_items",
  "POST /payment_intents",
]);

/** The call of a path: ids become `:id`. */
export function callOf(method: string, path: string): { call: string; id: string } {
  const [, resource = "", first, second] = path.replace("/api/v2", "").split("/");
  const whole = `${method} /${resource}${first ? `/${first}` : ""}${second ? `/${second}` : ""}`;
  if (known[whole]) return { call: whole, id: "" };
  const call = `${method} /${resource}${first ? "/:id" : ""}${second ? `/${second}` : ""}`;
  return { call, id: decodeURIComponent(first ?? "") };
}

/** The answer to a call. */
export function answerTo(books: ChargebeeBooks, call: string, id: string, given: URLSearchParams): object {
  const text = (name: string): string => given.get(name) ?? "";
  const all = (name: string): string[] =>
    [...given.keys()].filter((key) => key.startsWith(`${name}[`)).map((key) => text(key));
  const priceId = text("subscription_items[item_price_id][0]");
  const customerOf = ({ customer_id: customer }: { customer_id: string }) => {
    const { card, isCleared: _, ...found } = books.find(books.customers, customer);
    return {
      ...found,
      ...(card ? { payment_method: { object: "payment_method", type: "card", status: "valid" } } : {}),
    };
  };
  const cardOf = ({ customer_id: customer }: { customer_id: string }) => {
    const card = books.find(books.customers, customer).card;
    if (!card) return {};
    const { behavior: _, ...shown } = card;
    return { card: { object: "card", status: "valid", ...shown } };
  };
  const shown = (found: BookedSubscription) => {
    const { nextPriceId: _, retries: __, ...subscription } = found;
    return { subscription, customer: customerOf(found), ...cardOf(found) };
  };
  const subscription = () => books.find(books.subscriptions, id);
  const list = <Found>(found: Found[], of: (one: Found) => object) => {
    const limit = Number(text("limit") || 10);
    const offset = Number(JSON.parse(text("offset") || "[0]")[0]);
    const next = offset + limit < found.length ? { next_offset: JSON.stringify([offset + limit]) } : {};
    return { list: found.slice(offset, offset + limit).map(of), ...next };
  };
  const download = () => ({
    download: {
      object: "download",
      download_url: `https://${chargebeeSite}.chargebee.com/download/${id}`,
      valid_till: books.seconds() + 3600,
    },
  });
  const place = {
    country: text("billing_address[country]"),
    ...(text("billing_address[zip]") ? { zip: text("billing_address[zip]") } : {}),
  };
  const change = () => {
    const found = books.find(books.subscriptions, id || text("subscription[id]"));
    const isAtEnd = text("end_of_term") === "true";
    const cost = isAtEnd
      ? books.costOf(books.find(books.prices, priceId).price, found.currency_code, {
          applied: found.coupons,
          country: books.find(books.customers, found.customer_id).billing_address?.country ?? "US",
        })
      : books.changeCost(found, priceId);
    return { found, isAtEnd, cost };
  };
  switch (call) {
    case "POST /customers":
      return {
        customer: books.createCustomer({
          id: text("id"),
          billing_address: place,
          ...(text("email") ? { email: text("email") } : {}),
        }),
      };
    case "POST /customers/:id/update_billing_info":
      books.find(books.customers, id).billing_address = place;
      return { customer: customerOf({ customer_id: id }) };
    case "POST /customers/:id/clear_personal_data": {
      const customer = books.find(books.customers, id);
      const isLive = [...books.subscriptions.values()].some(
        (one) => one.customer_id === id && one.status !== "cancelled",
      );
      if (isLive) throw new Refused(400, "invalid_request");
      customer.isCleared = true;
      customer.card = null;
      delete customer.email;
      delete customer.billing_address;
      return { customer: customerOf({ customer_id: id }) };
    }
    case "POST /customers/:id/subscription_for_items": {
      books.find(books.customers, id);
      const trialEnd = Number(text("trial_end"));
      return shown(
        books.subscribe(id, {
          id: text("id"),
          priceId,
          couponIds: all("coupon_ids"),
          trialEnd: trialEnd > 0 ? trialEnd : null,
          intent: given.get("payment_intent[id]"),
        }),
      );
    }
    case "GET /subscriptions": {
      const after = Number(text("updated_at[after]") || 0);
      const customer = given.get("customer_id[is]");
      const found = [...books.subscriptions.values()]
        .filter((one) => customer === null || one.customer_id === customer)
        .filter((one) => one.updated_at > after && (!one.deleted || text("include_deleted") === "true"))
        .sort((one, other) => one.updated_at - other.updated_at);
      return list(found, shown);
    }
    case "GET /subscriptions/:id":
      return shown(subscription());
    case "GET /subscriptions/:id/retrieve_with_scheduled_changes": {
      const found = subscription();
      if (!found.nextPriceId) throw new Refused(400, "invalid_state_for_request");
      const { price } = books.find(books.prices, found.nextPriceId);
      const item = { item_price_id: found.nextPriceId, item_type: "plan" as const, quantity: 1 };
      return shown({ ...found, subscription_items: [{ ...item, unit_price: price, amount: price }] });
    }
    case "POST /subscriptions/:id/update_for_items": {
      const { found, isAtEnd, cost } = change();
      return shown(books.change(found, priceId, isAtEnd, cost.total));
    }
    case "POST /subscriptions/:id/remove_scheduled_changes":
      return shown(books.dropChange(subscription()));
    case "POST /subscriptions/:id/remove_scheduled_cancellation":
      return shown(books.undoCancel(subscription()));
    case "POST /subscriptions/:id/cancel_for_items":
      return shown(books.cancel(subscription(), text("cancel_option") === "end_of_term"));
    case "POST /subscriptions/:id/pause":
      return shown(books.pause(subscription(), Number(text("resume_date"))));
    case "POST /subscriptions/:id/resume":
      return shown(books.resume(subscription()));
    case "POST /estimates/create_subscription_for_items": {
      const { price, currency_code: currency } = books.find(books.prices, priceId);
      const applied = all("coupon_ids").map((one) => ({
        coupon_id: books.find(books.coupons, one).id,
        applied_count: 0,
      }));
      const trialEnd = Number(text("subscription[trial_end]"));
      const cost = books.costOf(price, currency, { applied, country: place.country });
      const isTrial = trialEnd > books.seconds();
      return {
        estimate: {
          object: "estimate",
          created_at: books.seconds(),
          subscription_estimate: {
            currency_code: currency,
            next_billing_at: isTrial ? trialEnd : books.termEnd(priceId),
          },
          [isTrial ? "next_invoice_estimate" : "invoice_estimate"]: cost,
        },
      };
    }
    case "POST /estimates/update_subscription_for_items": {
      const { found, isAtEnd, cost } = change();
      const isFree = isAtEnd || found.status === "in_trial";
      const next = isFree ? (found.current_term_end ?? found.trial_end) : books.termEnd(priceId);
      return {
        estimate: {
          object: "estimate",
          created_at: books.seconds(),
          subscription_estimate: { id: found.id, currency_code: found.currency_code, next_billing_at: next },
          [isFree ? "next_invoice_estimate" : "invoice_estimate"]: cost,
        },
      };
    }
    case "POST /payment_intents": {
      const { card: _, ...intent } = books.createIntent({
        customer_id: text("customer_id"),
        amount: Number(text("amount")),
        currency_code: text("currency_code"),
        payment_method_type: text("payment_method_type"),
      });
      return { payment_intent: intent };
    }
    case "POST /payment_sources/create_using_payment_intent":
      books.replaceMethod(text("customer_id"), text("payment_intent[id]"));
      return { customer: customerOf({ customer_id: text("customer_id") }), payment_source: { id: "pm_1" } };
    case "GET /invoices": {
      const statuses = given.has("status[in]") ? (JSON.parse(text("status[in]")) as string[]) : null;
      const found = [...books.invoices.values()]
        .filter((one) => one.subscription_id === text("subscription_id[is]"))
        .filter((one) => !statuses || statuses.includes(one.status))
        .reverse();
      return list(found, (invoice) => ({ invoice }));
    }
    case "POST /invoices/:id/collect_payment":
      return { invoice: books.collect(books.find(books.invoices, id)) };
    case "POST /invoices/:id/refund": {
      const invoice = books.find(books.invoices, id);
      return { credit_note: books.refund(invoice, Number(text("refund_amount"))), invoice };
    }
    case "POST /invoices/:id/pdf":
      books.find(books.invoices, id);
      return download();
    case "GET /credit_notes":
      return list(
        [...books.creditNotes.values()]
          .filter((one) => one.subscription_id === text("subscription_id[is]"))
          .reverse(),
        (note) => ({ credit_note: note }),
      );
    case "POST /credit_notes/:id/pdf":
      books.find(books.creditNotes, id);
      return download();
    case "GET /events/:id":
      return { event: books.find(books.events, id) };
    case "GET /item_prices": {
      const ids = JSON.parse(text("id[in]")) as string[];
      const found = [...books.prices.values()].filter((one) => ids.includes(one.id));
      return list(found, (price) => ({ item_price: { object: "item_price", item_type: "plan", ...price } }));
    }
    case "GET /coupons": {
      const ids = JSON.parse(text("id[in]")) as string[];
      const found = [...books.coupons.values()].filter((one) => ids.includes(one.id));
      return list(found, (coupon) => ({ coupon: { object: "coupon", ...coupon } }));
    }
    default:
      throw new Refused(404, "resource_not_found");
  }
}
