import { shareOf } from "./money.ts";

export interface Term {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The unused part of an amount paid for a term: all of it before the term, none after it. */
export function unusedValue(value: number, { startsAt, endsAt }: Term, at: Date): number {
  const length = endsAt.getTime() - startsAt.getTime();
  if (value <= 0 || length <= 0) return 0;
  const left = Math.min(length, Math.max(0, endsAt.getTime() - at.getTime()));
  return shareOf(value, left, length);
}

/** Proration of a plan change, before coupons, tax and credits. Minor units. */
export interface Proration {
  /** For the remaining time on the new plan, or for a whole new term. */
  readonly charge: number;
  /** For the unused time of the old plan. */
  readonly credit: number;
  /** Null if the running term keeps its end. */
  readonly newTermStartsAt: Date | null;
}

/**
 * Prorates an immediate upgrade, with credit for unused time. Another billing interval begins a new term; the
 * same interval keeps its end.
 */
export function prorate(input: {
  readonly termValue: number;
  readonly term: Term;
  readonly at: Date;
  readonly newPrice: number;
  readonly keepsInterval: boolean;
}): Proration {
  const credit = unusedValue(input.termValue, input.term, input.at);
  if (!input.keepsInterval) return { charge: input.newPrice, credit, newTermStartsAt: input.at };
  return { charge: unusedValue(input.newPrice, input.term, input.at), credit, newTermStartsAt: null };
}
