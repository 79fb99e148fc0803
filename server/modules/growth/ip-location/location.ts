import { BlockList, isIP, isIPv6 } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Ctx } from "../../../ctx.ts";
import { plainAddress } from "../../../platform/address.ts";
import type { IpLocation } from "../../../platform/ip-location.ts";
import { parseLocation } from "./parse.ts";

/** Who asks: the address of the client, and what a proxy said of it. */
export interface Caller {
  readonly address: string;
  /** The country that a trusted proxy named in the header of IP_COUNTRY_HEADER; null when it named none, or isn't trusted. */
  readonly countryByProxy: string | null;
}

const own = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  own.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  own.addSubnet(network, bits, "ipv6");

/** Whether an address belongs to a network of one's own, which lies nowhere on the map. */
export function isOwnNetwork(address: string): boolean {
  return isIP(address) !== 0 && own.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** The longest that anybody waits for a location, in milliseconds: less than the web's own limit of 2 s. */
const longestWaitMs = 1_500;
/** An answer is good for an hour; that nothing could be found out, for half a minute. Milliseconds. */
const goodForMs = 60 * 60 * 1000;
const unknownForMs = 30 * 1000;

type Place = Omit<IpLocation, "ip">;
const nowhere: Place = {
  countryCode: null,
  country: null,
  region: null,
  city: null,
  timezone: null,
  latitude: null,
  longitude: null,
};
/** Of one address: the question, and once it is answered the answer. */
interface Asked {
  readonly answer: Promise<Place | null>;
  place?: Place | null;
}
/** Kept in memory alone, and by address: one visit asks several times. Per locator, so that servers in one process don't share. */
const known = new WeakMap<object, LRUCache<string, Asked>>();

/**
 * Where a caller is. Unknown, by null in every field, when nothing knows it within `waitMs`; what is still being asked is kept for
 * the next question.
 */
export async function locate(
  ctx: Pick<Ctx, "ports" | "log">,
  caller: Caller,
  waitMs = longestWaitMs,
): Promise<IpLocation> {
  const at = (place: Place | null): IpLocation => ({ ip: caller.address, ...(place ?? nowhere) });
  if (caller.countryByProxy) return at(parseLocation({ countryCode: caller.countryByProxy }));
  const address = plainAddress(caller.address);
  if (isIP(address) === 0 || isOwnNetwork(address)) return at(null);
  const asked = ask(ctx, address);
  if (asked.place !== undefined) return at(asked.place);
  const given = new AbortController();
  const late = sleep(Math.min(waitMs, longestWaitMs), null, { ref: false, signal: given.signal }).catch(
    () => null,
  );
  try {
    return at(await Promise.race([asked.answer, late]));
  } finally {
    given.abort();
  }
}

function ask(ctx: Pick<Ctx, "ports" | "log">, address: string): Asked {
  const locator = ctx.ports.ipLocator;
  let asked = known.get(locator);
  if (!asked) known.set(locator, (asked = new LRUCache({ max: 20_000, ttl: goodForMs })));
  const answers = asked;
  const before = answers.get(address);
  if (before) return before;
  const asking: Asked = {
    answer: locator.locate(address).then(
      (place) => (asking.place = place),
      (error: unknown) => {
        // Never the address: it stays out of the log.
        ctx.log.warn({ err: error }, "Where an address lies could not be found out: it counts as unknown");
        answers.set(address, asking, { ttl: unknownForMs });
        return (asking.place = null);
      },
    ),
  };
  answers.set(address, asking);
  return asking;
}

/**
 * Where whoever asks is; nowhere in jobs. @see locate
 * @param waitMs the longest wait, at most 1.5 s
 */
export async function locateCaller(ctx: Ctx, waitMs = longestWaitMs): Promise<IpLocation> {
  if (ctx.clientAddress === null) return { ip: null, ...nowhere };
  return locate(ctx, { address: ctx.clientAddress, countryByProxy: ctx.clientCountry }, waitMs);
}
