/**
 * What a dancer waits for and sees, in Chromium on loopback: the first frame after the tap, the loop's seam, and turning round.
 *
 *     npm run bench -- player
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import startLibrary from "../../e2e/server.ts";

const require = createRequire(join(import.meta.dirname, "../../package.json"));
const { chromium } = require("@playwright/test") as typeof import("@playwright/test");
const rounds = 8;
/** The film has 30 pictures a second. */
const frameMs = 1000 / 30;

const stop = await startLibrary();
const executablePath = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--autoplay-policy=no-user-gesture-required"],
});
try {
  const baseURL = process.env["EIGHTCOUNT_E2E_URL"]!;
  const page = await (
    await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  ).newPage();
  report("first frame after the tap, ms", await repeated(() => firstFrame(page)));
  await openPlaying(page);
  const turns = await repeated(() => turnRound(page));
  report(
    "turning round, ms",
    turns.map(({ ms }) => ms),
  );
  report(
    "turning round, pictures apart",
    turns.map(({ apart }) => apart),
  );
  report("loop seam, pictures", await seams(page));
} finally {
  await browser.close();
  await stop();
}
process.exit(0);

async function repeated<Found>(work: () => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await work());
  return found;
}

function report(name: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  process.stdout.write(
    `${name.padEnd(34)} median ${at(0.5).padStart(7)}   p95 ${at(0.95).padStart(7)}   of ${sorted.length}\n`,
  );
}

/** From the press on the class's page until the first picture of the film is on the screen. */
async function firstFrame(page: Page): Promise<number> {
  await page.goto("/class/drag-the-left");
  const link = page.locator('a[href^="/class/drag-the-left/play"]').first();
  await link.waitFor();
  await link.hover();
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const state = globalThis as unknown as { pressed?: number; first?: number };
    delete state.first;
    addEventListener("click", () => (state.pressed = performance.now()), { capture: true, once: true });
    const look = () => {
      const video = document.querySelector<HTMLVideoElement>("video");
      if (video) video.requestVideoFrameCallback((now) => (state.first = now));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await link.click();
  await page.waitForFunction(() => (globalThis as { first?: number }).first !== undefined);
  return page.evaluate(() => {
    const { first, pressed } = globalThis as unknown as { first: number; pressed: number };
    return first - pressed;
  });
}

async function openPlaying(page: Page): Promise<void> {
  await page.goto("/class/drag-the-left/play?part=2");
  await page.waitForFunction(
    () => [...document.querySelectorAll("video")].filter(({ readyState }) => readyState >= 3).length >= 1,
  );
  await page.keyboard.press("k");
  await page.waitForFunction(
    () => [...document.querySelectorAll("video")].filter(({ readyState }) => readyState >= 3).length >= 2,
  );
  await page.waitForTimeout(3000);
}

/** From the press until the other view is painted, and how far the two views are apart then. */
async function turnRound(page: Page): Promise<{ ms: number; apart: number }> {
  const found = await page.evaluate(
    () =>
      new Promise<{ ms: number; seconds: number }>((resolve) => {
        const angleOf = () => document.querySelector<HTMLVideoElement>("video[data-shown]")?.dataset["angle"];
        const before = angleOf();
        const pressed = performance.now();
        const name = before === "back" ? "Front" : "Back";
        const button = [...document.querySelectorAll("button")].find(
          (one) => (one.getAttribute("aria-label") ?? one.textContent)?.trim() === name,
        );
        button?.click();
        const look = (now: number) => {
          if (angleOf() === before) return requestAnimationFrame(look);
          const [a, b] = [...document.querySelectorAll<HTMLVideoElement>("video")].slice(0, 2);
          return resolve({
            ms: Math.max(0, now - pressed),
            seconds: Math.abs(a!.currentTime - b!.currentTime),
          });
        };
        requestAnimationFrame(look);
      }),
  );
  await page.waitForTimeout(1200);
  return { ms: found.ms, apart: (found.seconds * 1000) / frameMs };
}

/** How much longer than a picture the one at each turn of a short loop stood. */
async function seams(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const state = globalThis as unknown as { frames: { at: number; media: number }[] };
    state.frames = [];
    const watch = (video: HTMLVideoElement) => {
      const note = (now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        if (video.hasAttribute("data-shown")) state.frames.push({ at: now, media: mediaTime });
        video.requestVideoFrameCallback(note);
      };
      video.requestVideoFrameCallback(note);
    };
    for (const video of document.querySelectorAll("video")) watch(video);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof HTMLVideoElement) watch(node);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press("r");
  // A loop of one eight: five seconds at 96 BPM.
  const end = page.getByRole("slider", { name: "Loop end" });
  await end.focus();
  for (let presses = 0; presses < 56; presses += 1) await end.press("ArrowLeft");
  await page.waitForTimeout(45_000);
  const frames = await page.evaluate(
    () => (globalThis as unknown as { frames: { at: number; media: number }[] }).frames,
  );
  return frames
    .map((frame, index) => ({ frame, before: frames[index - 1] }))
    .filter(({ frame, before }) => before && frame.media < before.media - 0.5)
    .map(({ frame, before }) => Math.max(0, (frame.at - before!.at) / frameMs - 1));
}
