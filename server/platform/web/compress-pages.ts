import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { Log } from "../log.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Quality 9 with a window of 64 KB takes as long as quality 5 with the default one: 2 ms for the home page. */
const fast = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };
/** The highest quality takes forty times as long, and makes the home page a kilobyte smaller. */
const small = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** Some hundreds of pages. */
const maxCachedBytes = 4_000_000;
/** Pages sent this often are worth the highest quality. Crawlers read each page once. */
const minTimesSent = 3;

/**
 * Compresses a page for what a request's `accept-encoding` accepts.
 * @param isShared other visitors may get the same HTML, and so it may be cached
 * @returns null: sent as it is
 */
export type CompressPage = (
  html: string,
  accepted: string,
  isShared: boolean,
) => Promise<{ encoding: "br" | "gzip"; content: Buffer } | null>;

/**
 * Compresses pages quickly, and caches shared pages that are sent often at the highest quality. Only one page is compressed so at a
 * time; until it is ready, the fast result is sent.
 */
export function createPageCompression(log: Log): CompressPage {
  const cached = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length,
  });
  const timesSent = new LRUCache<string, number>({ max: 1_000 });
  let isCompressing = false;

  const cache = async (digest: string, html: string): Promise<void> => {
    isCompressing = true;
    try {
      const content = await compressBrotli(html, { params: small });
      // A copy of its own size: zlib's result is a slice of a block of 64 KB or more.
      cached.set(digest, Buffer.from(new Uint8Array(content).buffer));
    } catch (err) {
      log.warn({ err }, "A page could not be compressed at the highest quality");
    } finally {
      isCompressing = false;
    }
  };

  return async (html, accepted, isShared) => {
    if (!/\bbr\b/.test(accepted))
      return /\bgzip\b/.test(accepted) ? { encoding: "gzip", content: await compressGzip(html) } : null;
    if (isShared) {
      const digest = hash("sha256", html, "base64");
      const content = cached.get(digest);
      if (content) return { encoding: "br", content };
      const times = (timesSent.get(digest) ?? 0) + 1;
      timesSent.set(digest, times);
      if (times >= minTimesSent && !isCompressing) void cache(digest, html);
    }
    return { encoding: "br", content: await compressBrotli(html, { params: fast }) };
  };
}
