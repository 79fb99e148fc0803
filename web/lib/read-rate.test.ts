import { expect, test } from "vitest";
import { readRate } from "./read-rate.ts";

test("reads a rate as it is written in the language", () => {
  expect(readRate("17500", "en")).toBe(17500);
  expect(readRate("1.085", "en")).toBe(1.085);
  expect(readRate(" 1,085 ", "de")).toBe(1.085);
  expect(readRate("0,93", "en")).toBe(0.93);
  expect(readRate("0.00612", "es")).toBe(0.00612);
});

test("doesn't take thousands for decimals", () => {
  expect(readRate("17,500", "en")).toBe("grouped");
  expect(readRate("17.500", "de")).toBe("grouped");
  expect(readRate("1.085", "es")).toBe("grouped");
  for (const typed of ["1,234.56", "1.234,56", "17 500", "17’500", "1,234,567"])
    expect(readRate(typed, "en")).toBe("grouped");
});

test("reads nothing else", () => {
  for (const typed of ["", "0", "0.0", "-1", "1e3", "abc", "1.2.3", "12."])
    expect(readRate(typed, "en")).toBeNull();
});
