import { expect, test } from "vitest";
import { readMoney } from "./read-money.ts";

test("reads typed amounts in minor units of the currency", () => {
  expect(readMoney("12.5", "USD")).toBe(1250);
  expect(readMoney(" 12,34 ", "EUR")).toBe(1234);
  expect(readMoney("1200", "JPY")).toBe(1200);
  for (const typed of ["", "0", "-1", "1.234", "1e3", "abc", "1.2.3", "12.5 USD", "12."])
    expect(readMoney(typed, "USD")).toBeNull();
  expect(readMoney("1.5", "JPY")).toBeNull();
});

test("reads no amount that a request can't hold", () => {
  expect(readMoney("21474836.47", "USD")).toBe(2_147_483_647);
  expect(readMoney("21474836.48", "USD")).toBeNull();
});
