import { addDays } from "./calendar.ts";

/** Days after the first failure on which a payment is tried again. */
export const retryDays = [1, 3, 5, 7] as const;

/** What a gateway says of a refused payment, in the contract's words. */
export const failureCodes = [
  "CARD_DECLINED",
  "INSUFFICIENT_FUNDS",
  "CARD_EXPIRED",
  "CARD_CVC_WRONG",
  "PAYMENT_ACTION_REQUIRED",
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Whether trying the same card again can't help. */
const isHardDecline = (code: FailureCode): boolean => code === "CARD_EXPIRED" || code === "CARD_CVC_WRONG";

/** How the collection of an open payment goes on. */
export type DunningStep =
  | { readonly kind: "retry"; readonly at: Date }
  /** No further try with this method; the end comes at `at` unless another method is given. */
  | { readonly kind: "wait"; readonly at: Date }
  | { readonly kind: "exhausted" };

/**
 * What follows a failed payment.
 * @param tries how many were made before this one, the first included
 */
export function afterFailure(since: Date, tries: number, code: FailureCode): DunningStep {
  const days = retryDays[tries];
  if (days === undefined) return { kind: "exhausted" };
  if (isHardDecline(code)) return { kind: "wait", at: addDays(since, retryDays.at(-1)!) };
  return { kind: "retry", at: addDays(since, days) };
}

/** How many tries a calendar of retries has behind it: what another card, given in the middle, goes on from. */
export const attemptsBy = (since: Date, now: Date): number =>
  retryDays.filter((days) => addDays(since, days) <= now).length;

/** Whether a payment of a running subscription was refused and isn't paid yet. */
export const isOwing = (found: { readonly dunningStatus: string | null }): boolean =>
  found.dunningStatus === "in_progress";
