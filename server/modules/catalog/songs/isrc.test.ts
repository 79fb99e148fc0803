import { expect, test } from "vitest";
import { readIsrc } from "./isrc.ts";

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
