import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const open = async (page: Page) => {
  await page.goto("/class/drag-the-left/play?part=2");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};

test("raises a part to “on counts” after clean loops, and lets the dancer override it", async ({ page }) => {
  await open(page);
  const level = page.getByRole("combobox", { name: "How well you know The drag" });
  // Before the first pass only names and eights are shown.
  await expect(level).toHaveCount(0);
  await page.keyboard.press("r");
  const end = page.getByRole("slider", { name: "Loop end" });
  for (let eight = 12; eight > 5; eight--) await end.press("Shift+ArrowLeft");
  for (let count = 8; count > 2; count--) await end.press("ArrowLeft");
  await page.keyboard.press("k");
  await expect(page.locator('.secs [data-level="counts"]')).toBeAttached();
  await page.keyboard.press("k");
  await level.selectOption("At full speed");
  await expect(page.locator('.secs [data-level="tempo"]')).toBeVisible();
  await expectAccessible(page);
  // The level is stored on the server.
  await open(page);
  await expect(page.locator('.secs [data-level="tempo"]')).toBeVisible();
  // The class page shows it too, and resets the override; the studio's heatmap isn't linked for dancers.
  await page.goto("/class/drag-the-left");
  const known = page.getByRole("region", { name: "Your progress" });
  const choice = known.getByRole("combobox", { name: "How well you know The drag" });
  await expect(choice).toHaveValue("tempo");
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Loop heatmap" })).toHaveCount(0);
  await choice.selectOption("Automatic");
  await expect(known.locator('[data-level="tempo"]')).toHaveCount(0);
});

test("shows the loop heatmap to the instructor only", async ({ page }) => {
  await page.goto("/studio/loops/drag-the-left");
  await expect(page.getByRole("heading", { name: "5, 6, 7… page not found" })).toBeVisible();
});

test("accepts the proposed tempo, taps a tempo, and sets the first beat", async ({ page, context }) => {
  await signInAsAdmin(context);
  await page.goto("/class/drag-the-left");
  await page.getByRole("link", { name: "Loop heatmap" }).click();
  await expect(page.getByText(/once 5 people have looped/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Tempo and counts" }).click();
  await expect(page.getByText(/\d+% confidence/).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use suggestion" }).click();
  // The drums of the source video are at 96 BPM.
  await expect(page.locator(".beat-spans").first()).toContainText(/9[56](\.\d)? BPM/);
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator(".cnt .num")).toHaveText(/^[1-8]$/);
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("t");
  await expect(page.getByText(/of 8 taps/)).toBeVisible();
  await page.keyboard.press("1");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("link", { name: "Drag the left" }).click();
  await expect(page.getByRole("heading", { name: "Drag the left" })).toBeVisible();
});
