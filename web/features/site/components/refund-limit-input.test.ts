import { expect, test } from "vitest";
import { readLimit } from "./refund-limit-input.ts";

test.each([
  ["25.00", 2500],
  ["25,5", 2550],
  ["0", 0],
  [" 0,00 ", 0],
  [".", null],
  [",", null],
  ["-1", null],
  ["1e3", null],
])("reads %j as %j", (typed, amount) => {
  expect(readLimit(typed, "USD")).toBe(amount);
});
