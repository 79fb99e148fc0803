/** A server with one class that plays, and a browser. Frames of the class show their number and its beats beep, unless other views are given. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { webDir } from "../../server/app/start.ts";
import { seedCatalogue } from "../../server/modules/catalog/index.ts";
import { requestTranscode } from "../../server/modules/media/index.ts";
import { createTestDatabase, startTestDatabase, startTestServer } from "../../server/testing/harness.ts";
import type { TestServer } from "../../server/testing/harness.ts";
import { makeSampleVideo } from "../../web/features/player/testing/make-media.ts";
import { SAMPLE } from "../../web/features/player/testing/sample.ts";
import { chromiumOptions } from "../../tools/chromium.ts";

const require = createRequire(join(import.meta.dirname, "../../package.json"));
const { chromium } = require("@playwright/test") as typeof import("@playwright/test");

/** Duration of a video frame, in milliseconds. */
export const frameMs = 1000 / SAMPLE.fps;
export const slug = "count-it";

export interface Stage {
  readonly server: TestServer;
  /** Another server on the same database and files. */
  second(): Promise<TestServer>;
  stop(): Promise<void>;
}

/**
 * Starts it, with the class and its time-stretched sound published.
 * @param seconds length of the class, which is at {@link SAMPLE}'s tempo
 * @param makeView writes a source video of that length to a folder, and returns its path
 * @param others number of older classes without a video, each with images of its own
 */
export async function startStage({
  seconds = SAMPLE.seconds,
  makeView = makeSampleVideo,
  others: otherClasses = 0,
}: { seconds?: number; makeView?: typeof makeSampleVideo; others?: number } = {}): Promise<Stage> {
  const stopDatabase = await startTestDatabase();
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "eightcount-stage-"));
  const dataDir = join(folder, "data");
  const options = { webDir, database: database.connection, dataDir, env: { SLOW_SOUNDS: "on" } };
  const server = await startTestServer(options);
  const others: TestServer[] = [];
  const id = randomUUID();
  const durationMs = seconds * 1000;
  const beatGrid = [{ startMs: 0, endMs: durationMs, bpm: SAMPLE.bpm, firstBeatMs: 0 }];
  const [front, back] = await Promise.all([makeView(folder, "front"), makeView(folder, "back")]);
  for (const width of [320, 640, 1280]) {
    const path = join(folder, `poster-${width}.webp`);
    execFileSync("ffmpeg", ["-v", "error", "-i", front, "-frames:v", "1", "-vf", `scale=${width}:-2`, path]);
    for (const name of ["test", ...Array.from({ length: otherClasses }, (_unused, n) => `other${n}`)])
      await server.ctx().ports.storage.put(`pictures/${name}-${width}.webp`, { path }, "image/webp");
  }
  const about = {
    description: "Every frame says its number.",
    level: "beginner",
    type: "drill",
    accessType: "free",
    isExplicit: false,
    style: "house",
    instructor: "demo-ana",
    section: "learn",
    categories: [],
    durationMs,
    beatGrid,
  } as const;
  await server.ctx().transact(async (tx) => {
    await seedCatalogue(tx, {
      sections: [{ slug: "learn", name: "Learn", description: "Step by step", position: 0 }],
      styles: [{ slug: "house", name: "House" }],
      instructors: [{ id: randomUUID(), slug: "demo-ana", name: "Demo Ana", bio: "Teaches.", photo: "test" }],
      categories: [],
      classes: [
        {
          id,
          slug,
          title: "Count it",
          ...about,
          picture: "test",
          assetId: id,
          publishedAt: new Date(),
          parts: [
            { index: 1, title: "First", kind: "counts", startMs: 0, endMs: durationMs / 2, eights: 7 },
            {
              index: 2,
              title: "Second",
              kind: "counts",
              startMs: durationMs / 2,
              endMs: durationMs,
              eights: 8,
            },
          ],
        },
        ...Array.from({ length: otherClasses }, (_unused, n) => ({
          ...about,
          id: randomUUID(),
          slug: `other-${n}`,
          title: `Other ${n}`,
          picture: `other${n}`,
          assetId: randomUUID(),
          publishedAt: new Date(Date.now() - (n + 1) * 86_400_000),
          parts: [],
        })),
      ],
    });
    await requestTranscode(tx, {
      assetId: id,
      angles: [
        { key: "front", source: { kind: "file", path: front } },
        { key: "back", source: { kind: "file", path: back } },
      ],
      captions: [],
      origin: "studio",
    });
  });
  const member = await server.member({ name: "Demo Bench" });
  const isReady = async (): Promise<boolean> => {
    const { data } = await server.graphql<{
      studioClass: { video: { playback: { slowSounds: unknown[] } | null } };
    }>(
      `{ studioClass(id: "${slug}") { video { playback { slowSounds { percent } } } } }`,
      {},
      { as: member },
    );
    return (data?.studioClass.video.playback?.slowSounds.length ?? 0) > 0;
  };
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    server,
    second: async () => {
      const other = await startTestServer({ ...options, roles: "api" });
      others.push(other);
      return other;
    },
    stop: async () => {
      for (const other of others) await other.stop();
      await server.stop();
      await database.drop();
      await stopDatabase();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A browser with autoplay and a fake camera. */
export function startBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch(
    chromiumOptions(
      ...more,
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--js-flags=--expose-gc",
      "--enable-precise-memory-info",
    ),
  );
}

/** Opens the class at its second part, with both angles loaded, and plays it. */
export async function playClass(page: Page, search = "?part=2"): Promise<void> {
  await page.goto(`/class/${slug}/play${search}`);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("video")].some(({ readyState }) => readyState >= 3),
  );
  await page.keyboard.press("k");
  await page.waitForFunction(
    () => [...document.querySelectorAll("video")].filter(({ readyState }) => readyState >= 3).length >= 2,
  );
}

/** Prints one line: name, median, 95th percentile, target. */
export function report(name: string, values: readonly number[], aim: string): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
  process.stdout.write(
    `${name.padEnd(46)} median ${at(0.5).padStart(7)}   p95 ${at(0.95).padStart(7)}   of ${String(sorted.length).padEnd(5)} aim ${aim}\n`,
  );
}
