import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const open = async (page: Page) => {
  await page.goto("/class/drag-the-left/play?part=2");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThanOrEqual(3);
};

test("a part that is looped cleanly is known on counts, and the dancer has the last word", async ({
  page,
}) => {
  await open(page);
  const level = page.getByRole("combobox", { name: "How well you know The drag" });
  await expect(level.getByRole("option", { selected: true })).toHaveText("Not yet");
  await page.keyboard.press("r");
  const end = page.getByRole("slider", { name: "Loop end" });
  for (let eight = 12; eight > 5; eight--) await end.press("Shift+ArrowLeft");
  for (let count = 8; count > 2; count--) await end.press("ArrowLeft");
  await page.keyboard.press("k");
  await expect(page.locator('.know [data-level="counts"]')).toBeAttached();
  await page.keyboard.press("k");
  await level.selectOption("At tempo");
  await expect(page.locator('.know [data-level="tempo"]')).toBeVisible();
  await expectAccessible(page);
  // It is the server that knows it.
  await open(page);
  await expect(page.locator('.know [data-level="tempo"]')).toBeVisible();
  await level.selectOption("As danced");
  await expect(page.locator('.know [data-level="tempo"]')).toHaveCount(0);
});

test("where people loop is the instructor's to see", async ({ page }) => {
  await page.goto("/studio/loops/drag-the-left");
  await expect(page.getByRole("heading", { name: "No such page" })).toBeVisible();
});
