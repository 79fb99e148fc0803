import { createHash, createHmac, generateKeyPairSync, verify } from "node:crypto";
import { expect, it } from "vitest";
import { startS3Server } from "../testing/s3-server.ts";
import { signCdnUrl } from "./cdn.ts";
import { readConfig } from "./config/index.ts";
import { createS3Storage } from "./storage-s3.ts";

const at = new Date("2026-11-25T10:34:56Z");
const [issued, expires] = [
  Date.parse("2026-11-25T10:30:00Z") / 1000,
  Date.parse("2026-11-25T10:50:00Z") / 1000,
];
const secret = "shared by the app and the CDN, 32 or more";
const common = { url: "https://cdn.example.test/studio", originKey: null };
const key = "assets/a/b/front/v720/00001.m4s";

it("signs with an HMAC of path and time, as Cloudflare checks it", async () => {
  const url = new URL(await signCdnUrl({ ...common, signing: "hmac", secret }, key, at));
  expect(url.origin + url.pathname).toBe(`https://cdn.example.test/studio/${key}`);
  const [time, mac] = url.searchParams.get("verify")!.split(/-(.*)/);
  expect(time).toBe(String(issued));
  expect(mac).toBe(createHmac("sha256", secret).update(`/studio/${key}${issued}`).digest("base64"));
});

it("signs with a secure link, as nginx checks it", async () => {
  const url = await signCdnUrl({ ...common, signing: "secure-link", secret }, key, at);
  const hash = createHash("md5").update(`${expires}/studio/${key} ${secret}`).digest("base64url");
  expect(url).toBe(`https://cdn.example.test/studio/${key}?md5=${hash}&expires=${expires}`);
});

it("signs with a key pair, as CloudFront checks it", async () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const url = new URL(
    await signCdnUrl({ ...common, signing: "cloudfront", privateKey, keyId: "K2JCJMDEHXQW5F" }, key, at),
  );
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    Expires: String(expires),
    "Key-Pair-Id": "K2JCJMDEHXQW5F",
    "Hash-Algorithm": "SHA256",
  });
  const policy = JSON.stringify({
    Statement: [
      {
        Resource: `https://cdn.example.test/studio/${key}`,
        Condition: { DateLessThan: { "AWS:EpochTime": expires } },
      },
    ],
  });
  const signature = url.searchParams
    .get("Signature")!
    .replaceAll("-", "+")
    .replaceAll("_", "=")
    .replaceAll("~", "/");
  expect(verify("sha256", Buffer.from(policy), pair.publicKey, Buffer.from(signature, "base64"))).toBe(true);
});

it("signs URLs of an S3-compatible store, for one object and a while", async () => {
  const store = { region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
  const server = await startS3Server({ bucket: "media", ...store });
  await createS3Storage({ endpoint: server.endpoint, bucket: "media", ...store }).put(
    key,
    Buffer.from("a segment"),
    "video/iso.segment",
  );
  const cdn = { url: `${server.endpoint}/media`, originKey: null, signing: "s3", store } as const;
  const url = await signCdnUrl(cdn, key, new Date());
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, "a segment"]);
  expect((await fetch(url.replace("00001", "00002"))).status).toBe(403);
  expect((await fetch(await signCdnUrl(cdn, key, new Date(Date.now() - 21 * 60_000)))).status).toBe(403);
  await server.close();
});

it("gives everyone the same URL for ten minutes, which is valid for ten more", async () => {
  const cdn = { ...common, signing: "hmac", secret } as const;
  const urlAt = (time: string) => signCdnUrl(cdn, key, new Date(`2026-11-25T${time}Z`));
  expect(await urlAt("10:30:00")).toBe(await urlAt("10:39:59"));
  expect(await urlAt("10:40:00")).not.toBe(await urlAt("10:39:59"));
});

it("names what the settings of a CDN lack", () => {
  const faultsOf = (env: Record<string, string>) => {
    try {
      readConfig(
        { NODE_ENV: "test", DATA_DIR: "unused", AUTH_SECRET: secret, MEDIA_SECRET: secret, ...env },
        [],
      );
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };
  expect(faultsOf({ MEDIA_CDN_SECRET: secret })).toContain("MEDIA_CDN_SECRET also needs MEDIA_CDN_URL.");
  const url = { MEDIA_CDN_URL: "https://cdn.example.test" };
  expect(faultsOf(url)).toContain("MEDIA_CDN_URL also needs MEDIA_CDN_SIGNING.");
  expect(faultsOf({ ...url, MEDIA_CDN_SIGNING: "cloudfront" })).toContain(
    "MEDIA_CDN_SIGNING=cloudfront also needs MEDIA_CDN_KEY_ID.",
  );
  expect(faultsOf({ ...url, MEDIA_CDN_SIGNING: "s3" })).toContain("also needs S3_ENDPOINT.");
  const hmac = { ...url, MEDIA_CDN_SIGNING: "hmac", MEDIA_CDN_SECRET: secret };
  expect(faultsOf(hmac)).toContain("MEDIA_CDN_URL also needs MEDIA_CDN_ORIGIN_KEY");
  expect(faultsOf({ ...hmac, MEDIA_CDN_ORIGIN_KEY: secret })).toBe("");
});
