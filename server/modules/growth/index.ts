import { BlockList } from "node:net";
import { isIPv6 } from "node:net";

export { locateAddress } from "./ip-location.ts";
export { mergeGrowth } from "./people.ts";
export type { IpLocation } from "./ip-location.ts";

const local = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  local.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  local.addSubnet(network, bits, "ipv6");

/**
 * What may be kept of a visitor who hasn't been asked: on a network of one's own page views, elsewhere nothing, since
 * without knowing the country its law can't be known either.
 */
export function consentFor(address: string): "granted" | "unasked" {
  return local.check(address, isIPv6(address) ? "ipv6" : "ipv4") ? "granted" : "unasked";
}
