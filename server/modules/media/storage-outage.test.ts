import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/harness.ts";
import type { TestServer } from "../../testing/harness.ts";
import { makeSample } from "../../testing/media-samples.ts";
import { startS3Server } from "../../testing/s3-server.ts";
import { playbackOf, requestTranscode } from "./index.ts";
import { listAssets } from "./store.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
let server: TestServer;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server(bucket);
  folder = await mkdtemp(join(tmpdir(), "storage-outage-"));
  server = await startTestServer({
    dataDir: join(folder, "data"),
    env: {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

const order = async (path: string): Promise<string> => {
  const assetId = randomUUID();
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId,
      angles: [{ key: "front", source: { kind: "file", path } }],
      captions: [],
      origin: "upload",
    }),
  );
  return assetId;
};
const availabilityOf = async (id: string) => (await listAssets(server.ctx().db, [id]))[0]?.availability;

it("publishes a video by itself when the store is back, with one attempt", async () => {
  const source = await makeSample(folder, "one.mp4", { size: "320x180", seconds: 1 });
  s3.setAway(true);
  const id = await order(source);
  // Eight files at once, four requests each: more than 32 are a second try.
  await expect.poll(() => s3.refused(), { timeout: 120_000 }).toBeGreaterThan(40);
  expect(["uploaded", "processing"]).toContain(await availabilityOf(id));
  s3.setAway(false);
  await expect.poll(() => availabilityOf(id), { timeout: 120_000 }).toBe("available");
  const { rows } = await server.pool.query("select state from media.attempts where asset_id = $1", [id]);
  expect(rows).toEqual([{ state: "published" }]);
}, 300_000);

it("answers 503 with Retry-After for pictures and segments while the store is away, and serves them afterwards", async () => {
  const [, assetId, path] = [...s3.objects.keys()]
    .map((key) => /^assets\/([^/]+)\/[^/]+\/(.+\.m4s)$/.exec(key))
    .find((match) => match !== null)!;
  const links = await playbackOf(server.ctx(), { assetId: assetId!, personId: randomUUID(), scope: "full" });
  const urls = [
    new URL(path!, links!.storyboardUrl).href,
    `${server.url}/${[...s3.objects.keys()].find((key) => key.startsWith("pictures/"))!}`,
  ];
  const statuses = async () => {
    const answers = await Promise.all(urls.map((url) => fetch(url)));
    return answers.map(({ status, headers }) => [status, headers.get("retry-after")]);
  };
  s3.setAway(true);
  expect(await statuses()).toEqual(urls.map(() => [503, "5"]));
  s3.setAway(false);
  expect(await statuses()).toEqual(urls.map(() => [200, null]));
});
