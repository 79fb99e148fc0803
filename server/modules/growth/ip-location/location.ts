import { BlockList, isIP, isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { normalizeIp } from "../../../platform/ip-address.ts";
import type { IpLocation } from "../../../platform/ip-location.ts";
import { parseLocation } from "./parse.ts";

/** A request's client: its IP address, and what a proxy reported about it. */
export interface Caller {
  readonly address: string;
  /** Country in the header IP_COUNTRY_HEADER of a trusted proxy; null if absent or not trusted. */
  readonly countryByProxy: string | null;
}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  privateNetworks.addSubnet(network, bits, "ipv6");

/** Whether an IP address belongs to a private network, which has no location. */
export function isOwnNetwork(address: string): boolean {
  return isIP(address) !== 0 && privateNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Maximum wait for a location, in milliseconds: less than the web's own limit of 2 s. */
const maxWaitMs = 1_500;
/** For a page, in milliseconds: a later request finds what arrives after that. */
export const pageWaitMs = 150;
/** Cache lifetime: an hour for a result, half a minute for a failed lookup. Milliseconds. */
const cacheMs = 60 * 60 * 1000;
const failureCacheMs = 30 * 1000;

type Place = Omit<IpLocation, "ip">;
const unknownLocation: Place = {
  countryCode: null,
  country: null,
  region: null,
  city: null,
  timezone: null,
  latitude: null,
  longitude: null,
};
/** Lookup of one IP address: the promise, and its result once resolved. */
interface Lookup {
  readonly answer: Promise<Place | null>;
  place?: Place | null;
}
/**
 * In-memory cache by IP address, since one visit sends several requests. Per locator, so that servers in one process
 * don't share entries.
 */
const lookupCaches = new WeakMap<object, LRUCache<string, Lookup>>();

/**
 * Location of a client. All fields are null if no result arrives within `waitMs`; the lookup continues and is cached
 * for the next request.
 */
export async function locate(
  ctx: Pick<Ctx, "ports" | "log">,
  caller: Caller,
  waitMs = maxWaitMs,
): Promise<IpLocation> {
  const at = (place: Place | null): IpLocation => ({ ip: caller.address, ...(place ?? unknownLocation) });
  if (caller.countryByProxy) return at(parseLocation({ countryCode: caller.countryByProxy }));
  const address = normalizeIp(caller.address);
  if (isIP(address) === 0 || isOwnNetwork(address)) return at(null);
  const lookup = ask(ctx, address);
  if (lookup.place !== undefined) return at(lookup.place);
  const given = new AbortController();
  const late = sleep(Math.min(waitMs, maxWaitMs), null, { ref: false, signal: given.signal }).catch(
    () => null,
  );
  try {
    return at(await Promise.race([lookup.answer, late]));
  } finally {
    given.abort();
  }
}

function ask(ctx: Pick<Ctx, "ports" | "log">, address: string): Lookup {
  const locator = ctx.ports.ipLocator;
  let cache = lookupCaches.get(locator);
  if (!cache) lookupCaches.set(locator, (cache = new LRUCache({ max: 20_000, ttl: cacheMs })));
  const answers = cache;
  const before = answers.get(address);
  if (before) return before;
  const asking: Lookup = {
    answer: locator.locate(address).then(
      (place) => (asking.place = place),
      (error: unknown) => {
        // Never logs the IP address.
        ctx.log.warn({ err: error }, "IP location lookup failed: the location is unknown");
        answers.set(address, asking, { ttl: failureCacheMs });
        return (asking.place = null);
      },
    ),
  };
  answers.set(address, asking);
  return asking;
}

/**
 * Location of the current request's client; unknown in jobs. @see locate
 * @param waitMs maximum wait, at most 1.5 s
 */
export async function locateCaller(ctx: Ctx, waitMs = maxWaitMs): Promise<IpLocation> {
  if (ctx.clientIp === null) return { ip: null, ...unknownLocation };
  return locate(ctx, { address: ctx.clientIp, countryByProxy: ctx.clientCountry }, waitMs);
}
