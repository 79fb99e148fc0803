/** Days of the calendar, YYYY-MM-DD, without a clock. */
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The day some days on. */
export function dayAfter(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Monday to Sunday. @param week its Monday */
export const daysOfWeek = (week: string): string[] =>
  Array.from({ length: 7 }, (_unused, place) => dayAfter(week, place));

export const formatCalendarDay = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(dateOf(day));
