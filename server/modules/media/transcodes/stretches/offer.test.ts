import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../../testing/harness.ts";
import type { TestServer } from "../../../../testing/harness.ts";
import { startS3Server } from "../../../../testing/s3-server.ts";
import { requestTranscode } from "../../index.ts";
import type { StretchOffer } from "../../pipeline/context.ts";
import { stretchesPrefix } from "./files.ts";
import { offerStretches } from "./offer.ts";

const bucket = { bucket: "media", region: "eu-test-1", accessKeyId: "key", secretAccessKey: "secret" };
let server: TestServer;
let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server(bucket);
  const env = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
  server = await startTestServer({ roles: "api", env });
});
afterAll(async () => {
  await server?.stop();
  await s3?.close();
});

const order = async (): Promise<string> => {
  const assetId = randomUUID();
  await server.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId,
      angles: [{ key: "front", source: { kind: "file", path: "/nowhere/class.mp4" } }],
      captions: [],
      origin: "studio",
    }),
  );
  return assetId;
};
const offer = (
  assetId: string,
  names: readonly string[],
  spansOf: StretchOffer["spansOf"],
  signal = new AbortController().signal,
) =>
  offerStretches(
    server.ctx(),
    { assetId, version: null, claimant: randomUUID(), prefix: stretchesPrefix(assetId) },
    {
      view: "front",
      plan: {} as StretchOffer["plan"],
      stretches: names.map((name, at) => ({ name, first: at * 600, frames: 600 })),
      files: ["v180.mp4"],
      spansOf,
      onStored: () => {},
    },
    signal,
  );
const spansIn = async (assetId: string) =>
  (
    await server.pool.query<{ name: string; spans: unknown }>(
      "select name, spans from media.stretches where asset_id = $1 order by name",
      [assetId],
    )
  ).rows;

test("stretches are offered as well if the parts of the source that they need can't be found", async () => {
  const assetId = await order();
  await offer(assetId, ["one", "two"], () => Promise.reject(new RangeError("Too many packets")));
  expect(await spansIn(assetId)).toEqual([
    { name: "one", spans: null },
    { name: "two", spans: null },
  ]);
});

test("what is stopped while it looks for those parts offers nothing", async () => {
  const assetId = await order();
  const stop = new AbortController();
  const stopped = offer(
    assetId,
    ["one"],
    () => {
      stop.abort(new Error("The worker stops"));
      return Promise.reject(new RangeError("Too many packets"));
    },
    stop.signal,
  );
  await expect(stopped).rejects.toThrow("The worker stops");
  expect(await spansIn(assetId)).toEqual([]);
});

test("parts of the source are looked for once, for the stretches that weren't offered before", async () => {
  const assetId = await order();
  const asked: string[][] = [];
  const span = { start: 0, end: 1000 };
  const find: StretchOffer["spansOf"] = async (names) => {
    asked.push([...names]);
    return new Map([...names].map((name) => [name, [span]]));
  };
  await offer(assetId, ["one", "two"], find);
  await offer(assetId, ["one", "two"], find);
  await offer(assetId, ["one", "two", "three"], find);
  expect(asked).toEqual([["one", "two"], ["three"]]);
  expect((await spansIn(assetId)).map(({ spans }) => spans)).toEqual([[span], [span], [span]]);
});
