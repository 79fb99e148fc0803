import { describe, expect, test } from "vitest";
import type { Viewer } from "../ctx.ts";
import { RateLimited, Unavailable } from "./errors.ts";
import { StreamSlots, streamLimits } from "./stream-slots.ts";

const viewerOf = (accountId: string, isAnonymous: boolean): Viewer => ({
  personId: accountId,
  accountId,
  isChild: false,
  hidesExplicit: false,
  sessionId: accountId,
  role: "member",
  isAnonymous,
});
const guest = (account: string | null, clientIp: string) => ({
  viewer: account === null ? null : viewerOf(account, true),
  clientIp,
});
const member = (account: string, clientIp: string) => ({
  viewer: viewerOf(account, false),
  clientIp,
});

/** Opens streams until one is refused. @returns the number of opened streams */
function fill(slots: StreamSlots, who: (at: number) => Parameters<StreamSlots["take"]>[0]): number {
  for (let count = 0; ; count += 1)
    try {
      slots.take(who(count));
    } catch (error) {
      if (!(error instanceof RateLimited || error instanceof Unavailable)) throw error;
      expect(error.details["retryAfterSeconds"]).toBe(30);
      return count;
    }
}

describe("live streams", () => {
  test("are limited to twelve per account across networks", () => {
    const slots = new StreamSlots();
    expect(fill(slots, (at) => member("ana", `10.${at}.0.1`))).toBe(12);
    expect(fill(slots, (at) => guest("ben", `10.${at}.0.1`))).toBe(12);
  });

  test.each([
    ["an IPv4 address", "192.0.2.1", "192.0.3.1"],
    ["an IPv6 /64", "2001:db8:1:1::1", "2001:db8:1:2::1"],
  ])("of guests are limited for %s, across accounts", (_network, address, other) => {
    const slots = new StreamSlots();
    expect(fill(slots, (at) => guest(`guest ${at}`, address))).toBe(streamLimits.guestsPerNetwork);
    slots.take(member("member of that network", address));
    slots.take(guest("guest of another network", other));
  });

  test("of guests are limited for a whole IPv6 /48, too", () => {
    const slots = new StreamSlots();
    const opened = fill(slots, (at) => guest(`guest ${at}`, `2001:db8:1:${at.toString(16)}::1`));
    expect(opened).toBeGreaterThan(streamLimits.guestsPerNetwork);
    expect(opened).toBeLessThan(streamLimits.guests);
  });

  test("of guests never take the share reserved for members", () => {
    const slots = new StreamSlots();
    const everywhere = (at: number) => `10.${at >> 8}.${at & 255}.1`;
    expect(fill(slots, (at) => guest(`guest ${at}`, everywhere(at)))).toBe(streamLimits.guests);
    expect(fill(slots, (at) => member(`member ${at}`, everywhere(at)))).toBe(
      streamLimits.total - streamLimits.guests,
    );
    expect(slots.size).toBe(streamLimits.total);
  });

  test("release their slot once, when they end", () => {
    const slots = new StreamSlots();
    const release = slots.take(guest(null, "192.0.2.1"));
    expect(fill(slots, () => guest(null, "192.0.2.1"))).toBe(11);
    release();
    release();
    expect(fill(slots, () => guest(null, "192.0.2.1"))).toBe(1);
  });
});
