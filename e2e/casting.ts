import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Opens the player of a class, once its video can play. */
export const openPlayer = async (page: Page, path = "/class/drag-the-left/play?part=2") => {
  await page.goto(path);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};
/** The script that the page loads for Google Cast. */
export const googlesScript = "https://www.gstatic.com/cv/js/sender/v1/cast_sender.js";
/** The overlay on this device's own video. */
export const here = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("video[data-shown]")!;
    return { isPaused: video.paused, at: video.currentTime };
  });
