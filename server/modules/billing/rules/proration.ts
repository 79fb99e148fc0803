import { shareOf } from "./money.ts";

export interface Term {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What of an amount paid for a term falls to the time after `at`: all before it begins, nothing once it is over, never more than was paid. */
export function unusedValue(value: number, { startsAt, endsAt }: Term, at: Date): number {
  const length = endsAt.getTime() - startsAt.getTime();
  if (value <= 0 || length <= 0) return 0;
  const left = Math.min(length, Math.max(0, endsAt.getTime() - at.getTime()));
  return shareOf(value, left, length);
}

/** What a change of plan at `at` costs and gives back, before coupons, tax and credits. Minor units. */
export interface Proration {
  /** For the time left on the new plan, or for a whole new term. */
  readonly charge: number;
  /** For unused time of the old plan. */
  readonly credit: number;
  /** Null: the running term keeps its end. */
  readonly newTermStartsAt: Date | null;
}

/** An upgrade: at once, with credit for unused time. Another interval begins a new term; the same keeps its end. */
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
