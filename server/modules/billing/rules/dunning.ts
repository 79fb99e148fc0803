import { addDays } from "./calendar.ts";

/** Retry schedule of dunning, in days after the first failure. */
export const retryDays = [1, 3, 5, 7] as const;

/** Failure codes of payments, as in the contract. PAYMENT_REFUSED: by the provider, for another reason than the card. */
export const failureCodes = [
  "CARD_DECLINED",
  "INSUFFICIENT_FUNDS",
  "CARD_EXPIRED",
  "CARD_CVC_WRONG",
  "PAYMENT_ACTION_REQUIRED",
  "PAYMENT_REFUSED",
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The next step of dunning. */
export type DunningStep =
  | { readonly kind: "retry"; readonly at: Date }
  /** No retry by the clock; the subscription ends at `at` unless the person confirms or pays another way. */
  | { readonly kind: "wait"; readonly at: Date }
  | { readonly kind: "exhausted" };

/** Number of attempts that the retry schedule has passed. A replaced card continues from there. */
export const attemptsBy = (since: Date, now: Date): number =>
  retryDays.filter((days) => addDays(since, days) <= now).length;

/**
 * The next step after a failed payment. Days of the schedule that an outage of the worker missed are skipped: each would charge the
 * card again at once.
 * @param attempts the number of attempts before this one, including the first
 * @param isRetryable false if the same method can't succeed later (hard decline)
 */
export function afterFailure({
  since,
  attempts,
  isRetryable,
  now,
}: {
  since: Date;
  attempts: number;
  isRetryable: boolean;
  now: Date;
}): DunningStep {
  const days = retryDays[Math.max(attempts, attemptsBy(since, now))];
  if (days === undefined) return { kind: "exhausted" };
  if (!isRetryable) return { kind: "wait", at: addDays(since, retryDays.at(-1)!) };
  return { kind: "retry", at: addDays(since, days) };
}

/** Whether a payment of a running subscription was declined and is still unpaid. */
export const isOwing = (found: { readonly dunningStatus: string | null }): boolean =>
  found.dunningStatus === "in_progress";
