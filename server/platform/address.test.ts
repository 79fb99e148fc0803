import { expect, test } from "vitest";
import { networkOf, plainAddress } from "./address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["2001:db8:1:2:3::", "2001:db8:1:2"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("only an address that holds an IPv4 address is written otherwise", () => {
  expect(plainAddress("::FFFF:10.0.0.1")).toBe("10.0.0.1");
  expect(plainAddress("::ffff:1")).toBe("::ffff:1");
});
