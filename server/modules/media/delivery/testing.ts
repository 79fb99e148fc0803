import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { AngleKey } from "../../../../contract/angles.ts";
import { startTestServer } from "../../../testing/harness.ts";
import type { TestServer } from "../../../testing/harness.ts";
import { makeSample } from "../../../testing/media-samples.ts";
import type { Clock } from "../../../platform/clock.ts";
import { playbackOf, requestTranscode } from "../index.ts";
import type { PlaybackLinks } from "../index.ts";
import { listAssets } from "../store.ts";

export let server: TestServer;
let folder: string;
let shift = 0;
/** Sets the clock ahead of the real one. */
export const setAhead = (ms: number): void => {
  shift = ms;
};
const clock: Clock = { now: () => new Date(Date.now() + shift) };
export let assetId: string;
export let otherId: string;
export let personId: string;
export const play = async (
  scope: "full" | "preview",
  options: { asset?: string; person?: string; forMs?: number } = {},
): Promise<PlaybackLinks> => {
  const { asset = assetId, person = personId, ...rest } = options;
  const links = await playbackOf(server.ctx(), { assetId: asset, personId: person, scope, ...rest });
  expect(links).not.toBeNull();
  return links!;
};
export const statusOf = async (url: string) => {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
};
/** Requests a path exactly as written: fetch would normalize it first. */
export const statusOfRaw = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    httpRequest({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on("error", reject)
      .end();
  });
/**
 * Orders the transcode of a file as the video of a class.
 * @param captions path of its English captions
 * @returns its asset
 */
export async function transcodeClass(
  at: TestServer,
  path: string,
  angles: readonly AngleKey[],
  captions?: string,
): Promise<string> {
  const id = randomUUID();
  await at.ctx().transact((tx) =>
    requestTranscode(tx, {
      assetId: id,
      angles: angles.map((key) => ({ key, source: { kind: "file", path } })),
      captions: captions ? [{ language: "en", label: "English", path: captions }] : [],
      origin: "studio",
    }),
  );
  return id;
}

/** Waits until assets can be played. @throws Error if one can't be transcoded */
export async function untilAvailable(at: TestServer, assetIds: readonly string[]): Promise<void> {
  for (;;) {
    const found = await listAssets(at.ctx().db, assetIds);
    if (found.length === assetIds.length && found.every(({ availability }) => availability === "available"))
      return;
    if (found.some(({ availability }) => availability === "error")) throw new Error(JSON.stringify(found));
    await sleep(100);
  }
}

/** Starts a server with two transcoded classes, and ends it after the tests of a file. */
export function startDelivery(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "delivery-"));
    server = await startTestServer({ clock });
    const source = await makeSample(folder, "class.mp4", { size: "320x180", rate: "10", seconds: 40 });
    const captions = join(folder, "en.vtt");
    await writeFile(
      captions,
      "WEBVTT\n\n00:01.000 --> 00:02.000\nEarly\n\n00:29.000 --> 00:33.000\nAcross\n\n00:35.000 --> 00:36.000\nLate\n",
    );
    assetId = await transcodeClass(server, source, ["front", "back"], captions);
    otherId = await transcodeClass(server, source, ["front"], captions);
    await untilAvailable(server, [assetId, otherId]);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    shift = 0;
    personId = randomUUID();
  });
}
