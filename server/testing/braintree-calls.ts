import type { BraintreeBooks, SaleOrder } from "./braintree-books.ts";
import { browserToken } from "./braintree-browser.ts";
import { disputeXml, Missing, nonceXml, saleXml, typeName } from "./braintree-objects.ts";
import type { Invalid, Sale, Stored } from "./braintree-objects.ts";
import { XmlCollection } from "./braintree-xml.ts";
import type { XmlValue } from "./braintree-xml.ts";

const saleParameters = [
  "transaction[amount]",
  "transaction[merchant_account_id]",
  "transaction[order_id]",
  "transaction[api_request_key]",
  "transaction[customer_id]",
  "transaction[payment_method_nonce]",
  "transaction[payment_method_token]",
  "transaction[transaction_source]",
  "transaction[type]",
  "transaction[options][submit_for_settlement]",
  "transaction[options][store_in_vault_on_success]",
];
const searchParameters = [
  "search[ids]",
  "search[order_id][is]",
  "search[type]",
  "search[status]",
  "search[created_at][min]",
  "search[created_at][max]",
  "search[voided_at][min]",
  "search[voided_at][max]",
];

/** Allowed parameters of each call. */
export const knownParameters: Readonly<Record<string, readonly string[]>> = {
  "POST client_token": ["client_token[merchant_account_id]", "client_token[version]"],
  "POST customers": ["customer[id]"],
  "DELETE customers/:id": [],
  "GET payment_method_nonces/:id": [],
  "POST payment_methods": [
    "payment_method[customer_id]",
    "payment_method[payment_method_nonce]",
    "payment_method[token]",
    "payment_method[options][verify_card]",
    "payment_method[options][verification_merchant_account_id]",
  ],
  "GET payment_methods/any/:id": [],
  "DELETE payment_methods/any/:id": [],
  "POST payment_methods/:id/nonces": [],
  "POST transactions": saleParameters,
  "GET transactions/:id": [],
  "PUT transactions/:id/void": ["transaction[api_request_key]"],
  "POST transactions/:id/refund": [
    "transaction[amount]",
    "transaction[order_id]",
    "transaction[api_request_key]",
  ],
  "POST transactions/advanced_search_ids": searchParameters,
  "POST transactions/advanced_search": searchParameters,
  "GET disputes/:id": [],
  "POST disputes/advanced_search": ["search[received_date][min]", "search[received_date][max]"],
};

/** A call's name with its id: `PUT transactions/:id/void`. */
export function callOf(method: string, path: string): { call: string; id: string } {
  const parts = path.split("/").slice(3);
  const isFixed = (part: string): boolean => ["advanced_search", "advanced_search_ids", "any"].includes(part);
  const at = parts.findIndex((part, place) => place > 0 && !isFixed(part));
  const id = at < 0 ? "" : parts[at]!;
  if (at >= 0) parts[at] = ":id";
  return { call: `${method} ${parts.join("/")}`, id };
}

/** The names of everything that a body has: `transaction[amount]`. A list's items have the name of the list. */
export function namesOf(body: unknown, prefix = ""): string[] {
  if (Array.isArray(body) || typeof body !== "object" || body === null) return [prefix];
  return Object.entries(body).flatMap(([name, value]) =>
    namesOf(value, prefix ? `${prefix}[${name}]` : name),
  );
}

interface Search {
  readonly ids?: readonly string[];
  readonly order_id?: { is: string };
  readonly type?: readonly string[];
  readonly status?: readonly string[];
  readonly created_at?: { min: string; max: string };
  readonly voided_at?: { min: string; max: string };
  readonly received_date?: { min: string; max: string };
}

const within = (at: Date | null, range: { min: string; max: string } | undefined): boolean =>
  !range || (at !== null && at >= new Date(range.min) && at <= new Date(range.max));

const matches = (sale: Sale, search: Search): boolean =>
  (search.ids?.includes(sale.id) ?? true) &&
  (!search.order_id || sale.orderId === search.order_id.is) &&
  (search.type?.includes(sale.type) ?? true) &&
  (search.status?.includes(sale.status) ?? true) &&
  within(sale.createdAt, search.created_at) &&
  within(sale.voidedAt, search.voided_at);

const storedNames: Readonly<Record<string, string>> = {
  CreditCard: "creditCard",
  PayPalAccount: "paypalAccount",
  ApplePayCard: "applePayCard",
  AndroidPayCard: "androidPayCard",
};
const storedAnswer = ({ token, customer, behavior }: Stored): Answer => ({
  status: 201,
  name: storedNames[typeName(behavior)]!,
  body: { token, customerId: customer },
});

export interface Answer {
  readonly status: number;
  readonly name: string;
  readonly body: XmlValue;
}

/** Braintree's refusal: errors below the object that they are about, and what was made all the same. */
export const refusal = (
  errors: readonly Invalid[],
  more: { readonly [name: string]: XmlValue } = {},
): Answer => ({
  status: 422,
  name: "apiErrorResponse",
  body: {
    errors: {
      errors: [],
      transaction: {
        errors: errors.map(({ code, attribute, message }) => ({ code, attribute, message })),
      },
    },
    params: {},
    message: errors[0]?.message ?? "Do Not Honor",
    ...more,
  },
});

/** The answer about a sale or a refund: one that the processor declined is no success. */
export const saleAnswer = (sale: Sale): Answer =>
  sale.code === "1000"
    ? { status: 201, name: "transaction", body: saleXml(sale) }
    : refusal([], { transaction: saleXml(sale) });

/** The calls that make or change a transaction, once per request key. @throws Invalid, Missing */
export const changes: Readonly<
  Record<string, (books: BraintreeBooks, id: string, body: Record<string, unknown>) => Sale>
> = {
  "POST transactions": (books, _id, body) => books.sell(body["transaction"] as SaleOrder),
  "PUT transactions/:id/void": (books, id) => books.voidSale(id),
  "POST transactions/:id/refund": (books, id, body) =>
    books.refund(id, body["transaction"] as { amount?: string; order_id?: string }),
};

const pageSize = 50;

/** Answers a call. @throws Invalid, Missing */
export function answerTo(
  books: BraintreeBooks,
  call: string,
  id: string,
  { body, page }: { body: Record<string, unknown>; page: number },
): Answer | null {
  const search = (body["search"] ?? {}) as Search;
  const found = (): Sale[] => {
    const indexed = books.clock.now().getTime() - books.index.lagMs;
    return [...books.sales.values()]
      .filter((sale) => sale.createdAt.getTime() <= indexed && matches(sale, search))
      .reverse();
  };
  switch (call) {
    case "POST client_token":
      return { status: 201, name: "clientToken", body: { value: browserToken } };
    case "POST customers": {
      const customer = body["customer"] as { id: string };
      books.createCustomer(customer.id);
      return { status: 201, name: "customer", body: { id: customer.id } };
    }
    case "DELETE customers/:id":
      books.deleteCustomer(id);
      return null;
    case "GET payment_method_nonces/:id":
      return { status: 200, name: "paymentMethodNonce", body: nonceXml(books.findNonce(id)) };
    case "POST payment_methods": {
      const order = body["payment_method"] as Parameters<BraintreeBooks["store"]>[0];
      const made = books.store(order);
      if (typeof made !== "string") return storedAnswer(made);
      const verification = {
        status: "processor_declined",
        processorResponseCode: made,
        processorResponseType: "soft_declined",
        gatewayRejectionReason: null,
      };
      return refusal([], { verification });
    }
    case "POST payment_methods/:id/nonces":
      return { status: 201, name: "paymentMethodNonce", body: nonceXml(books.nonceOf(id)) };
    case "GET payment_methods/any/:id":
      return { ...storedAnswer(books.findStored(id)), status: 200 };
    case "DELETE payment_methods/any/:id":
      books.deleteStored(id);
      return null;
    case "GET transactions/:id":
      return { status: 200, name: "transaction", body: saleXml(books.saleOf(id)) };
    case "POST transactions/advanced_search_ids":
      return { status: 200, name: "searchResults", body: { pageSize, ids: found().map((sale) => sale.id) } };
    case "POST transactions/advanced_search": {
      const items = found().map(saleXml);
      const fields = { currentPageNumber: 1, pageSize, totalItems: items.length };
      return {
        status: 200,
        name: "creditCardTransactions",
        body: new XmlCollection(fields, "transaction", items.slice(0, pageSize)),
      };
    }
    case "GET disputes/:id": {
      const dispute = books.disputes.get(id);
      if (!dispute) throw new Missing();
      return { status: 200, name: "dispute", body: disputeXml(dispute) };
    }
    case "POST disputes/advanced_search": {
      const { min = "", max = "" } = search.received_date ?? {};
      const all = [...books.disputes.values()].filter(({ receivedAt }) => {
        const day = receivedAt.toISOString().slice(0, 10);
        return day >= min && day <= max;
      });
      const fields = { currentPageNumber: page, pageSize, totalItems: all.length };
      const items = all.slice((page - 1) * pageSize, page * pageSize).map(disputeXml);
      return { status: 200, name: "disputes", body: new XmlCollection(fields, "dispute", items) };
    }
    default:
      return null;
  }
}
