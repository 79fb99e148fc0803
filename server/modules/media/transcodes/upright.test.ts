import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import { playbackOf, requestTranscode, requestUprightVersions } from "../index.ts";
import type { TranscodeOrder } from "../index.ts";
import { listAssets } from "../store.ts";

let server: TestServer;
let folder: string;
let order: TranscodeOrder;
let upright: { kind: "file"; path: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "upright-"));
  server = await startTestServer();
  const wide = await makeSample(folder, "wide.mp4", { size: "320x180", rate: "10", seconds: 2 });
  upright = {
    kind: "file",
    path: await makeSample(folder, "upright.mp4", { size: "180x320", rate: "10", seconds: 2 }),
  };
  order = {
    assetId: randomUUID(),
    angles: [{ key: "front", source: { kind: "file", path: wide } }],
    captions: [],
    origin: "studio",
  };
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

const ofOrder = async () => (await listAssets(server.ctx().db, [order.assetId]))[0];
const published = async (isThere: (asset: NonNullable<Awaited<ReturnType<typeof ofOrder>>>) => boolean) =>
  expect
    .poll(
      async () => {
        const asset = await ofOrder();
        return asset !== undefined && isThere(asset);
      },
      { timeout: 60_000 },
    )
    .toBe(true);
const links = async () =>
  (await playbackOf(server.ctx(), { assetId: order.assetId, personId: randomUUID(), scope: "full" }))!;
const withUpright = (): TranscodeOrder => ({
  ...order,
  angles: order.angles.map((angle) => ({ ...angle, upright })),
});

it("adds upright versions to a published class, which upright windows can play", async () => {
  await server.ctx().transact((tx) => requestTranscode(tx, order));
  await published(({ availability }) => availability === "available");
  expect((await links()).angles[0]!.uprightHlsUrl).toBeNull();
  const { version } = (await ofOrder())!;

  expect(await server.ctx().transact((tx) => requestUprightVersions(tx, withUpright()))).toBe("requested");
  await published((asset) => asset.version !== version);
  const [front] = (await links()).angles;
  const playlist = await (await fetch(front!.uprightHlsUrl!)).text();
  expect(playlist).toContain("RESOLUTION=180x320");
  const rung = new URL("v180/00001.m4s", front!.uprightHlsUrl!);
  expect((await fetch(rung)).status).toBe(200);
  expect(await (await fetch(front!.hlsUrl)).text()).toContain("RESOLUTION=320x180");
});

it("leaves a class alone if it was deleted or has other sources", async () => {
  const changed: TranscodeOrder = { ...order, assetId: randomUUID() };
  await server.ctx().transact((tx) => requestTranscode(tx, changed));
  const stored = async () =>
    (
      await server.pool.query<{ order: unknown }>(
        'select transcode_order as "order" from media.assets where id = $1',
        [changed.assetId],
      )
    ).rows[0]!.order;
  const before = await stored();
  const other = { ...changed, angles: [{ key: "front" as const, source: upright, upright }] };
  expect(await server.ctx().transact((tx) => requestUprightVersions(tx, other))).toBe("ignored");
  expect(await stored()).toEqual(before);
  const gone = { ...withUpright(), assetId: randomUUID() };
  expect(await server.ctx().transact((tx) => requestUprightVersions(tx, gone))).toBe("ignored");
  expect(await listAssets(server.ctx().db, [gone.assetId])).toEqual([]);
});

it("waits for the wide versions of a class", async () => {
  const assetId = randomUUID();
  const answer = await server.ctx().transact(async (tx) => {
    await requestTranscode(tx, { ...order, assetId });
    return requestUprightVersions(tx, { ...withUpright(), assetId });
  });
  expect(answer).toBe("pending");
  const { rows } = await server.pool.query<{ upright: unknown }>(
    "select transcode_order -> 'angles' -> 0 -> 'upright' as upright from media.assets where id = $1",
    [assetId],
  );
  expect(rows).toEqual([{ upright: null }]);
});
