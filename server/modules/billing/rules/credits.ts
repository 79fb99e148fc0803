/** Why a credit entry exists, as the person is told. */
export const creditReasons = [
  "paused",
  "unused_time",
  "month_off",
  "withdrawn",
  "merged",
  "given",
  "refunded",
  "gift_card",
  "spent",
  "returned",
  "other",
] as const;
export type CreditReason = (typeof creditReasons)[number];

/** The stored reason of credit that staff gave. */
export const staffCreditReason = "given by staff";

/** The stored reason of credit from a gift card; negative was refunded to its buyer. */
export const giftCardReason = "gift card";

const byStored: Readonly<Record<string, CreditReason>> = {
  paused: "paused",
  "unused time": "unused_time",
  "a month off": "month_off",
  withdrawn: "withdrawn",
  "two subscriptions became one": "merged",
  [staffCreditReason]: "given",
  refunded: "refunded",
  [giftCardReason]: "gift_card",
  spent: "spent",
  "given back": "returned",
};

/** The reason of an entry by its stored text. */
export const creditReasonOf = (stored: string): CreditReason => byStored[stored] ?? "other";
