const steps = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Relative time in the largest fitting unit: "5 minutes ago", "yesterday"; less than a minute is "now". */
export function formatAgo(date: Date, now: Date, locale = "en"): string {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000);
  const formats = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, length] of steps)
    if (seconds >= length) return formats.format(-Math.floor(seconds / length), unit);
  return formats.format(0, "second");
}
