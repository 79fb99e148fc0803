import { expect, test } from "./test.ts";
import type { Page } from "@playwright/test";

const position = (page: Page) => page.evaluate(() => document.querySelector("video")?.currentTime ?? -1);
const start = (page: Page) =>
  page.getByRole("link", { name: /^(Start class|Continue from|Dance again)/ }).first();

test("counts in and plays after one press on Start", async ({ page }) => {
  await page.goto("/class/drag-the-left");
  await start(page).click();
  await expect(page.locator(".cnt .num")).toHaveText(/^[5-8]$/);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before + 1);
});

test("opens paused by a typed URL, and after a reload", async ({ page }) => {
  await page.goto("/class/drag-the-left");
  await start(page).click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.querySelector("video")?.paused)).toBe(true);
});

test("offers one tap if the browser blocks playback", async ({ page }) => {
  // A browser without permission for sound: the context stays suspended, and play() is refused.
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    let isAllowed = false;
    addEventListener(
      "click",
      ({ target }) => {
        if (target instanceof Element && target.closest(".pl-card")) isAllowed = true;
      },
      true,
    );
    HTMLMediaElement.prototype.play = function playIfAllowed() {
      return isAllowed ? play.call(this) : Promise.reject(new DOMException("Blocked", "NotAllowedError"));
    };
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = function resumeIfAllowed() {
      return isAllowed ? resume.call(this) : new Promise<void>(() => undefined);
    };
    const state = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, "state")!;
    Object.defineProperty(BaseAudioContext.prototype, "state", {
      get(this: BaseAudioContext) {
        return isAllowed ? (state.get!.call(this) as AudioContextState) : "suspended";
      },
    });
  });
  await page.goto("/class/drag-the-left");
  await start(page).click();
  await page.getByRole("button", { name: "Tap to count in" }).click();
  await expect(page.getByRole("button", { name: "Tap to count in" })).toHaveCount(0);
  const before = await position(page);
  await expect.poll(() => position(page)).toBeGreaterThan(before + 1);
});
