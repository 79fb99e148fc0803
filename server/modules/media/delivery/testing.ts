import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
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
    const publish = async (back: boolean) => {
      const id = randomUUID();
      const front = { kind: "file", path: source } as const;
      await server.ctx().transact((tx) =>
        requestTranscode(tx, {
          assetId: id,
          angles: (back ? (["front", "back"] as const) : (["front"] as const)).map((key) => ({
            key,
            source: front,
          })),
          captions: [{ language: "en", label: "English", path: captions }],
          origin: "studio",
        }),
      );
      return id;
    };
    assetId = await publish(true);
    otherId = await publish(false);
    for (;;) {
      const found = await listAssets(server.ctx().db, [assetId, otherId]);
      if (found.every(({ availability }) => availability === "available")) break;
      if (found.some(({ availability }) => availability === "error")) throw new Error(JSON.stringify(found));
      await sleep(100);
    }
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
