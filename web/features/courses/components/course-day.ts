import { formatCalendarDay } from "../../../lib/formats.ts";

/** A day without a time, as text. @param day YYYY-MM-DD */
export const dayText = (day: string): string => formatCalendarDay(new Date(`${day}T12:00:00Z`), "monthDay");
