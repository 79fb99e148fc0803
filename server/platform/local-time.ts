import { BadInput } from "./errors.ts";
import { msg } from "./i18n/messages.ts";

/**
 * The moment of a local time such as 2026-03-29T18:00; null for null.
 * @throws BadInput naming the field
 */
export function momentOf(local: string | null, field: string, timeZone: string): Date | null {
  if (local === null) return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) throw new BadInput(field, msg("Choose a day and a time."));
  try {
    // A local time that a clock change skips becomes the first one after the gap.
    const zoned = Temporal.PlainDateTime.from(local, { overflow: "reject" }).toZonedDateTime(timeZone);
    return new Date(zoned.epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) throw new BadInput(field, msg("Choose a day and a time."));
    throw error;
  }
}

/** The local time of a moment, to the minute: 2026-03-29T18:00. */
export const localTimeOf = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString()
    .slice(0, 16);
