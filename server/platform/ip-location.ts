/** Where an address lies. Every field may be unknown. */
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

/** The port to whatever knows where addresses lie. */
export interface IpLocator {
  /** @param address an IPv4 or IPv6 address. @returns what is known; null when nothing is. @throws when it can't be found out just now */
  locate(address: string): Promise<Omit<IpLocation, "ip"> | null>;
}
