import { serializeSignedCookie } from "better-call";
import { localeCookie } from "../../../../contract/locales.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Config } from "../../../platform/config/index.ts";
import type { Auth } from "../auth.ts";

/**
 * The __Host- prefix: browsers accept the cookie only from this host, over TLS, for all paths. No subdomain
 * can plant one.
 */
const hostPrefix = "__Host-";
/** The former prefix of cookies. */
const formerPrefix = "__Secure-";
/** Credentials under the former name are accepted until this date; afterwards people sign in again. */
const formerUntil = Date.UTC(2027, 2, 1);

export const hasSecureCookies = ({ publicUrl }: Pick<Config, "publicUrl">): boolean =>
  publicUrl?.startsWith("https:") ?? false;

/** The name of a secret cookie. Its path is `/`, and it has no domain. */
export const cookieNameOf = (config: Pick<Config, "publicUrl">, name: string): string =>
  `${hasSecureCookies(config) ? hostPrefix : ""}eightcount.${name}`;

const localeCookieSeconds = 365 * 24 * 3600;
/** Attributes of the cookie with the language, which scripts of the page also write. */
export const localeCookieOptions = (config: Pick<Config, "publicUrl">) =>
  ({ path: "/", maxAge: localeCookieSeconds, sameSite: "lax", secure: hasSecureCookies(config) }) as const;

/** The Set-Cookie header with a language. */
export const writeLocaleCookie = (config: Pick<Config, "publicUrl">, locale: Locale): string =>
  `${localeCookie}=${locale}; Path=/; Max-Age=${localeCookieSeconds}; SameSite=Lax${hasSecureCookies(config) ? "; Secure" : ""}`;

/** The cookie with a session's signed credential. */
export interface SessionCookie {
  /** The credential in a request's cookies; null if missing or signed by others. */
  read(cookies: string | undefined): Promise<string | null>;
  /** A request's cookies with another credential. */
  replace(cookies: string, token: string): Promise<string>;
  /** The Set-Cookie header with a credential. */
  write(token: string): Promise<string>;
  /**
   * A request's cookies under the current name, and the Set-Cookie header that deletes the former; null
   * without such a cookie.
   */
  rename(cookies: string, now: Date): { readonly cookies: string; readonly end: string } | null;
}

/** Reads and writes the session cookie in better-auth's format. */
export async function sessionCookieOf(auth: Auth): Promise<SessionCookie> {
  const { authCookies, secret, sessionConfig } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  const formerName = name.startsWith(hostPrefix) ? formerPrefix + name.slice(hostPrefix.length) : null;
  const pairsOf = (cookies: string) => cookies.split(/;\s*/);
  const find = (cookies: string, called: string) =>
    pairsOf(cookies).find((pair) => pair.startsWith(`${called}=`));
  // Set-Cookie adds attributes that the Cookie header of a request does not have.
  const pairFor = async (token: string) => (await serializeSignedCookie(name, token, secret)).split(";")[0]!;
  return {
    read: async (cookies = "") => {
      const pair = find(cookies, name);
      if (!pair) return null;
      const token = /^([\w-]+)\./.exec(pair.slice(name.length + 1))?.[1];
      return token && (await pairFor(token)) === pair ? token : null;
    },
    replace: async (cookies, token) =>
      [...pairsOf(cookies).filter((pair) => !pair.startsWith(`${name}=`)), await pairFor(token)].join("; "),
    write: (token) =>
      serializeSignedCookie(name, token, secret, { ...attributes, maxAge: sessionConfig.expiresIn }),
    rename: (cookies, now) => {
      const former = formerName && find(cookies, formerName);
      if (!former) return null;
      const isTaken = now.getTime() < formerUntil && !find(cookies, name);
      const others = pairsOf(cookies).filter((pair) => pair !== former);
      const renamed = isTaken ? [...others, name + former.slice(formerName.length)] : others;
      return {
        cookies: renamed.join("; "),
        end: `${formerName}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      };
    },
  };
}
