import { expect, test } from "vitest";
import { formatAgo, formatDate, formatDateRange } from "./dates.ts";
import { countryName, formatList, formatOptions, languageName, nativeLanguageName } from "./names.ts";
import { formatMoney, formatPercent } from "./numbers.ts";
import { dayIn, isTimeZone } from "./time-zones.ts";

const late = new Date("2026-12-05T23:30:00Z");
const english = { locale: "en", timeZone: "UTC" };
/** Some versions of ICU separate by narrow spaces. */
const plain = (text: string) => text.replaceAll(/[\u202f\u00a0\u2009]/g, " ");

test("names the day in the reader's time zone", () => {
  expect(formatDate(late, "date", english)).toBe("Dec 5, 2026");
  expect(formatDate(late, "date", { ...english, timeZone: "Asia/Tokyo" })).toBe("Dec 6, 2026");
  expect(dayIn(late, "Asia/Tokyo")).toBe("2026-12-06");
  expect(dayIn(late, "America/Lima")).toBe("2026-12-05");
});

test("shows 12 or 24 hours by locale, and the time zone where it isn't certain", () => {
  expect(plain(formatDate(late, "dateTime", english))).toBe("Dec 5, 2026, 11:30 PM");
  expect(plain(formatDate(late, "dateTime", { ...english, locale: "de" }))).toBe("05.12.2026, 23:30");
  expect(plain(formatDate(late, "zonedDateTime", { ...english, timeZone: "Europe/Zurich" }))).toBe(
    "Dec 6, 2026, 12:30 AM GMT+1",
  );
});

test("shortens a range of days", () => {
  const to = new Date("2026-12-08T12:00:00Z");
  expect(plain(formatDateRange(late, to, "longMonthDay", english))).toBe("December 5 – 8");
});

test("formats the largest unit that has passed, and the date after a week", () => {
  const ago = (seconds: number) => formatAgo(new Date(late.getTime() - seconds * 1000), late, english);
  expect(ago(-5)).toBe("now");
  expect(ago(59)).toBe("now");
  expect(ago(60)).toBe("1 minute ago");
  expect(ago(3 * 3600 + 100)).toBe("3 hours ago");
  expect(ago(24 * 3600)).toBe("yesterday");
  expect(ago(8 * 24 * 3600)).toBe("Nov 27, 2026");
});

test("formats money, percent and lists by locale", () => {
  const german = { locale: "de" };
  expect(plain(formatMoney(123_400, "EUR", german))).toBe("1.234,00 €");
  expect(formatMoney(123_400, "EUR", english, { short: true })).toBe("€1,234");
  expect(plain(formatPercent(0.09975, german, 3))).toBe("9,975 %");
  expect(formatPercent(0.081, english)).toBe("8.1%");
  expect(formatList(["tap", "jazz", "house"], english)).toBe("tap, jazz, and house");
  expect(formatList(["tap", "jazz"], german)).toBe("tap und jazz");
  expect(formatOptions(["$5", "€4"], english)).toBe("$5 or €4");
});

test("names countries and languages, and refuses unknown codes", () => {
  expect(countryName("CH", { locale: "de" })).toBe("Schweiz");
  expect(countryName("nowhere", english)).toBeNull();
  expect(languageName("pt-br", english)).toBe("Brazilian Portuguese");
  expect(languageName("not a tag", english)).toBeNull();
  expect(nativeLanguageName("pt-br")).toBe("Português (Brasil)");
});

test("accepts only IANA time zones", () => {
  expect(isTimeZone("Europe/Zurich")).toBe(true);
  expect(isTimeZone("Middle/Earth")).toBe(false);
});
