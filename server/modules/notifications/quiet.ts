/** Quiet hours in minutes of the person's local day. 22:00 to 7:00 spans midnight. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

function atMinute(day: Temporal.PlainDate, minute: number, timeZone: string): Date {
  const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
  // A local time skipped by a clock change becomes the first one after the gap; a repeated one, its first
  // occurrence.
  return new Date(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
}

/**
 * The end of the quiet hours that contain a moment; null outside them. Both ends are local wall-clock time,
 * also on days with clock changes.
 */
export function endOfQuiet(at: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (!quiet) return null;
  const today = zoned(at, timeZone).toPlainDate();
  const passesMidnight = quiet.fromMinute > quiet.toMinute;
  for (const days of [-1, 0]) {
    const day = today.add({ days });
    const from = atMinute(day, quiet.fromMinute, timeZone);
    const to = atMinute(passesMidnight ? day.add({ days: 1 }) : day, quiet.toMinute, timeZone);
    if (from <= at && at < to) return to;
  }
  return null;
}

/** Minute of the local day at which digests are sent: before evening classes. */
const digestMinute = 17 * 60;

/** When the next digest is sent. */
export function nextDigest(at: Date, quiet: QuietHours | null, timeZone: string): Date {
  const today = zoned(at, timeZone).toPlainDate();
  const [first, second] = [0, 1].map((days) => atMinute(today.add({ days }), digestMinute, timeZone));
  const due = first! > at ? first! : second!;
  return endOfQuiet(due, quiet, timeZone) ?? due;
}
