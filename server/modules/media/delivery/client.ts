import { networkKeys } from "../../../platform/ip-address.ts";
import { keyedHash } from "../../../platform/signature.ts";

/** Client that fetches media. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** Identifies a client by hashes, so that neither the IP address nor the user agent is stored. */
export interface ClientName {
  /** Wide network: IPv4 /24, IPv6 /48. Carriers and relays change IP addresses within one while a class plays. */
  readonly network: string;
  readonly program: string;
}

export function nameClient({ address, userAgent }: Client, secret: string): ClientName {
  const hash = (of: string, value: string) => keyedHash(secret, `playback ${of}|${value}`).slice(0, 12);
  return {
    network: hash("network", networkKeys(address).at(-1)!.name),
    program: hash("program", userAgent),
  };
}
