import { countryName } from "../../../../contract/formats/names.ts";
import { isTimeZone } from "../../../../contract/formats/time-zones.ts";
import type { IpLocation } from "../../../platform/ip-location.ts";

const english = { locale: "en" };

type Raw = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Raw => typeof value === "object" && value !== null;

/** The text at the first of several paths that has any. */
function text(raw: Raw, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = path
      .split(".")
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), raw);
    if (typeof found === "string" && found.trim() !== "" && found.length <= 100) return found.trim();
  }
  return null;
}

/** The number within ±`limit` at the first of several paths that has one. */
function degrees(raw: Raw, limit: number, ...paths: readonly string[]): number | null {
  for (const path of paths) {
    const found = path
      .split(".")
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), raw);
    const number = typeof found === "string" && found !== "" ? Number(found) : found;
    if (typeof number === "number" && Math.abs(number) <= limit) return number;
  }
  return null;
}

/**
 * Parses a location in the formats in use: MaxMind's and DB-IP's records, ip-api, ipapi, ipinfo, ipwho.is, and our own.
 * @returns null if it has no country
 */
export function parseLocation(raw: unknown): Omit<IpLocation, "ip"> | null {
  if (!isObject(raw)) return null;
  // If `country` is a code, the name is in another field.
  const codes = [
    "countryCode",
    "country_code",
    "country_code2",
    "country.iso_code",
    "registered_country.iso_code",
    "country",
  ];
  const code = codes
    .map((path) => text(raw, path)?.toUpperCase())
    .find((found) => found !== undefined && /^[A-Z]{2}$/.test(found) && countryName(found, english) !== null);
  // Proxies use XX and T1 for an unknown country.
  if (!code || code === "XX" || code === "ZZ") return null;
  const place = text(raw, "loc")?.split(",");
  const zone = text(raw, "timezone", "time_zone", "location.time_zone", "timezone.id", "time_zone.name");
  return {
    countryCode: code,
    country: countryName(code, english),
    region: text(raw, "regionName", "region_name", "region", "state1", "state", "subdivisions.0.names.en"),
    city: text(raw, "city", "city_name", "city.names.en"),
    timezone: zone !== null && isTimeZone(zone) ? zone : null,
    latitude: degrees({ ...raw, place }, 90, "latitude", "lat", "location.latitude", "place.0"),
    longitude: degrees({ ...raw, place }, 180, "longitude", "lon", "location.longitude", "place.1"),
  };
}
