import { expect, test } from "vitest";
import { formatAgo } from "./ago.ts";

test("formats the largest unit that has passed", () => {
  const now = new Date("2026-11-21T18:00:00Z");
  const before = (seconds: number) => formatAgo(new Date(now.getTime() - seconds * 1000), now);
  expect(before(-5)).toBe("now");
  expect(before(59)).toBe("now");
  expect(before(60)).toBe("1 minute ago");
  expect(before(3 * 3600 + 100)).toBe("3 hours ago");
  expect(before(24 * 3600)).toBe("yesterday");
  expect(before(800 * 24 * 3600)).toBe("2 years ago");
});
