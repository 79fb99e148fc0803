import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfQuiet, nextDigest } from "./quiet.ts";

const zones = [
  "UTC",
  "Europe/Zurich",
  "America/New_York",
  "Pacific/Kiritimati",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
] as const;
const moment = fc.date({
  min: new Date("2026-01-01"),
  max: new Date("2027-12-31"),
  noInvalidDate: true,
});
const quiet = fc
  .record({
    fromMinute: fc.integer({ min: 0, max: 1439 }),
    toMinute: fc.integer({ min: 0, max: 1439 }),
  })
  .filter(({ fromMinute, toMinute }) => fromMinute !== toMinute);
const zone = fc.constantFrom(...zones);
const night = { fromMinute: 22 * 60, toMinute: 7 * 60 };

describe("quiet hours", () => {
  test("end after every moment within them, within 25 hours, and contain no earlier end", () => {
    fc.assert(
      fc.property(moment, quiet, zone, (at, hours, timeZone) => {
        const end = endOfQuiet(at, hours, timeZone);
        if (!end) return;
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        // Every moment before then has the same end, and the end itself is not quiet.
        const within = new Date((at.getTime() + end.getTime()) / 2);
        expect(endOfQuiet(within, hours, timeZone)).toEqual(end);
        expect(endOfQuiet(end, hours, timeZone)).toBeNull();
      }),
    );
  });

  test("follow the person's time zone, also across clock changes", () => {
    const end = (at: string, timeZone = "Europe/Zurich") =>
      endOfQuiet(new Date(at), night, timeZone)?.toISOString();
    expect(end("2026-11-20T20:59:59Z")).toBeUndefined();
    expect(end("2026-11-20T21:00:00Z")).toBe("2026-11-21T06:00:00.000Z");
    expect(end("2026-11-21T05:59:59Z")).toBe("2026-11-21T06:00:00.000Z");
    expect(end("2026-11-21T06:00:00Z")).toBeUndefined();
    // March 29: clocks go from 2 to 3. October 25: from 3 back to 2.
    expect(end("2026-03-28T23:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
    expect(end("2026-10-24T23:00:00Z")).toBe("2026-10-25T06:00:00.000Z");
    expect(end("2026-11-20T23:00:00Z", "America/New_York")).toBeUndefined();
  });

  test("can lie within one day, such as a siesta", () => {
    const siesta = { fromMinute: 13 * 60, toMinute: 15 * 60 };
    expect(endOfQuiet(new Date("2026-11-20T14:00:00Z"), siesta, "UTC")?.toISOString()).toBe(
      "2026-11-20T15:00:00.000Z",
    );
    expect(endOfQuiet(new Date("2026-11-20T15:00:00Z"), siesta, "UTC")).toBeNull();
    expect(endOfQuiet(new Date("2026-11-20T14:00:00Z"), null, "UTC")).toBeNull();
  });
});

test("send a digest within a day, and never within quiet hours", () => {
  fc.assert(
    fc.property(moment, fc.option(quiet), zone, (at, hours, timeZone) => {
      const due = nextDigest(at, hours, timeZone);
      expect(due.getTime()).toBeGreaterThan(at.getTime());
      expect(due.getTime() - at.getTime()).toBeLessThanOrEqual(50 * 3_600_000);
      expect(endOfQuiet(due, hours, timeZone)).toBeNull();
    }),
  );
});
