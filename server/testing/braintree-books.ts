import { createHash, createHmac } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import { systemClock } from "../platform/clock.ts";
import {
  braintreeMerchant,
  braintreeNonces,
  disputeXml,
  idOf,
  Invalid,
  merchantAccounts,
  Missing,
  saleXml,
  typeName,
  vaultedNonceOf,
  vaultedTokenOf,
} from "./braintree-objects.ts";
import type { Disputed, Nonce, NonceBehavior, Sale, Stored } from "./braintree-objects.ts";
import { xmlOf } from "./braintree-xml.ts";
import type { XmlValue } from "./braintree-xml.ts";

/** A notification as Braintree posts it: a form with a signature. */
export interface Notification {
  readonly kind: string;
  readonly body: string;
}

/** Signs a notification with the private key. */
export function notificationOf(kind: string, subject: string, at: Date): Notification {
  const xml = `<notification><timestamp type="datetime">${at.toISOString()}</timestamp><kind>${kind}</kind><subject>${subject}</subject></notification>`;
  return { kind, body: signedForm(`${Buffer.from(xml).toString("base64")}\n`) };
}

/** The form of a payload with its signature, and the signature of another key beside it as during a rotation. */
export function signedForm(payload: string, privateKey: string = braintreeMerchant.privateKey): string {
  const key = createHash("sha1").update(privateKey).digest();
  const signature = createHmac("sha1", key).update(payload).digest("hex");
  const signatures = `another_public_key|${"0".repeat(40)}&${braintreeMerchant.publicKey}|${signature}`;
  return new URLSearchParams({ bt_signature: signatures, bt_payload: payload }).toString();
}

/** What a sale is ordered as. */
export interface SaleOrder {
  readonly amount: string;
  readonly merchant_account_id: string;
  readonly order_id?: string;
  readonly customer_id?: string;
  readonly payment_method_nonce?: string;
  readonly payment_method_token?: string;
  readonly transaction_source?: string;
  readonly options?: {
    readonly submit_for_settlement?: boolean;
    readonly store_in_vault_on_success?: boolean;
  };
}

const paid: ReadonlySet<string> = new Set(["settling", "settled"]);

/** Creates Braintree's state: customers, stored payment methods, transactions, disputes and notifications. */
export function openBraintreeBooks(clock: Clock = systemClock) {
  const customers = new Set<string>();
  const nonces = new Map<string, Nonce>();
  const stored = new Map<string, Stored>();
  const sales = new Map<string, Sale>();
  const disputes = new Map<string, Disputed>();
  const unsent: Notification[] = [];
  /** How far the index of the search lags behind, in milliseconds. */
  const index = { lagMs: 0 };
  const emit = (kind: string, name: string, subject: XmlValue): void =>
    void unsent.push(notificationOf(kind, xmlOf(name, subject), clock.now()));

  const findNonce = (text: string): Nonce => {
    const known = nonces.get(text);
    if (known) return known;
    const behavior = (Object.keys(braintreeNonces) as NonceBehavior[]).find((one) =>
      text.startsWith(`${braintreeNonces[one]}_`),
    );
    if (!behavior) throw new Missing();
    const made = { nonce: text, behavior, consumed: false };
    nonces.set(text, made);
    return made;
  };
  const consume = (text: string, codes: { consumed: string; unknown: string }): Nonce => {
    let nonce: Nonce;
    try {
      nonce = findNonce(text);
    } catch (error) {
      if (error instanceof Missing) throw new Invalid(codes.unknown, "payment_method_nonce");
      throw error;
    }
    if (nonce.consumed) throw new Invalid(codes.consumed, "payment_method_nonce");
    nonce.consumed = true;
    return nonce;
  };
  const keep = (token: string, customer: string, behavior: NonceBehavior): Stored => {
    const made = { token, customer, behavior };
    stored.set(token, made);
    return made;
  };

  /** The processor's answer: 1000 approves. */
  const codeOf = (behavior: NonceBehavior, isStored: boolean): string => {
    if (behavior === "declined" || behavior === "failsLater") return "2000";
    if (behavior === "poor") return "2001";
    // A bank that was asked once lets later charges pass, but for one that asks each time.
    const isAsking = isStored ? behavior === "confirmsLater" : behavior === "confirms";
    return isAsking ? "2099" : "1000";
  };
  const checkAmount = (amount: string, currency: string): void => {
    const format = currency === "JPY" ? /^\d+$/ : /^\d+\.\d\d$/;
    if (!format.test(amount)) throw new Invalid("81503", "amount");
    if (!(Number(amount) > 0)) throw new Invalid("81531", "amount");
  };
  const setStatus = (sale: Sale, status: string): void => {
    sale.status = status;
    sale.history.push(status);
  };
  const add = (sale: Omit<Sale, "createdAt" | "history" | "id" | "refunds" | "voidedAt">): Sale => {
    const made = {
      ...sale,
      id: idOf(),
      createdAt: clock.now(),
      voidedAt: null,
      history: [sale.status],
      refunds: [],
    };
    sales.set(made.id, made);
    return made;
  };

  const sell = (order: SaleOrder): Sale => {
    const currency = merchantAccounts[order.merchant_account_id];
    if (!currency) throw new Invalid("91513", "merchant_account_id");
    checkAmount(order.amount, currency);
    const { payment_method_token: token, customer_id: customer, options } = order;
    if (customer && !customers.has(customer)) throw new Invalid("91510", "customer_id");
    const method = token ? stored.get(token) : undefined;
    if (token && !method) throw new Invalid("91518", "payment_method_token");
    if (method && customer && method.customer !== customer) throw new Invalid("91516", "customer_id");
    const nonce = token
      ? null
      : consume(order.payment_method_nonce ?? "", { consumed: "91564", unknown: "91565" });
    const behavior = (nonce ?? method!).behavior;
    const known = token ?? (nonce && vaultedTokenOf(nonce.nonce));
    const code = codeOf(behavior, Boolean(method));
    const isApproved = code === "1000";
    const vaulted =
      isApproved && !known && customer && options?.store_in_vault_on_success
        ? keep(idOf(), customer, behavior).token
        : (known ?? null);
    const open = behavior === "pending" ? "settlement_pending" : "submitted_for_settlement";
    return add({
      type: "sale",
      status: isApproved ? (options?.submit_for_settlement ? open : "authorized") : "processor_declined",
      amount: order.amount,
      currency,
      orderId: order.order_id ?? null,
      customer: customer ?? stored.get(known ?? "")?.customer ?? null,
      behavior,
      token: vaulted,
      code,
      refundOf: null,
    });
  };

  const saleOf = (id: string): Sale => {
    const found = sales.get(id);
    if (!found) throw new Missing();
    return found;
  };
  const voidSale = (id: string): Sale => {
    const sale = saleOf(id);
    if (!["authorized", "settlement_pending", "submitted_for_settlement"].includes(sale.status))
      throw new Invalid("91504", "base");
    setStatus(sale, "voided");
    sale.voidedAt = clock.now();
    return sale;
  };
  const refund = (id: string, order: { amount?: string; order_id?: string }): Sale => {
    const sale = saleOf(id);
    if (!paid.has(sale.status)) throw new Invalid("91506", "base");
    const amount = order.amount ?? sale.amount;
    checkAmount(amount, sale.currency);
    const refunded = sale.refunds.reduce((sum, one) => sum + Number(saleOf(one).amount), 0);
    if (refunded >= Number(sale.amount)) throw new Invalid("91512", "base");
    if (refunded + Number(amount) > Number(sale.amount) + 0.001) throw new Invalid("91521", "amount");
    const made = add({
      type: "credit",
      status: "submitted_for_settlement",
      amount,
      currency: sale.currency,
      orderId: order.order_id ?? sale.orderId,
      customer: sale.customer,
      behavior: sale.behavior,
      token: sale.token,
      code: "1000",
      refundOf: sale.id,
    });
    sale.refunds.push(made.id);
    return made;
  };

  return {
    customers,
    stored,
    sales,
    disputes,
    unsent,
    index,
    clock,
    findNonce,
    sell,
    saleOf,
    voidSale,
    refund,
    createCustomer: (id: string): void => {
      if (customers.has(id)) throw new Invalid("91609", "id");
      customers.add(id);
    },
    deleteCustomer: (id: string): void => {
      if (!customers.delete(id)) throw new Missing();
      for (const [token, { customer }] of stored) if (customer === id) stored.delete(token);
    },
    store: (order: {
      customer_id: string;
      payment_method_nonce: string;
      token?: string;
    }): Stored | string => {
      if (!customers.has(order.customer_id)) throw new Invalid("93105", "customer_id");
      if (order.token && stored.has(order.token)) throw new Invalid("91719", "token");
      const nonce = consume(order.payment_method_nonce, { consumed: "93107", unknown: "93108" });
      const code = nonce.behavior === "failsLater" ? "1000" : codeOf(nonce.behavior, false);
      if (code !== "1000" && typeName(nonce.behavior) === "CreditCard") return code;
      return keep(order.token ?? idOf(), order.customer_id, nonce.behavior);
    },
    /** A nonce of a stored payment method, with which its bank is asked. */
    nonceOf: (token: string): Nonce => {
      if (!stored.has(token)) throw new Missing();
      return findNonce(vaultedNonceOf(`${braintreeNonces.vaulted}_${idOf()}`, token));
    },
    findStored: (token: string): Stored => {
      const found = stored.get(token);
      if (!found) throw new Missing();
      return found;
    },
    deleteStored: (token: string): void => {
      if (!stored.delete(token)) throw new Missing();
    },
    /** The night in which banks settle: submitted payments and refunds are settled. */
    settle: (): void => {
      for (const sale of sales.values()) {
        if (!["submitted_for_settlement", "settlement_pending"].includes(sale.status)) continue;
        setStatus(sale, "settled");
        emit("transaction_settled", "transaction", saleXml(sale));
      }
    },
    /** The settlement of a payment or a refund fails. */
    declineSettlement: (id: string): void => {
      const sale = saleOf(id);
      setStatus(sale, "settlement_declined");
      emit(
        sale.type === "credit" ? "refund_failed" : "transaction_settlement_declined",
        "transaction",
        saleXml(sale),
      );
    },
    /** Opens a dispute of a payment, or changes its status. @returns its id */
    dispute: (id: string, status: string, kind: Disputed["kind"] = "chargeback"): string => {
      const sale = saleOf(id);
      const known = [...disputes.values()].find((one) => one.sale === id);
      const dispute: Disputed = known ?? {
        id: idOf(),
        sale: id,
        amount: sale.amount,
        currency: sale.currency,
        kind,
        status,
        receivedAt: clock.now(),
      };
      dispute.status = status;
      disputes.set(dispute.id, dispute);
      emit(known ? `dispute_${status}` : "dispute_opened", "dispute", disputeXml(dispute));
      return dispute.id;
    },
    /** A stored payment method is revoked at PayPal. */
    revoke: (token: string): void => {
      const method = stored.get(token);
      stored.delete(token);
      emit("payment_method_revoked_by_customer", "paypalAccount", {
        token,
        customerId: method?.customer ?? null,
      });
    },
  };
}
export type BraintreeBooks = ReturnType<typeof openBraintreeBooks>;
