import { memoized, type FormatContext } from "./context.ts";

/** Forms of dates and times; examples in US English. */
const forms = {
  /** Nov 20, 2026 */
  date: { year: "numeric", month: "short", day: "numeric" },
  /** 11/20/2026 */
  numeric: { year: "numeric", month: "2-digit", day: "2-digit" },
  /** Nov 20 */
  monthDay: { month: "short", day: "numeric" },
  /** November 20 */
  longMonthDay: { month: "long", day: "numeric" },
  /** Nov 2026 */
  month: { year: "numeric", month: "short" },
  /** 20 */
  dayOfMonth: { day: "numeric" },
  /** Friday */
  weekday: { weekday: "long" },
  /** Fri */
  shortWeekday: { weekday: "short" },
  /** F */
  narrowWeekday: { weekday: "narrow" },
  /** Friday, November 20 */
  weekdayDate: { weekday: "long", month: "long", day: "numeric" },
  /** Fri, Nov 20, 7:30 PM */
  weekdayTime: { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  /** Nov 20, 2026, 7:30 PM */
  dateTime: { dateStyle: "medium", timeStyle: "short" },
  /** Nov 20, 2026, 7:30 PM GMT+1: where the reader’s clock isn’t certain, such as in emails. */
  zonedDateTime: {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateForm = keyof typeof forms;

const formatOf = memoized(
  (form, locale, timeZone) => new Intl.DateTimeFormat(locale, { ...forms[form as DateForm], timeZone }),
);
const relativeOf = memoized((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

/** Formats a moment in the reader’s time zone. A calendar day without a time is noon UTC: pass UTC. */
export const formatDate = (at: Date, form: DateForm, { locale, timeZone }: FormatContext): string =>
  formatOf(form, locale, timeZone).format(at);

/** November 23 – 29. */
export const formatDateRange = (
  from: Date,
  to: Date,
  form: DateForm,
  { locale, timeZone }: FormatContext,
): string => formatOf(form, locale, timeZone).formatRange(from, to);

/** Relative time: 5 minutes ago, yesterday; the date after a week. */
export function formatAgo(at: Date, now: Date, context: FormatContext): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 60_000));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const format = relativeOf(context.locale);
  if (minutes < 1) return format.format(0, "second");
  if (hours < 1) return format.format(-minutes, "minute");
  if (days < 1) return format.format(-hours, "hour");
  return days < 7 ? format.format(-days, "day") : formatDate(at, "date", context);
}
