import { BadInput } from "../../../platform/errors.ts";
import { msg } from "../../../platform/i18n/messages.ts";

/**
 * The start days that a person can join on a day, in order: those to come. Once the last one has begun, it can be joined late.
 * @param startDays of a course, in order
 */
export function joinableDays(startDays: readonly string[], today: string): readonly string[] {
  const upcoming = startDays.filter((day) => day >= today);
  return upcoming.length > 0 ? upcoming : startDays.slice(-1);
}

/**
 * The start day that a person joins: the chosen one, else the next one; null for a course without start days.
 * @throws BadInput for a day that can't be joined
 */
export function dayToJoin(startDays: readonly string[], today: string, chosen: string | null): string | null {
  const joinable = joinableDays(startDays, today);
  if (chosen === null) return joinable[0] ?? null;
  if (joinable.includes(chosen)) return chosen;
  throw startDays.includes(chosen)
    ? new BadInput("startsOn", msg("This start has begun. Choose a later day."))
    : notOffered();
}

/** The course doesn't start on the day that a person chose. */
export const notOffered = (): BadInput =>
  new BadInput("startsOn", msg("The course doesn’t start on this day anymore. Choose another day."));
