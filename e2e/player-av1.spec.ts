import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "@playwright/test";
import { withAv1 } from "../contract/av1.ts";
import { expect, test } from "./test.ts";

const width = 192;
/** Lets the device say of AV1 what a test needs. */
const says = (page: Page, powerEfficient: boolean) =>
  page.addInitScript((isEfficient) => {
    navigator.mediaCapabilities.decodingInfo = async () =>
      ({ supported: true, smooth: true, powerEfficient: isEfficient }) as MediaCapabilitiesDecodingInfo;
  }, powerEfficient);
const shown = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("video[data-shown]");
    return video && !video.paused && video.currentTime > 1 ? video.videoWidth : 0;
  });

test.describe("a class with AV1 renditions", () => {
  let folder = "";
  let isBroken = false;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "eightcount-av1-"));
    const inputs = `-f lavfi -i testsrc2=s=${width}x108:r=25:d=30 -f lavfi -i sine=f=440:d=30`;
    const codecs = "-c:v libsvtav1 -preset 10 -g 75 -pix_fmt yuv420p -c:a aac";
    const hls = "-f hls -hls_time 3 -hls_playlist_type vod -hls_segment_type fmp4";
    execFileSync("ffmpeg", [...`-v error ${inputs} ${codecs} ${hls}`.split(" "), join(folder, "av1.m3u8")]);
  });
  test.afterAll(() => rm(folder, { recursive: true }));
  test.beforeEach(async ({ page }) => {
    isBroken = false;
    await page.route(/\/(front|back)\/(av1\d*\.(m3u8|m4s)|init\.mp4)$/, async (route) => {
      const name = basename(route.request().url());
      const isSpoilt = isBroken && name.endsWith(".m4s");
      const body = await readFile(join(folder, name));
      // A movie fragment's header says where its frames are; those are noise.
      if (isSpoilt) randomBytes(body.length >> 1).copy(body, body.length >> 1);
      await route.fulfill({ body });
    });
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("query Player(")) return route.fallback();
      const answer = await (await route.fetch()).json();
      const { playback } = answer.data.studioClass.video;
      playback.hlsUrl = withAv1(playback.hlsUrl);
      for (const angle of playback.angles) angle.hlsUrl = withAv1(angle.hlsUrl);
      return route.fulfill({ json: answer });
    });
  });

  test("plays in AV1 where hardware decodes it, and in H.264 elsewhere", async ({ page }) => {
    await says(page, true);
    await page.goto("/class/drag-the-left/play");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => shown(page)).toBe(width);
    await says(page, false);
    await page.reload();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => shown(page)).toBeGreaterThan(width);
  });

  test("plays H.264, at another press at the latest, if the device can't decode its AV1", async ({
    page,
  }) => {
    isBroken = true;
    await says(page, true);
    await page.goto("/class/drag-the-left/play");
    const play = page.getByRole("button", { name: "Play", exact: true });
    await play.click();
    // A failure before the first frame leaves the player paused.
    await expect(async () => {
      if (await play.isVisible()) await play.click();
      expect(await shown(page)).toBeGreaterThan(width);
    }).toPass({ timeout: 60_000, intervals: [3_000] });
  });
});
