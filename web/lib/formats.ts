/** Formats durations and dates for this device: its time zone, and the language of the page. */
import { formatAgo as formatAgoIn, formatDate, type DateForm } from "../../contract/formats/dates.ts";
import { formatPercent } from "../../contract/formats/numbers.ts";
import { here } from "./reader.ts";

const pad = (value: number): string => String(value).padStart(2, "0");

function split(ms: number): { hours: number; minutes: number; seconds: number } {
  const all = Math.max(0, Math.round(ms / 1000));
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, seconds: all % 60 };
}

/** 1:02:03, or 2:03 below an hour. Times are in milliseconds. */
export function formatDuration(ms: number): string {
  const { hours, minutes, seconds } = split(ms);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

/** Whole minutes, at least one. */
export function minutesOf(ms: number): number {
  return Math.max(1, Math.round(ms / 60_000));
}

/** MMMDDYYYY: Nov 20, 2026. */
export const formatMonthDayYear = (date: Date): string => formatDate(date, "date", here());

/** A moment in one of the shared forms. */
export const formatMoment = (date: Date, form: DateForm): string => formatDate(date, form, here());

/** A moment in another time zone, which it names: Nov 20, 2026, 7:30 PM GMT+1. */
export const formatZonedMoment = (date: Date, timeZone: string): string =>
  formatDate(date, "zonedDateTime", { ...here(), timeZone });

/** A calendar day, which is the same in every time zone. @param day in UTC */
export const formatCalendarDay = (day: Date, form: DateForm): string =>
  formatDate(day, form, { ...here(), timeZone: "UTC" });

/** Relative time: 5 minutes ago, yesterday; the date after a week. */
export const formatAgo = (date: Date, now: Date): string => formatAgoIn(date, now, here());

/** Formats a share from 0 to 1, or a difference of two shares: 12.5%. */
export const formatShare = (share: number): string => formatPercent(share, here());

/** Formats a part of a whole as a share; a dash if the whole is 0. */
export function formatPart(part: number, whole: number): string {
  return whole === 0 ? "–" : formatShare(part / whole);
}
