import { expect, test } from "vitest";
import { networkKeys, networkOf, normalizeIp } from "./ip-address.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["2001:db8:1:2:3::", "2001:db8:1:2"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("normalizes only IPv4-mapped addresses", () => {
  expect(normalizeIp("::FFFF:10.0.0.1")).toBe("10.0.0.1");
  expect(normalizeIp("::ffff:1")).toBe("::ffff:1");
});

test("limits an IPv6 address by its /64, /56 and /48, with higher limits for wider networks", () => {
  expect(networkKeys("2001:db8:1:2fe:3::1")).toEqual([
    { name: "ip/64 2001:db8:1:2fe", factor: 1 },
    { name: "ip/56 2001:db8:1:200", factor: 4 },
    { name: "ip/48 2001:db8:1", factor: 16 },
  ]);
});

test("limits an IPv4 address by itself and by its /24, also in IPv6 notation", () => {
  const keys = [
    { name: "ip/32 203.0.113.7", factor: 1 },
    { name: "ip/24 203.0.113", factor: 16 },
  ];
  expect(networkKeys("203.0.113.7")).toEqual(keys);
  expect(networkKeys("::ffff:203.0.113.7")).toEqual(keys);
});

test("applies no network limit if no address is known", () => {
  expect(networkKeys(null)).toEqual([]);
});
