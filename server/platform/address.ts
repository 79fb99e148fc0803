import { isIPv6 } from "node:net";

/** An IPv4 address as it is written without IPv6 around it: a socket that takes both kinds writes ::ffff:203.0.113.7. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/** Who an address is counted as: an IPv4 address alone, of an IPv6 address the first 64 bits, since whoever has one has all below it. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail = ""] = plain.replace(/%.*$/, "").split("::");
  const [before, after] = [head, tail].map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - before!.length - after!.length) }, () => "0");
  return [...before!, ...(plain.includes("::") ? zeros : []), ...after!]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
