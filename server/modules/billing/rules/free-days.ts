import { addDays } from "./calendar.ts";
import { unusedValue } from "./proration.ts";

/** A paid term and what was paid for it. Minor units. */
interface PaidTerm {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly value: number;
}

/**
 * The term with free days at its end. What its unused time is worth now stays the same or loses less than a unit: a
 * pause, a plan change or a withdrawal never turns the gift into money.
 */
export function withFreeDays(
  { startsAt, endsAt, value }: PaidTerm,
  days: number,
  now: Date,
): { endsAt: Date; value: number } {
  const later = addDays(endsAt, days);
  const unused = unusedValue(value, { startsAt, endsAt }, now);
  const length = later.getTime() - startsAt.getTime();
  const left = Math.min(length, later.getTime() - now.getTime());
  if (left <= 0) return { endsAt: later, value: 0 };
  return { endsAt: later, value: Math.min(value, Math.floor((unused * length) / left)) };
}
