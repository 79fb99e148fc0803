import { expect, test } from "vitest";
import { startSpeed, usualSpeed } from "./start-speed.ts";

const file = (requestStart: number, responseEnd: number, transferSize: number) => ({
  requestStart,
  responseEnd,
  transferSize,
});

test("expects half of the speed at which the page's files came", () => {
  // 100 KB in a second, two files at a time and a pause in between.
  expect(startSpeed([file(5000, 5500, 40_000), file(100, 600, 40_000), file(100, 600, 20_000)])).toBe(
    400_000,
  );
});

test("expects no more than usual from a fast line", () => {
  expect(startSpeed([file(100, 110, 200_000)])).toBe(usualSpeed);
});

test("expects the usual speed if hardly anything came from the network", () => {
  expect(startSpeed([])).toBe(usualSpeed);
  expect(startSpeed([file(100, 900, 3_000), file(100, 900, 0), file(0, 900, 90_000)])).toBe(usualSpeed);
});
