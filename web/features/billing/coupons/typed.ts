/**
 * Parses a typed number into minor units: "12,5" with two digits is 1250. Null if it is invalid or has more
 * digits.
 */
export function minorOf(text: string, digits: number): number | null {
  const [, whole = "", part = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (!whole || part.length > digits) return null;
  return Number(whole + part.padEnd(digits, "0"));
}

/** The end of a day in the viewer's time zone; null for no day. */
export function endOf(day: string): string | null {
  if (!day) return null;
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + 1);
  return moment.toISOString();
}

/** The last day before an end time, in the viewer's time zone. */
export const lastDayOf = (end: string): Date => new Date(Date.parse(end) - 1);

/** A day in the format of date inputs: 2026-11-20. */
export function dayField(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
