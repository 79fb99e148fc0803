import { BadInput } from "../../platform/errors.ts";
import { msg } from "../../platform/i18n/messages.ts";

const dayMs = 86_400_000;

/**
 * A day of a filter, `YYYY-MM-DD` in UTC, as its first moment.
 * @param daysLater 1 for the end of an inclusive range
 * @throws BadInput naming the field
 */
export function dayOf(text: string | null, field: string, daysLater = 0): Date | null {
  if (text === null) return null;
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(day)) throw new BadInput(field, msg("Choose a day."));
  return new Date(day + daysLater * dayMs);
}
