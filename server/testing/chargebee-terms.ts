/** The end of a term that begins at a moment, in seconds: the same day of a later month, or the month's last. */
export function addPeriods(
  at: number,
  { period, period_unit: unit }: { readonly period: number; readonly period_unit: "month" | "year" },
): number {
  const start = new Date(at * 1000);
  const months = period * (unit === "year" ? 12 : 1);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const days = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), days));
  return Math.floor(end.getTime() / 1000);
}
