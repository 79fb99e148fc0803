import { serializeSignedCookie } from "better-call";
import type { Auth } from "./auth.ts";

/** The cookie that holds a session's credential, signed. */
export interface SessionCookie {
  /** The credential in a request's cookies; null when there is none, or somebody else signed it. */
  read(cookies: string | undefined): Promise<string | null>;
  /** A request's cookies with another credential. */
  replace(cookies: string, token: string): Promise<string>;
  /** The line that gives the browser a credential. */
  write(token: string): Promise<string>;
}

/** Reads and writes the session cookie as better-auth does. */
export async function sessionCookieOf(auth: Auth): Promise<SessionCookie> {
  const { authCookies, secret, sessionConfig } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  const pairOf = (cookies: string) => cookies.split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return {
    read: async (cookies = "") => {
      const pair = pairOf(cookies);
      if (!pair) return null;
      const token = /^([\w-]+)\./.exec(pair.slice(name.length + 1))?.[1];
      return token && (await serializeSignedCookie(name, token, secret)) === pair ? token : null;
    },
    replace: async (cookies, token) =>
      [
        ...cookies.split(/;\s*/).filter((pair) => !pair.startsWith(`${name}=`)),
        await serializeSignedCookie(name, token, secret),
      ].join("; "),
    write: (token) =>
      serializeSignedCookie(name, token, secret, { ...attributes, maxAge: sessionConfig.expiresIn }),
  };
}
