import { networkKeys } from "../../../platform/address.ts";
import { keyedHash } from "../../../platform/signature.ts";

/** Who fetches media. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** Names a client by hashes, so that neither address nor program is stored. */
export interface ClientName {
  /** The wide network: IPv4 /24, IPv6 /48. Carriers and relays change addresses within it while a class plays. */
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
