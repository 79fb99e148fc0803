/** Calendar days, YYYY-MM-DD, without a time. A day as a moment is midnight UTC. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Adds days to a day. */
export function dayAfter(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Monday to Sunday.
 * @param week its Monday
 */
export const daysOfWeek = (week: string): string[] =>
  Array.from({ length: 7 }, (_unused, place) => dayAfter(week, place));

const two = (value: number): string => String(value).padStart(2, "0");

/** The calendar day of a time, in this device's time zone. */
export const dayOf = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** The start of a day, in this device's time zone. */
export function beginOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}
