import type { PaymentResult } from "../ports.ts";

/** The result of a payment that a provider, or its adapter, doesn't take, with code and words for the operator. */
export const refusedBecause = (
  providerCode: string,
  providerMessage: string,
  ref: string | null = null,
): Extract<PaymentResult, { kind: "refused" }> => ({ kind: "refused", ref, providerCode, providerMessage });

const maxLength = 300;

/** A provider's words for the operator, without anything that looks like a card number or an email address. At most 300 characters. */
export const wordsOf = (message: string): string =>
  message
    .replaceAll(/\d(?:[ -]?\d){11,}/g, "…")
    .replaceAll(/\S+@\S+/g, "…")
    .slice(0, maxLength);
