import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Maximum offset of the time-stretched sound before the player falls back to the browser's; milliseconds. */
const boundMs = 30;
type Watch = {
  frames: Record<"server" | "browser" | "both" | "none", number>;
  runs: number[][];
  turns: number;
};

/**
 * Records at each frame which sound is audible, and the offset of the time-stretched sound from the video: one list per
 * uninterrupted stretch. Counts the passes of a loop.
 */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watch = { frames: { server: 0, browser: 0, both: 0, none: 0 }, runs: [], turns: 0 };
    Object.assign(window, { watched });
    const isHeard = (one: HTMLMediaElement) => !one.muted && one.volume > 0.01;
    let wasServer = false;
    let before = 0;
    const look = () => {
      requestAnimationFrame(look);
      const shown = document.querySelector<HTMLVideoElement>("video[data-shown]");
      if (!shown || shown.paused) return;
      // Of the two alternating tracks the waiting one is only ready.
      const videos = [...document.querySelectorAll("video")].filter(isHeard);
      const audio = [...document.querySelectorAll("audio")].find((one) => isHeard(one) && !one.paused);
      const by = audio ? (videos.length > 0 ? "both" : "server") : videos.length > 0 ? "browser" : "none";
      watched.frames[by]++;
      if (shown.currentTime < before - 0.5) watched.turns++;
      before = shown.currentTime;
      if (audio && by === "server") {
        if (!wasServer || watched.runs.length === 0) watched.runs.push([]);
        watched.runs.at(-1)!.push((shown.currentTime / 0.6 - audio.currentTime) * 1000);
      }
      wasServer = by === "server";
    };
    look();
  });
const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watch }).watched);
const forget = (page: Page) =>
  page.evaluate(() =>
    Object.assign((window as unknown as { watched: Watch }).watched, { runs: [], turns: 0 }),
  );

/** Expects the time-stretched sound to become audible, in step with the video. Slow machines only delay it. */
const heardInStep = (page: Page) =>
  expect
    .poll(async () => {
      const { runs } = await watched(page);
      return runs
        .filter((offsets) => offsets.length >= 6)
        .map((offsets) => Math.abs(offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 2)]!))
        .some((offMs) => offMs < boundMs);
    })
    .toBe(true);

test.describe("a slow tempo", () => {
  let folder = "";
  test.beforeAll(async () => {
    // The class's music at 60 percent, as the server would stretch it; stretching has tests of its own.
    folder = await mkdtemp(join(tmpdir(), "eightcount-slow-"));
    const beat = `aevalsrc='0.6*sin(2*PI*90*t)*exp(-25*mod(t\\,0.625))':s=44100:d=60,atempo=0.6`;
    const hls = "-c:a aac -f hls -hls_time 3 -hls_playlist_type vod -hls_segment_type fmp4".split(" ");
    execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", beat, ...hls, join(folder, "index.m3u8")]);
  });
  test.afterAll(() => rm(folder, { recursive: true }));
  // A missing file is part of the test.
  test.use({ refusals: ["Failed to load resource: net::ERR_FAILED"] });

  test("plays the time-stretched sound in step after seeks, loops and tempo changes, without silence", async ({
    page,
  }) => {
    let isThere = true;
    await page.route("**/slow-sound/*", async (route) =>
      isThere
        ? route.fulfill({ body: await readFile(join(folder, basename(route.request().url()))) })
        : route.abort(),
    );
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("query Player(")) return route.fallback();
      const answer = await (await route.fetch()).json();
      const url = new URL("/slow-sound/index.m3u8", route.request().url()).href;
      answer.data.studioClass.video.playback.slowSounds = [{ __typename: "SlowSound", percent: 60, url }];
      return route.fulfill({ json: answer });
    });
    await watch(page);
    await page.goto("/class/drag-the-left/play?part=2");
    await page.getByRole("button", { name: "60", exact: true }).click();
    await page.keyboard.press("k");
    await heardInStep(page);

    await page.keyboard.press("ArrowRight");
    await forget(page);
    await heardInStep(page);

    // A loop of two counts, for two passes.
    await page.keyboard.press("r");
    const end = page.getByRole("slider", { name: "Loop end" });
    for (let eight = 12; eight > 5; eight--) await end.press("Shift+ArrowLeft");
    for (let count = 8; count > 4; count--) await end.press("ArrowLeft");
    await forget(page);
    await expect.poll(async () => (await watched(page)).turns).toBeGreaterThan(1);
    await heardInStep(page);

    const tempo = (percent: string) =>
      page.getByRole("button", { name: percent, exact: true, includeHidden: true }).dispatchEvent("click");
    await tempo("100");
    await expect
      .poll(() => page.evaluate(() => [...document.querySelectorAll("audio")].every((one) => one.paused)))
      .toBe(true);
    await tempo("60");
    await forget(page);
    await heardInStep(page);

    // Where its file fails to load, the browser's sound is audible and the class goes on.
    isThere = false;
    const before = (await watched(page)).frames.browser;
    await page.keyboard.press("r");
    await page.getByRole("slider", { name: "Position" }).press("Home");
    await expect.poll(async () => (await watched(page)).frames.browser - before).toBeGreaterThan(20);
    const { frames } = await watched(page);
    expect({ both: frames.both, none: frames.none }).toEqual({ both: 0, none: 0 });
  });
});
