import { memoized } from "./context.ts";

const daysOf = memoized(
  (timeZone) =>
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
);

/** The time zone of this device or server, as an IANA name. */
export const deviceTimeZone = (): string =>
  // A first `DateTimeFormat` takes a phone a tenth of a second. Safari has no Temporal.
  globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether it is an IANA time zone that can be used here. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** The calendar day of a moment in a time zone, in ISO 8601: 2026-11-23. Days compare as text. */
export function dayIn(moment: Date, timeZone: string): string {
  const parts = daysOf(timeZone).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** IANA time zones of this device or server, in alphabetical order. */
export const timeZones = (): string[] => Intl.supportedValuesOf("timeZone");
