import { createHmac } from "node:crypto";
import { isSameText } from "../../../platform/signature.ts";

/** TOTP codes (RFC 6238), as authenticator apps make them: SHA-1, six digits, a new one every 30 seconds. */
const stepMs = 30_000;
const digits = 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The time step of a moment. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs);

/** The code of a time step. */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = digest.at(-1)! & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The time step of a code: the current one, or one before or after, to allow for clock drift. Null if none
 * matches.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | null {
  const current = stepAt(now);
  let found: number | null = null;
  for (const step of [current - 1, current, current + 1])
    if (isSameText(code, codeAt(secret, step))) found = step;
  return found;
}

/** Encodes bytes as base32 (RFC 4648, without padding). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** The otpauth URI for an authenticator app's QR code. @param issuer the studio's name */
export function totpUri(secret: Uint8Array, account: string, issuer: string): string {
  // A colon separates the issuer from the account.
  const name = encodeURIComponent(issuer.replaceAll(":", ""));
  const label = `${name}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${name}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}
