import type { GenericEndpointContext } from "better-auth";
import type { ClientPlace } from "../../../ctx.ts";
import { deviceOf } from "../sessions/devices.ts";
import { countryHeader, ipHeader } from "./adapter.ts";

/** Looks up the country of an IP address, ISO 3166-1 alpha-2; null if unknown. */
export type CountryOf = (address: string, countryByProxy: string | null) => Promise<string | null>;

/** The browser and country that a request came from, for a security notice. */
export async function placeOf(countryOf: CountryOf, ctx: GenericEndpointContext): Promise<ClientPlace> {
  const address = ctx.headers?.get(ipHeader);
  return {
    device: deviceOf(ctx.headers?.get("user-agent") ?? null),
    country: address ? await countryOf(address, ctx.headers?.get(countryHeader) || null) : null,
  };
}
