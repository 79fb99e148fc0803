/** Location of an IP address. Every field may be null. */
export interface IpLocation {
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  /** IANA time zone. */
  readonly timezone: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Port of an IP geolocation service. */
export interface IpLocator {
  /** @param address an IPv4 or IPv6 address @returns the known fields; null when there are none @throws when the service is unavailable */
  locate(address: string): Promise<Omit<IpLocation, "ip"> | null>;
}
