import type { Cdn } from "../cdn.ts";
import type { Environment } from "./environment.ts";

/** Variables that each way of signing needs besides MEDIA_CDN_URL. */
const needed = {
  hmac: ["MEDIA_CDN_SECRET"],
  "secure-link": ["MEDIA_CDN_SECRET"],
  cloudfront: ["MEDIA_CDN_PRIVATE_KEY", "MEDIA_CDN_KEY_ID"],
  s3: ["S3_ENDPOINT"],
} as const;
const all = [
  "MEDIA_CDN_SIGNING",
  "MEDIA_CDN_SECRET",
  "MEDIA_CDN_PRIVATE_KEY",
  "MEDIA_CDN_KEY_ID",
  "MEDIA_CDN_ORIGIN_KEY",
] as const;

/** @returns one sentence for each thing that is missing */
export function cdnMisfits(values: Environment): string[] {
  const { MEDIA_CDN_URL: url, MEDIA_CDN_SIGNING: signing } = values;
  if (!url) return all.filter((name) => values[name]).map((name) => `${name} also needs MEDIA_CDN_URL.`);
  if (!signing) return ["MEDIA_CDN_URL also needs MEDIA_CDN_SIGNING."];
  const faults = needed[signing]
    .filter((name) => !values[name])
    .map((name) => `MEDIA_CDN_SIGNING=${signing} also needs ${name}.`);
  if (!values.S3_ENDPOINT && !values.MEDIA_CDN_ORIGIN_KEY && signing !== "s3")
    faults.push(
      "MEDIA_CDN_URL also needs MEDIA_CDN_ORIGIN_KEY: without S3 the CDN fetches files from the app.",
    );
  return faults;
}

/** The CDN of media, of variables that fit together; null without one. */
export function mediaCdnOf(values: Environment): Cdn | null {
  const { MEDIA_CDN_URL: url, MEDIA_CDN_SIGNING: signing } = values;
  if (!url || !signing) return null;
  const common = { url, originKey: values.MEDIA_CDN_ORIGIN_KEY ?? null };
  switch (signing) {
    case "cloudfront":
      return {
        ...common,
        signing,
        privateKey: values.MEDIA_CDN_PRIVATE_KEY!,
        keyId: values.MEDIA_CDN_KEY_ID!,
      };
    case "s3": {
      const store = {
        region: values.S3_REGION,
        accessKeyId: values.S3_ACCESS_KEY_ID!,
        secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
      };
      return { ...common, signing, store };
    }
    default:
      return { ...common, signing, secret: values.MEDIA_CDN_SECRET! };
  }
}
