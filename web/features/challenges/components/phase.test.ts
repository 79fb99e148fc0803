import { expect, test } from "vitest";
import { daysUntil, phaseOf } from "./phase.ts";

const times = { startTime: "2026-11-10T00:00:00Z", endTime: "2026-11-20T00:00:00Z" };

test("is upcoming, running, then ended, with the end time included in ended", () => {
  expect(phaseOf(times, new Date("2026-11-09T23:59:59Z"))).toBe("upcoming");
  expect(phaseOf(times, new Date("2026-11-10T00:00:00Z"))).toBe("running");
  expect(phaseOf(times, new Date("2026-11-20T00:00:00Z"))).toBe("ended");
});

test("rounds days left up, so that the last hour is still a day", () => {
  expect(daysUntil(times.endTime, new Date("2026-11-19T23:00:00Z"))).toBe(1);
  expect(daysUntil(times.endTime, new Date("2026-11-17T12:00:00Z"))).toBe(3);
  expect(daysUntil(times.endTime, new Date("2026-11-21T00:00:00Z"))).toBe(0);
});
