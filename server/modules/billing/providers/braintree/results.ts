import { z } from "zod";
import { fromDecimal } from "../../../../../contract/formats/numbers.ts";
import { ProviderUnavailable, RefundRefused } from "../../errors.ts";
import type { PaymentResult } from "../../ports.ts";
import type { FailureCode } from "../../rules/dunning.ts";
import { refusedBecause, wordsOf } from "../../payments/refused.ts";

/** A text that is only shown or compared; null for anything else. */
export const text = z.string().nullish().catch(null);
const tokenHolder = z.object({ token: text }).nullish().catch(null);

/** What is read of a transaction. */
export const transactionShape = z.object({
  id: z.string(),
  type: z.enum(["sale", "credit"]),
  status: z.string(),
  amount: z.string(),
  currencyIsoCode: z.string(),
  orderId: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  processorResponseCode: text,
  processorResponseText: text,
  processorResponseType: text,
  gatewayRejectionReason: text,
  refundIds: z.array(z.string()).catch([]),
  refundedTransactionId: text,
  statusHistory: z.array(z.object({ status: z.string() })).catch([]),
  creditCard: tokenHolder,
  paypal: tokenHolder,
  applePay: tokenHolder,
  androidPayCard: tokenHolder,
});
export type Transaction = z.infer<typeof transactionShape>;

/** An answer to a change: the changed object, or why it isn't. */
export const changeShape = z.discriminatedUnion("success", [
  z.object({ success: z.literal(true), transaction: transactionShape }),
  z.object({
    success: z.literal(false),
    message: z.string().catch(""),
    errors: z.custom<{ deepErrors: () => { code: string }[] }>((value) =>
      Boolean(value && typeof value === "object" && "deepErrors" in value),
    ),
    transaction: transactionShape.nullish(),
    verification: z
      .object({
        processorResponseCode: text,
        processorResponseType: text,
        gatewayRejectionReason: text,
      })
      .nullish(),
  }),
]);
export type Refusal = Extract<z.infer<typeof changeShape>, { success: false }>;

/** Why Braintree didn't do what was asked: its validation codes. */
export const codesOf = ({ errors }: Refusal): readonly string[] =>
  errors.deepErrors().map(({ code }) => code);

/** Validation codes that decide what comes next. */
export const codes = {
  keyReused: "915232",
  keyInFlight: "915233",
  keyServerError: "915235",
  customerUnknown: "91510",
  customerInUse: "91609",
  /** Of a card, a PayPal account, and a wallet. */
  tokenInUse: ["91719", "92906", "93503"],
  cannotRefundYet: "91506",
} as const;

/** What the money of a transaction is doing. */
export const paidStatuses: ReadonlySet<string> = new Set([
  "submitted_for_settlement",
  "settling",
  "settlement_confirmed",
  "settled",
]);
const openStatuses: ReadonlySet<string> = new Set(["authorizing", "authorized", "settlement_pending"]);

/** Maps a processor's response to the failure code of the contract. */
export function failureOf(code: string | null | undefined): FailureCode {
  switch (code) {
    case "2001":
    case "2002":
    case "2003":
      return "INSUFFICIENT_FUNDS";
    case "2004":
    case "2006":
      return "CARD_EXPIRED";
    case "2010":
      return "CARD_CVC_WRONG";
    case "2099":
    case "2107":
      return "PAYMENT_ACTION_REQUIRED";
    default:
      return "CARD_DECLINED";
  }
}

interface Decline {
  readonly processorResponseCode?: string | null | undefined;
  readonly processorResponseType?: string | null | undefined;
  readonly gatewayRejectionReason?: string | null | undefined;
}

/** The result of a bank's decline, or of a rejection by the studio's own rules at Braintree. */
export function declinedOf(
  { processorResponseCode, processorResponseType, gatewayRejectionReason: reason }: Decline,
  ref: string | null,
): PaymentResult {
  const declined = { kind: "declined", ref } as const;
  switch (reason) {
    case "cvv":
    case "avs_and_cvv":
      return { ...declined, code: "CARD_CVC_WRONG", isRetryable: false };
    case "three_d_secure":
      return { ...declined, code: "PAYMENT_ACTION_REQUIRED", isRetryable: false };
    case "fraud":
    case "risk_threshold":
      return { ...declined, code: "CARD_DECLINED", isRetryable: false };
    case "duplicate":
    case "application_incomplete":
    case "token_issuance":
      return refusedBecause(reason, "Braintree's rules of this account rejected the payment.", ref);
    default: {
      const code = failureOf(processorResponseCode);
      const isRetryable = code !== "PAYMENT_ACTION_REQUIRED" && processorResponseType !== "hard_declined";
      return { ...declined, code, isRetryable };
    }
  }
}

/** A stored payment method, as a source of later charges. A nonce never looks like one. */
const storedPrefix = "stored:";
export const storedOf = (token: string): string => `${storedPrefix}${token}`;
/** The token of a stored payment method; null for a nonce. */
export const tokenOf = (source: string): string | null =>
  source.startsWith(storedPrefix) ? source.slice(storedPrefix.length) : null;

/** The token of the payment method that a sale was made with; null if none is stored. */
export const storedTokenOf = (sale: Transaction): string | null =>
  [sale.creditCard, sale.paypal, sale.applePay, sale.androidPayCard].find((method) => method?.token)?.token ??
  null;

/** The payment result of a sale. */
export function paymentResultOf(sale: Transaction): PaymentResult {
  const { id: ref, status, currencyIsoCode: currencyCode } = sale;
  if (openStatuses.has(status)) return { kind: "unknown", ref };
  if (paidStatuses.has(status)) {
    const token = storedTokenOf(sale);
    const amount = fromDecimal(sale.amount, currencyCode);
    // Without a token nothing was stored: the next charge asks for another way to pay.
    return { kind: "succeeded", ref, methodRef: token ? storedOf(token) : "", amount, currencyCode };
  }
  // No one paid: it was canceled, or never captured.
  if (status === "voided" || status === "authorization_expired")
    return { kind: "declined", ref, code: "PAYMENT_ACTION_REQUIRED", isRetryable: true };
  return declinedOf(sale, ref);
}

/** The payment result of a refusal that has no transaction. */
export function refusedOf(refusal: Refusal): PaymentResult {
  const [code] = codesOf(refusal);
  return refusedBecause(code ?? "refused", wordsOf(refusal.message));
}

/** Why a refund wasn't made. One of a payment that settles soon, or that another call makes, is tried again. */
export function refundFaultOf(refusal: Refusal): Error {
  const found = codesOf(refusal);
  const later: readonly string[] = [codes.cannotRefundYet, codes.keyInFlight, codes.keyServerError];
  if (found.some((code) => later.includes(code)))
    return new ProviderUnavailable(new Error(`Braintree refunds later: ${found.join(", ")}`));
  return new RefundRefused(wordsOf(refusal.transaction?.processorResponseText ?? refusal.message));
}
