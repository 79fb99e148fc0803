/** Formats durations and dates. Times are in milliseconds unless noted. */

const pad = (value: number): string => String(value).padStart(2, "0");

function split(ms: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.max(0, Math.round(ms / 1000));
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
}

/** 1:02:03, or 2:03 below an hour. */
export function formatDuration(ms: number): string {
  const { hours, minutes, seconds } = split(ms);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

/** Whole minutes, at least one. */
export function minutesOf(ms: number): number {
  return Math.max(1, Math.round(ms / 60_000));
}

/** MMMDDYYYY: Nov 20, 2026. */
export function formatMonthDayYear(date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone,
  }).format(date);
}

const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Relative time: 5 minutes ago, yesterday; the date after a week. */
export function formatAgo(date: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  if (seconds < 60) return ago.format(0, "second");
  if (seconds < 3600) return ago.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 24 * 3600) return ago.format(-Math.floor(seconds / 3600), "hour");
  if (seconds < 7 * 24 * 3600) return ago.format(-Math.floor(seconds / (24 * 3600)), "day");
  return formatMonthDayYear(date);
}

/** Formats a share from 0 to 1, or a difference of two shares: 12.5%. */
export function formatShare(share: number): string {
  return new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 }).format(share);
}

/** Formats a part of a whole as a share; a dash if the whole is 0. */
export function formatPart(part: number, whole: number): string {
  return whole === 0 ? "–" : formatShare(part / whole);
}
