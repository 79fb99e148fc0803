import { SessionError } from "./session-error.ts";

/** Tokens are renewed this long before they expire, so that none expires on its way. */
const renewalMarginMs = 20_000;

/** An access token with what the web reads of it. */
export type AccessToken = {
  text: string;
  /** The active profile. */
  userId: string;
  /** The account that signed in. */
  accountId: string;
  isAnonymous: boolean;
  /** Monotonic time in milliseconds until which it may be sent. */
  freshUntil: number;
};

/**
 * Reads an access token that was issued just now.
 * @param now monotonic clock in milliseconds
 * @throws SessionError TOKEN_UNREADABLE
 */
export function readAccessToken(text: string, now: number): AccessToken {
  const { sub, pid, anon, iat, exp } = readClaims(text);
  return {
    text,
    userId: pid ?? sub,
    accountId: sub,
    isAnonymous: anon,
    freshUntil: now + (exp - iat) * 1000 - renewalMarginMs,
  };
}

/** Claims of an access token, unverified. The server verifies tokens; the web only reads its own. */
function readClaims(text: string): {
  sub: string;
  pid: string | null;
  anon: boolean;
  iat: number;
  exp: number;
} {
  const payload = text.split(".")[1] ?? "";
  const claims: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(payload)));
  if (
    typeof claims === "object" &&
    claims !== null &&
    "sub" in claims &&
    "iat" in claims &&
    "exp" in claims
  ) {
    const { sub, iat, exp } = claims;
    const pid = "pid" in claims && typeof claims.pid === "string" ? claims.pid : null;
    if (typeof sub === "string" && typeof iat === "number" && typeof exp === "number")
      return { sub, pid, anon: "anon" in claims && claims.anon === true, iat, exp };
  }
  throw new SessionError("TOKEN_UNREADABLE", 200);
}

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
