import { expect, test } from "vitest";
import { readAmount } from "./amounts.ts";

test("reads typed amounts in minor units of the currency", () => {
  expect(readAmount("12.5", "USD")).toBe(1250);
  expect(readAmount(" 12,34 ", "EUR")).toBe(1234);
  expect(readAmount("1200", "JPY")).toBe(1200);
  for (const typed of ["", "0", "-1", "1.234", "1e3", "abc", "1.2.3", "12.5 USD"])
    expect(readAmount(typed, "USD")).toBeNull();
  expect(readAmount("1.5", "JPY")).toBeNull();
});
