/**
 * The feed on a cheap phone: 500 posts, every third with a video, scrolled from first to last with fourfold CPU throttling.
 *
 *     npm run bench -- feed
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webDir } from "../server/app/start.ts";
import { createAsset, requestTranscode } from "../server/modules/media/index.ts";
import { createClass, createLibrary } from "../server/testing/factories.ts";
import { startTestDatabase, startTestServer } from "../server/testing/harness.ts";
import { makeSample } from "../server/testing/media-samples.ts";
import { chromiumOptions } from "../tools/chromium.ts";

const require = createRequire(join(import.meta.dirname, "../package.json"));
const { chromium } = require("@playwright/test") as typeof import("@playwright/test");
const posts = 500;
const slower = 4;
/** Speed of a fast swipe, in pixels per second. */
const speed = 4_000;
/** A longer frame counts as dropped, in milliseconds on a 60 Hz display. */
const missedMs = 25;

const stopDatabase = await startTestDatabase();
const server = await startTestServer({ webDir });
const folder = await mkdtemp(join(tmpdir(), "eightcount-bench-"));
const browser = await chromium.launch(chromiumOptions());
try {
  await fill();
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  await context.addCookies([{ name: "consent", value: "2.00", url: server.url }]);
  const page = await context.newPage();
  await page.goto("/feed");
  await page.waitForSelector(".post-card");
  const more = page.getByRole("button", { name: "Show earlier posts" });
  while ((await page.locator(".post-card").count()) < posts) {
    const before = await page.locator(".post-card").count();
    await more.click();
    await page.waitForFunction((count) => document.querySelectorAll(".post-card").length > count, before);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.evaluate(() => {
    const held = globalThis as unknown as { frames: number[]; players: number };
    held.frames = [];
    held.players = 0;
    let last = performance.now();
    const next = (now: number) => {
      held.frames.push(now - last);
      held.players = Math.max(held.players, document.querySelectorAll("video").length);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await session.send("Input.synthesizeScrollGesture", {
    x: 195,
    y: 500,
    yDistance: -height,
    speed,
    gestureSourceType: "touch",
  });
  const { frames, players } = await page.evaluate(() => {
    const held = globalThis as unknown as { frames: number[]; players: number };
    return { frames: held.frames.slice(5), players: held.players };
  });
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1);
  const missed = frames.reduce((sum, ms) => sum + (ms > missedMs ? Math.round(ms / (1000 / 60)) - 1 : 0), 0);
  const share = (100 * missed) / (frames.length + missed);
  process.stdout.write(
    `${posts} posts, ${Math.round(height)} px at ${speed} px/s, processor ${slower} times slower\n` +
      `frame, ms: median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}\n` +
      `missed: ${missed} of ${frames.length + missed} (${share.toFixed(1)} %); players at once: ${players}\n`,
  );
} finally {
  await browser.close();
  await server.stop();
  await stopDatabase();
  await rm(folder, { recursive: true });
}
process.exit(0);

/** Five hundred posts: short and long texts, classes, and one video that many share. */
async function fill(): Promise<void> {
  const { pool } = server;
  await createLibrary(pool);
  await createClass(pool, { slug: "drag-the-left", style: "house" });
  const author = await server.member({ username: "demo.bench" });
  const video = randomUUID();
  const path = await makeSample(folder, "film.mp4", { size: "360x450", seconds: 6 });
  await server.ctx().transact(async (tx) => {
    await createAsset(tx, { id: video, ownerKind: "upload", ownerId: author.id });
    await requestTranscode(tx, {
      assetId: video,
      angles: [{ key: "front", source: { kind: "file", path } }],
      captions: [],
      origin: "upload",
    });
  });
  await pool.query(
    `insert into community.content (id, kind, author_id, text, created_at) values ($1, 'video_upload', $2, 'A film', now())`,
    [video, author.id],
  );
  await pool.query(
    `insert into community.content (id, kind, author_id, text, video_upload_id, class_id, created_at)
     select gen_random_uuid(), 'post', $1, repeat('**Count four** runs away, see 0:03. @demo.bench holds it. ', 1 + at % 6),
       case when at % 3 = 0 then $2::uuid end, case when at % 4 = 0 then (select id from catalog.classes limit 1) end,
       now() - at * interval '1 minute'
     from generate_series(1, $3) as at`,
    [author.id, video, posts],
  );
  for (;;) {
    const { rows } = await pool.query<{ availability: string }>(
      "select availability from media.assets where id = $1",
      [video],
    );
    if (rows[0]?.availability === "available") return;
    if (rows[0]?.availability === "error") throw new Error("The film could not be made.");
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
