/** The class of the demo that isn't released yet. */
export const upcomingSlug = "meet-the-ground";

const friday = 5;

/** Friday at 6 PM in a time zone, after today. */
export function nextFriday(now: Date, timeZone: string): Date {
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .add({ days: 1 });
  const evening = tomorrow
    .add({ days: (friday - tomorrow.dayOfWeek + 7) % 7 })
    .withPlainTime(Temporal.PlainTime.from("18:00"));
  return new Date(evening.epochMilliseconds);
}
