import { expect, test } from "./test.ts";
import type { PlaybackReport } from "../contract/playback-report.ts";

test("reports how a playback went when the player is left", async ({ page }) => {
  // Every playback is one of those that are reported.
  await page.addInitScript(() => (Math.random = () => 0));
  await page.goto("/class/drag-the-left");
  await page
    .getByRole("link", { name: /^(Start class|Continue from)/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")!.currentTime))
    .toBeGreaterThan(1);
  const sent = page.waitForRequest("**/playback-report");
  const answered = page.waitForResponse("**/playback-report");
  await page.goBack();
  const report = JSON.parse((await sent).postData()!) as PlaybackReport;
  expect(report.failed).toBe(false);
  expect(report.firstFrameMs).toBeGreaterThan(0);
  expect(report.playedMs).toBeGreaterThan(0);
  expect((await answered).status()).toBe(204);
});
