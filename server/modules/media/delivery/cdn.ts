import type { Ctx } from "../../../ctx.ts";
import { signCdnUrl } from "../../../platform/cdn.ts";

/** Large files: segments and their headers. Playlists name them relative to the link, so they stay on the link's origin. */
const large = /\.(?:m4s|mp4)$/;
/** Files that a CDN may fetch from the app, and their keys in the storage. */
const fetched = /^assets\/[0-9a-f-]{36}\/[0-9a-f-]{36}\/(?:[a-z0-9-]+\/){2}(?:init\.mp4|\d{5}\.m4s)$/;

/**
 * Where a client fetches a file whose request was allowed.
 * @param path of the file within its version
 * @returns a signed URL of the CDN; null without a CDN, and for small files
 */
export async function cdnUrlOf(ctx: Ctx, key: string, path: string): Promise<string | null> {
  const { mediaCdn } = ctx.config;
  return mediaCdn && large.test(path) ? signCdnUrl(mediaCdn, key, ctx.clock.now()) : null;
}

/** Whether a key names a file that a CDN may fetch from the app. */
export const isFetchedByCdn = (key: string): boolean => fetched.test(key);
