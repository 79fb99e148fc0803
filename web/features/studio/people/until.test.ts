import { expect, test } from "vitest";
import { endOfDay } from "./until.ts";

test("reads the end of a day", () => {
  expect(endOfDay("2027-02-28")).toEqual(new Date("2027-02-28T23:59:59Z"));
});

test.each(["", "20266-01-01", "275760-01-01"])("takes %j for no day", (typed) => {
  expect(endOfDay(typed)).toBeNull();
});
