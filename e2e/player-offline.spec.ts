import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const playable = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
const position = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-shown]")?.currentTime ?? -1);

test.describe("without a connection", () => {
  // What isn't reached is the point here, so that what the browser says of it is no fault.
  test.use({ isQuiet: false });

  test("a kept class plays, and what was danced counts once one is back", async ({ page, context }) => {
    await page.goto("/class/drag-the-left/play");
    await playable(page);
    await expect(page.locator(".notes")).toBeAttached();
    await page.keyboard.press("o");
    const panel = page.getByRole("dialog", { name: "Keep on this device" });
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Keep it here" }).click();
    await expect(panel.getByText(/plays without a connection until/)).toBeVisible();
    await panel.getByRole("button", { name: "Close" }).click();

    await context.setOffline(true);
    await page.goto("/class/drag-the-left/play?part=2");
    await playable(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => position(page)).toBeGreaterThan(12);
    await page.keyboard.press("k");
    await expect(page.locator(".cnt .num")).toHaveText(/^[1-8]$/);
    await page.getByRole("link", { name: "Classes on this device" }).click();
    await expect(page.getByRole("heading", { name: "On this device" })).toBeVisible();
    await expect(page.getByRole("link", { name: /Drag the left/ })).toBeVisible();
    await expectAccessible(page);

    await context.setOffline(false);
    const sent = page.waitForRequest((request) => request.postData()?.includes("RecordPractice") ?? false);
    await page.goto("/class/drag-the-left/play");
    expect((await sent).postDataJSON().variables.played.length).toBeGreaterThan(0);
    await playable(page);

    await page.goto("/on-device");
    await page.getByRole("button", { name: "Take Drag the left off this device" }).click();
    await expect(page.getByText("Nothing is kept here")).toBeVisible();
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
  });
});
