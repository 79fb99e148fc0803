import { readFile } from "node:fs/promises";
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

/** Knows nothing: what an installation without a database and without a service has. */
export const unknownLocator: IpLocator = { locate: async () => null };
