import { randomUUID } from "node:crypto";
import type { XmlValue } from "./braintree-xml.ts";

export const braintreeMerchant = {
  id: "eightcount_merchant",
  publicKey: "eightcount_public_key",
  privateKey: "eightcount_private_key_of_tests",
} as const;

/** The currency of each merchant account. */
export const merchantAccounts: Readonly<Record<string, string>> = {
  studio_usd: "USD",
  studio_eur: "EUR",
  studio_jpy: "JPY",
};

/** Nonces that the page would have made, by behavior. */
export const braintreeNonces = {
  good: "nonce_good",
  declined: "nonce_declined",
  poor: "nonce_poor",
  /** The bank asks for the person, and wasn't asked before. */
  confirms: "nonce_confirms",
  /** The same bank was asked, and the person confirmed. */
  confirmed: "nonce_confirmed",
  /** The person failed at the bank. */
  unconfirmed: "nonce_unconfirmed",
  /** Of the European Economic Area, without a question to the bank. */
  european: "nonce_european",
  failsLater: "nonce_failslater",
  /** The bank asks for the person once the card is stored, for each payment. */
  confirmsLater: "nonce_confirmslater",
  /** Of a stored card, to ask its bank. */
  vaulted: "nonce_vaulted",
  /** PayPal waits for a bank transfer. */
  pending: "nonce_pending",
  applePay: "nonce_apple",
  googlePay: "nonce_google",
  paypal: "nonce_paypal",
} as const;
export type NonceBehavior = keyof typeof braintreeNonces;

export interface Nonce {
  readonly nonce: string;
  readonly behavior: NonceBehavior;
  consumed: boolean;
}

/** A nonce of a stored payment method names its token, also after the bank was asked. */
const vaultedMark = "_of_";
export const vaultedNonceOf = (nonce: string, token: string): string => `${nonce}${vaultedMark}${token}`;
export const vaultedTokenOf = (nonce: string): string | null => nonce.split(vaultedMark)[1] ?? null;

/** A stored payment method. */
export interface Stored {
  readonly token: string;
  readonly customer: string;
  readonly behavior: NonceBehavior;
}

export interface Sale {
  readonly id: string;
  readonly type: "sale" | "credit";
  status: string;
  readonly amount: string;
  readonly currency: string;
  readonly orderId: string | null;
  readonly customer: string | null;
  readonly behavior: NonceBehavior;
  readonly token: string | null;
  readonly code: string;
  readonly createdAt: Date;
  voidedAt: Date | null;
  readonly history: string[];
  readonly refunds: string[];
  readonly refundOf: string | null;
}

export interface Disputed {
  readonly id: string;
  readonly sale: string;
  readonly amount: string;
  readonly currency: string;
  readonly kind: "chargeback" | "retrieval";
  status: string;
  readonly receivedAt: Date;
}

/** Braintree's refusal of a request: validation errors by code. */
export class Invalid extends Error {
  readonly code: string;
  readonly attribute: string;
  constructor(code: string, attribute: string) {
    super(`Invalid ${attribute}`);
    this.code = code;
    this.attribute = attribute;
  }
}
export class Missing extends Error {}

/** A short id without digits, so that none looks like a card number. */
export const idOf = (): string =>
  randomUUID()
    .replaceAll("-", "")
    .slice(0, 10)
    .replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);

const typeNames: Partial<Record<NonceBehavior, string>> = {
  applePay: "ApplePayCard",
  googlePay: "AndroidPayCard",
  paypal: "PayPalAccount",
  pending: "PayPalAccount",
};
export const typeName = (behavior: NonceBehavior): string => typeNames[behavior] ?? "CreditCard";

/** Part of a nonce's details that tells cards apart. */
const lastFourOf = (nonce: string): string =>
  String(
    Array.from(nonce).reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 10_000, 7),
  ).padStart(4, "0");

export const nonceXml = ({ nonce, behavior, consumed }: Nonce): XmlValue => {
  const type = typeName(behavior);
  const isCard = type === "CreditCard";
  const country = ["european", "confirmed", "unconfirmed"].includes(behavior) ? "DEU" : "USA";
  const hasAsked = behavior === "confirmed" || behavior === "unconfirmed";
  return {
    nonce,
    type,
    consumed,
    default: false,
    description: isCard ? "ending in 42" : type,
    details:
      type === "PayPalAccount"
        ? { payerInfo: { email: "demo@example.test", payerId: `PAYER${nonce}`, countryCode: "US" } }
        : {
            bin: "411111",
            cardType: "Visa",
            lastFour: lastFourOf(nonce),
            lastTwo: lastFourOf(nonce).slice(2),
            expirationMonth: "12",
            expirationYear: "2040",
          },
    binData: { countryOfIssuance: country, debit: "No", prepaid: "No" },
    threeDSecureInfo: hasAsked
      ? {
          enrolled: "Y",
          liabilityShifted: behavior === "confirmed",
          liabilityShiftPossible: true,
          status: behavior === "confirmed" ? "authenticate_successful" : "authenticate_failed",
        }
      : null,
  };
};

export const saleXml = (sale: Sale): XmlValue => {
  const { type: kind, code, behavior, token } = sale;
  const type = typeName(behavior);
  const isApproved = code === "1000";
  const method = { token };
  return {
    id: sale.id,
    type: kind,
    status: sale.status,
    amount: sale.amount,
    currencyIsoCode: sale.currency,
    orderId: sale.orderId,
    createdAt: sale.createdAt,
    updatedAt: sale.createdAt,
    processorResponseCode: code,
    processorResponseText: isApproved ? "Approved" : "Declined",
    processorResponseType: isApproved ? "approved" : "soft_declined",
    gatewayRejectionReason: null,
    refundIds: sale.refunds,
    refundedTransactionId: sale.refundOf,
    statusHistory: sale.history.map((status) => ({ status, timestamp: sale.createdAt })),
    customer: { id: sale.customer },
    ...(type === "CreditCard" ? { creditCard: method } : {}),
    ...(type === "PayPalAccount" ? { paypal: method } : {}),
    ...(type === "ApplePayCard" ? { applePay: method } : {}),
    ...(type === "AndroidPayCard" ? { androidPayCard: method } : {}),
  };
};

export const disputeXml = (dispute: Disputed): XmlValue => {
  const replyBy = new Date(dispute.receivedAt.getTime() + 7 * 86_400_000);
  return {
    id: dispute.id,
    amount: dispute.amount,
    amountDisputed: dispute.amount,
    amountWon: "0.00",
    currencyIsoCode: dispute.currency,
    kind: dispute.kind,
    reason: "fraud",
    status: dispute.status,
    receivedDate: dispute.receivedAt.toISOString().slice(0, 10),
    replyByDate: replyBy.toISOString().slice(0, 10),
    transaction: { id: dispute.sale, amount: dispute.amount },
  };
};
