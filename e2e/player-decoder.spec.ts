import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Damages the segments of the front's picture whose number `isDamaged` names, each time one is fetched. A segment has three seconds. */
async function damage(page: Page, isDamaged: (number: number) => boolean): Promise<void> {
  await page.route(/\/front\/v\d+\/\d+\.m4s/, async (route) => {
    const number = Number(/(\d+)\.m4s/.exec(route.request().url())?.[1]);
    if (!isDamaged(number)) return route.fallback();
    const response = await route.fetch();
    const body = await response.body();
    // A movie fragment's header says where its frames are. Their lengths are damaged, too.
    body.fill(0xff, body.length >> 1);
    await route.fulfill({ response, body });
  });
}
const shown = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>("video[data-shown]");
    return { isPlaying: video?.paused === false && video.readyState >= 3, seconds: video?.currentTime ?? -1 };
  });
const open = async (page: Page) => {
  await page.goto("/class/drag-the-left/play?t=15");
  await page.getByRole("button", { name: "Play", exact: true }).click();
};

test("plays on by itself after the decoder failed in the middle of a class", async ({ page }) => {
  let served = 0;
  await page.addInitScript(() => {
    const note = ({ target }: Event): void => {
      if (target instanceof HTMLVideoElement) document.documentElement.dataset["reloaded"] = "";
    };
    document.addEventListener("emptied", note, true);
  });
  await damage(page, (number) => number === 7 && served++ === 0);
  await open(page);
  await expect.poll(async () => (await shown(page)).seconds).toBeGreaterThan(24);
  await expect.poll(() => shown(page)).toMatchObject({ isPlaying: true });
  await expect(page.locator("html[data-reloaded]")).toBeAttached();
});

test("says that a class can't be decoded, and plays on from there after another try", async ({ page }) => {
  let isDamaged = true;
  await damage(page, (number) => isDamaged && number >= 6);
  await open(page);
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  isDamaged = false;
  await again.click();
  await expect.poll(async () => (await shown(page)).seconds).toBeGreaterThan(24);
  expect((await shown(page)).seconds).toBeLessThan(50);
});
