import type { Ctx } from "../../../ctx.ts";
import { networkKeys } from "../../../platform/ip-address.ts";
import { consume, withoutDatabase } from "../../../platform/rate-limit.ts";
import type { RateLimit } from "../../../platform/rate-limit.ts";

const fiveMinutes = 5 * 60;
const halfAnHour = 30 * 60;

/** Points per IPv4 address or IPv6 /64; wider networks get a multiple. */
const limits: Readonly<Record<string, Omit<RateLimit, "name">>> = {
  "/sign-in/anonymous": { points: 30, seconds: fiveMinutes },
  "/sign-in/password": { points: 25, seconds: fiveMinutes },
  "/sign-in/code": { points: 25, seconds: fiveMinutes },
  "/sign-in/link": { points: 25, seconds: fiveMinutes },
  "/security-report": { points: 25, seconds: fiveMinutes },
  "/security-report/confirm": { points: 25, seconds: fiveMinutes },
  "/sign-in/new-password": { points: 25, seconds: fiveMinutes },
  "/prove-address": { points: 25, seconds: fiveMinutes },
  "/mailed-link": { points: 25, seconds: fiveMinutes },
  "/passkey/verify-authentication": { points: 25, seconds: fiveMinutes },
  "/begin-with": { points: 25, seconds: fiveMinutes },
  "/confirm": { points: 25, seconds: fiveMinutes },
  "/new-password": { points: 25, seconds: fiveMinutes },
  "/register": { points: 5, seconds: halfAnHour },
  "/send-link": { points: 5, seconds: halfAnHour },
};

/**
 * Limits the rate of authentication requests by network.
 * @returns a function that throws RateLimited
 */
export function createAuthLimits(ctx: Ctx): (path: string, address: string) => Promise<void> {
  // Every page requests a token, so these are counted in memory without a database row.
  const others = withoutDatabase({ name: "auth", points: 300, seconds: 60 });
  return (path, address) => {
    const limit = limits[path];
    const keys = networkKeys(address);
    return limit
      ? consume(ctx, { ...limit, name: `auth ${path}` }, keys)
      : consume(
          ctx,
          others,
          keys.map((key) => ({ ...key, name: `${path} ${key.name}` })),
        );
  };
}
