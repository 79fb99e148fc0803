/** Formats of practice records and payments. Few pages use them, so they are a separate chunk. */
import { formatMoment } from "./formats.ts";

/** 1 Hr 2 Min 3 Sec; zero parts are omitted. */
export function formatDiscreteDuration(ms: number): string {
  const all = Math.max(0, Math.round(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const parts = [hours && `${hours} Hr`, minutes && `${minutes} Min`, seconds && `${seconds} Sec`].filter(
    Boolean,
  );
  return parts.length > 0 ? parts.join(" ") : "0 Sec";
}

/** MMMDD_YYYY: Nov 20 2026. */
export const formatMonthDayPlainYear = (date: Date): string => formatMoment(date, "date").replace(",", "");

/** MMDDYYYY: 11/20/2026. */
export const formatNumericDate = (date: Date): string => formatMoment(date, "numeric");
