/** Where an address lies. Every field but `ip` may be unknown. */
export interface IpLocation {
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  /** IANA name. */
  readonly timezone: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What is known of an address without a geolocation database: the address itself. */
export function locateAddress(address: string | null): IpLocation {
  return {
    ip: address,
    countryCode: null,
    country: null,
    region: null,
    city: null,
    timezone: null,
    latitude: null,
    longitude: null,
  };
}
