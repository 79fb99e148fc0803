import { formatCalendarDay } from "../../../lib/formats.ts";

/** A UTC day, as prices begin on it, in the page’s language: Jan 1, 2027. */
export const dayText = (day: string): string => formatCalendarDay(new Date(day), "date");
