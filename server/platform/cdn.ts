import { createHash, createHmac, sign as signWith } from "node:crypto";
import { LRUCache } from "lru-cache";
import { presignS3 } from "./storage-s3-presign.ts";
import type { S3Settings } from "./storage-s3.ts";

/** How a CDN checks that a URL was signed here. */
export const cdnSignings = ["hmac", "secure-link", "cloudfront", "s3"] as const;

/** A CDN, or a store that clients reach themselves. */
export type Cdn = {
  /** Without a slash at its end; the storage's keys follow. */
  readonly url: string;
  /** What the CDN sends when it fetches files from the app; null: it fetches them from the store. */
  readonly originKey: string | null;
} & (
  | { readonly signing: "hmac" | "secure-link"; readonly secret: string }
  /** `privateKey`: RSA, as PEM. */
  | { readonly signing: "cloudfront"; readonly privateKey: string; readonly keyId: string }
  | { readonly signing: "s3"; readonly store: Omit<S3Settings, "endpoint" | "bucket"> }
);

/** URLs signed within the same ten minutes are equal, so that browsers cache what they fetched. Milliseconds. */
const sameMs = 10 * 60_000;

/** Signed URLs of each CDN: an RSA signature takes a millisecond, and a class has many viewers. */
const signedUrls = new WeakMap<Cdn, LRUCache<string, Promise<string>>>();

/**
 * Signs the URL of a stored file. It is valid for 10 to 20 minutes, for everyone.
 * @param key of the file in the storage
 */
export function signCdnUrl(cdn: Cdn, key: string, now: Date): Promise<string> {
  const issuedMs = Math.floor(now.getTime() / sameMs) * sameMs;
  let urls = signedUrls.get(cdn);
  if (!urls) signedUrls.set(cdn, (urls = new LRUCache({ max: 20_000 })));
  const name = `${issuedMs} ${key}`;
  let url = urls.get(name);
  if (!url) urls.set(name, (url = sign(cdn, key, issuedMs)));
  return url;
}

async function sign(cdn: Cdn, key: string, issuedMs: number): Promise<string> {
  const url = `${cdn.url}/${key}`;
  const issued = issuedMs / 1000;
  const expires = issued + (2 * sameMs) / 1000;
  const path = new URL(url).pathname;
  switch (cdn.signing) {
    case "hmac": {
      const mac = createHmac("sha256", cdn.secret).update(`${path}${issued}`).digest("base64");
      return `${url}?verify=${issued}-${encodeURIComponent(mac)}`;
    }
    case "secure-link": {
      // The hash that nginx computes. A secret of 32 characters at its end makes MD5 enough here.
      const hash = createHash("md5").update(`${expires}${path} ${cdn.secret}`).digest("base64url");
      return `${url}?md5=${hash}&expires=${expires}`;
    }
    case "cloudfront": {
      const policy = `{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
      const signature = signWith("sha256", Buffer.from(policy), cdn.privateKey).toString("base64");
      const text = signature.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
      return `${url}?Expires=${expires}&Signature=${text}&Key-Pair-Id=${cdn.keyId}&Hash-Algorithm=SHA256`;
    }
    case "s3":
      return presignS3(cdn.store, url, new Date(issuedMs), expires - issued);
  }
}
