const dayMs = 86_400_000;
const maxDays = 366;

/** The calendar day of a moment on this device, as a date field has it: 2027-01-31. */
export function dateOf(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Free days as typed; null unless they are 1 to 366. */
export function daysTyped(text: string): number | null {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= maxDays ? days : null;
}

/** Free days from a moment to a day of a date field; null unless they are 1 to 366. */
export function daysUntil(from: Date, date: string): number | null {
  const days = (Date.parse(date) - Date.parse(dateOf(from))) / dayMs;
  return daysTyped(String(days));
}

/** A moment moved by days of 24 hours, as the server moves it. */
export const movedBy = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);
