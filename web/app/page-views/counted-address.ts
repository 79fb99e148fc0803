import { patterns, setIdOf, sharedSetPrefix } from "../../lib/paths.ts";

/** Pages whose address alone lets others in. */
const secretPages = [patterns.draft, patterns.certificate];

/**
 * The address of a page as page views tell it: without what lets others in by itself, which is the key of a shared playlist, the token of
 * a draft's link, the address of a certificate, and the hash, where links carry their secret.
 */
export function countedAddress({ href }: { readonly href: string }): {
  readonly path: string;
  readonly url: string;
  readonly search: string;
} {
  const url = new URL(href);
  const { pathname } = url;
  const path = secretPages.find((page) => pathname.startsWith(page.split("$")[0]!)) ?? pathname;
  // Deleting encodes the others again: done only where it must be.
  if (setIdOf(Object.fromEntries(url.searchParams))?.startsWith(sharedSetPrefix))
    url.searchParams.delete("set");
  return { path, url: url.origin + path + url.search, search: url.search };
}

/** Where the first page came from: a page of the same origin as page views tell it, or another site's. */
export const countedReferrer = (referrer: string, origin: string): string =>
  referrer.startsWith(`${origin}/`) ? countedAddress({ href: referrer }).url : referrer;
