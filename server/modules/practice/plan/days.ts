import { dayIn } from "../../../../contract/formats/time-zones.ts";

/** A calendar day in ISO 8601: 2026-11-23. Days compare as text. */
export type Day = string;

const dayMs = 24 * 60 * 60 * 1000;

/** Names of weekdays in the preferences, Monday first. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Noon UTC of a day: as a timestamp it is the same day in nearly every time zone. */
export function noonOf(day: Day): Date {
  return new Date(`${day}T12:00:00Z`);
}

/**
 * The day of a moment.
 * @param timeZone IANA name
 */
export const dayOf = (moment: Date, timeZone = "UTC"): Day => dayIn(moment, timeZone);

export function addDays(day: Day, days: number): Day {
  return new Date(noonOf(day).getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** 0 on Mondays to 6 on Sundays. */
export function weekdayOf(day: Day): number {
  return (noonOf(day).getUTCDay() + 6) % 7;
}

/** The Monday of the day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

/** The seven days of a week from its Monday. */
export function daysOf(monday: Day): Day[] {
  return weekdays.map((_name, place) => addDays(monday, place));
}
