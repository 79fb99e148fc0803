/** A moment's day in UTC, as a date field takes it: 2026-11-25. */
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last second of a typed day, in UTC; null if it is none. Chromium lets people type years of five and six digits. */
export function endOfDay(typed: string): Date | null {
  const end = new Date(`${typed}T23:59:59Z`);
  return Number.isNaN(end.getTime()) ? null : end;
}
