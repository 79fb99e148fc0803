import { isIPv6 } from "node:net";

/** Strips the IPv6 prefix of an IPv4-mapped address: a dual-stack socket reports ::ffff:203.0.113.7. */
export const normalizeIp = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/** A key of a rate limit. `factor` multiplies the limit: a wider network has more users. */
export interface RateLimitKey {
  readonly name: string;
  readonly factor: number;
}

/** The leading groups of 16 bits of an IPv6 address without its zone. */
function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from(
    { length: tail === undefined ? 0 : 8 - before!.length - after!.length },
    () => "0",
  );
  return [...before!, ...zeros, ...after!].map((group) => Number.parseInt(group, 16));
}

/** The network that counts as one client: the whole IPv4 address, or an IPv6 /64, since one customer holds all of it. */
export function networkOf(address: string): string {
  const plain = normalizeIp(address);
  if (!isIPv6(plain)) return plain;
  return ipv6Groups(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/**
 * The networks by which an IP address is limited, from narrow to wide: IPv4 /32 and /24, IPv6 /64, /56 and /48. One customer often
 * holds a /56 or a /48, so that a limit per /64 alone has no effect.
 */
export function networkKeys(address: string | null): RateLimitKey[] {
  if (address === null) return [];
  const plain = normalizeIp(address);
  if (isIPv6(plain)) {
    const [a, b, c, d] = ipv6Groups(plain).map((group) => group.toString(16));
    const subnet = (Number.parseInt(d!, 16) & 0xff00).toString(16);
    return [
      { name: `ip/64 ${a}:${b}:${c}:${d}`, factor: 1 },
      { name: `ip/56 ${a}:${b}:${c}:${subnet}`, factor: 4 },
      { name: `ip/48 ${a}:${b}:${c}`, factor: 16 },
    ];
  }
  return [
    { name: `ip/32 ${plain}`, factor: 1 },
    { name: `ip/24 ${plain.replace(/\.\d+$/, "")}`, factor: 16 },
  ];
}
