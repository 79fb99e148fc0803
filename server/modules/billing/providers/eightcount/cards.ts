import { keyedHash } from "../../../../platform/signature.ts";
import type { FailureCode } from "../../rules/dunning.ts";

/**
 * The behavior of a test card when charged. `refuses`: final, without a decline; `loses_answer`: paid, but the
 * first answer doesn't arrive.
 */
export type Behaviour =
  | "succeeds"
  | "confirms"
  | "attaches_only"
  | "refuses"
  | "refuses_later"
  | "loses_answer"
  | FailureCode;

/**
 * The published test numbers; all others are rejected. An issuer's country is set only if the number is
 * published with one.
 */
const published: Readonly<Record<string, { brand: string; behaviour: Behaviour; countryCode?: string }>> = {
  "4242424242424242": { brand: "visa", behaviour: "succeeds" },
  "4000056655665556": { brand: "visa", behaviour: "succeeds", countryCode: "US" },
  "5555555555554444": { brand: "mastercard", behaviour: "succeeds" },
  "378282246310005": { brand: "amex", behaviour: "succeeds" },
  "4000001240000000": { brand: "visa", behaviour: "succeeds", countryCode: "CA" },
  "4000002760000016": { brand: "visa", behaviour: "succeeds", countryCode: "DE" },
  "4000002500000003": { brand: "visa", behaviour: "succeeds", countryCode: "FR" },
  "4000008260000000": { brand: "visa", behaviour: "succeeds", countryCode: "GB" },
  "4000003920000003": { brand: "visa", behaviour: "succeeds", countryCode: "JP" },
  "4000000000000002": { brand: "visa", behaviour: "CARD_DECLINED" },
  "4000000000009995": { brand: "visa", behaviour: "INSUFFICIENT_FUNDS" },
  "4000000000000069": { brand: "visa", behaviour: "CARD_EXPIRED" },
  "4000000000000127": { brand: "visa", behaviour: "CARD_CVC_WRONG" },
  "4000002760003184": { brand: "visa", behaviour: "confirms" },
  "4000000000000341": { brand: "visa", behaviour: "attaches_only" },
  "4000000000009979": { brand: "visa", behaviour: "refuses" },
  "4000000000009987": { brand: "visa", behaviour: "refuses_later" },
  "4000000000009961": { brand: "visa", behaviour: "loses_answer" },
};

/** A card as typed. Exists only for the duration of one request. */
export interface TypedCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

/** The stored part of a card. */
export interface StoredCard {
  readonly behaviour: Behaviour;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string;
  /** ISO 3166-1 code of the issuer's country. */
  readonly countryCode: string | null;
}

/** Expands a two-digit year to four digits. */
const wholeYear = (year: number): number => (year < 100 ? 2000 + year : year);

/** Validates a typed card: returns the part to store, or why it is rejected. `field` is the invalid input. */
export function readCard(
  card: TypedCard,
  secret: string,
  now: Date,
): StoredCard | { readonly refused: FailureCode | "BAD_INPUT"; readonly field: string } {
  const digits = card.number.replaceAll(/[ -]/g, "");
  if (!/^\d{12,19}$/.test(digits)) return { refused: "BAD_INPUT", field: "number" };
  if (!Number.isInteger(card.expMonth) || card.expMonth < 1 || card.expMonth > 12)
    return { refused: "BAD_INPUT", field: "expMonth" };
  const expYear = wholeYear(card.expYear);
  if (!Number.isInteger(expYear) || expYear > 2099) return { refused: "BAD_INPUT", field: "expYear" };
  if (!/^\d{3,4}$/.test(card.cvc)) return { refused: "BAD_INPUT", field: "cvc" };
  const known = published[digits];
  if (!known) return { refused: "CARD_DECLINED", field: "number" };
  // A card is valid to the end of its month.
  if (Date.UTC(expYear, card.expMonth) <= now.getTime())
    return { refused: "CARD_EXPIRED", field: "expMonth" };
  return {
    ...known,
    countryCode: known.countryCode ?? null,
    last4: digits.slice(-4),
    expMonth: card.expMonth,
    expYear,
    fingerprint: keyedHash(secret, `card ${digits} ${card.expMonth}/${expYear}`),
  };
}
