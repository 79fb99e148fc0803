import { expect, test } from "vitest";
import { readIsrc, readIswc } from "./isrc.ts";

test.each([
  ["US-S1Z-99-00001", "USS1Z9900001"],
  ["  isrc us s1z 99 00001 ", "USS1Z9900001"],
  ["DE‐A12‐26‐12345", "DEA122612345"],
  ["", null],
  [null, null],
])("reads the ISRC %j", (given, code) => {
  expect(readIsrc(given)).toBe(code);
});

test.each(["USS1Z990000", "USS1Z99000011", "1SS1Z9900001", "US-S1Z-9X-00001", "Night Kitchen"])(
  "refuses %j as an ISRC",
  (given) => {
    expect(() => readIsrc(given)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
  },
);

test.each([
  ["T-034.524.680-1", "T0345246801"],
  ["iswc t 034524680 1", "T0345246801"],
  ["ISWC: T-034.524.680-1", "T0345246801"],
  ["", null],
  [undefined, null],
])("reads the ISWC %j", (given, code) => {
  expect(readIswc(given)).toBe(code);
});

test.each(["T-034.524.680-2", "T0345246", "0345246801", "USS1Z9900001"])("refuses %j as an ISWC", (given) => {
  expect(() => readIswc(given)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
});
