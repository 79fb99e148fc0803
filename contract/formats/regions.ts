/** IANA time zones of this device or server, in alphabetical order. */
export const timeZones = (): string[] => Intl.supportedValuesOf("timeZone");
