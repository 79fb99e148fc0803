import { paths, patterns, setIdOf, setSearch, sharedSetPrefix, todaysSetId } from "../../contract/urls.ts";

export { paths, patterns, setIdOf, setSearch, sharedSetPrefix, todaysSetId };

/** Sign-in and sign-up pages, which are no return targets after signing in. */
const authPages: ReadonlySet<string> = new Set([
  patterns.login,
  patterns.register,
  patterns.signInLink,
  patterns.forgot,
  patterns.reset,
  patterns.verify,
  patterns.family,
]);

/**
 * The path to return to after signing in: a path of this app, or the dashboard. Rejects other origins
 * (`//host`, `/\host`, a scheme).
 */
export function safeReturnPath(next: string | null | undefined, origin: string): string {
  if (!next?.startsWith("/") || /[\\\s]/.test(next)) return paths.dashboard();
  const url = URL.parse(next, origin);
  if (!url || url.origin !== origin) return paths.dashboard();
  if (url.pathname.startsWith("//") || authPages.has(url.pathname)) return paths.dashboard();
  return url.pathname + url.search + url.hash;
}
