import { dayIn, deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { formatCalendarDay } from "../../../lib/formats.ts";

/** The day where the viewer is, YYYY-MM-DD. Days compare as text. */
export const currentDay = (): string => dayIn(new Date(), deviceTimeZone());

/** A start day as text, with its year unless it is the current one. @param day YYYY-MM-DD */
export function startDayText(day: string): string {
  const isThisYear = day.slice(0, 4) === currentDay().slice(0, 4);
  return formatCalendarDay(new Date(`${day}T12:00:00Z`), isThisYear ? "monthDay" : "date");
}
