import { expect, expectAccessible, test } from "./test.ts";
import type { Page } from "@playwright/test";

const list = (page: Page) => page.getByRole("region", { name: "Today’s set" }).getByRole("listitem");
const untilPlaying = (page: Page) =>
  expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
async function openHome(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await expect(list(page)).toHaveCount(3);
}

test("dances a set to its end", async ({ page }) => {
  test.setTimeout(240_000);
  await openHome(page);
  const titles = await list(page).locator(".strong").allTextContents();
  expect(titles[0]).toBe("Drag the left");
  await expect(page.locator(".stage h2")).toHaveText(titles[0]!);

  await page.getByRole("link", { name: "Start class" }).first().click();
  await expect(page).toHaveURL(/\/class\/drag-the-left\/play\?set=(today|[0-9a-f-]{36})$/);
  await untilPlaying(page);
  await page.mouse.move(5, 5);
  await expect(page.getByRole("button", { name: "Class 1 of 3 in this set" })).toBeVisible();
  for (let step = 0; step < 11; step += 1) await page.keyboard.press("ArrowRight");

  // The next class of the set begins by itself.
  await expect(page.getByRole("link", { name: new RegExp(`Up next in \\d: ${titles[1]}`) })).toBeVisible();
  await expect(page).toHaveURL(/\/class\/class-\d+\/play\?set=/, { timeout: 20_000 });
  await untilPlaying(page);
  await expect(page.getByRole("button", { name: "Class 2 of 3 in this set" })).toBeAttached();
  await page
    .getByRole("link", { name: new RegExp(`Up next in \\d: ${titles[2]}`) })
    .click({ timeout: 30_000 });
  await untilPlaying(page);

  await expect(page.getByRole("heading", { name: "That’s the set" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("3 of 3").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByRole("region", { name: "Today’s set" })).toContainText("All danced");
});

test("keeps the position in the set after a reload, and lists it in the player", async ({ page }) => {
  test.setTimeout(180_000);
  await openHome(page);
  await list(page).nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/\/class\/class-\d+\?set=/);
  await page.getByRole("link", { name: "Start class" }).click();
  await untilPlaying(page);
  await page.reload();
  await page.getByRole("button", { name: "Class 2 of 3 in this set" }).click();
  const items = page.locator(".pl-set").getByRole("link");
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).toHaveAttribute("aria-current", "step");
  await expectAccessible(page);
});

test("dances the class alone if the set isn't the viewer's", async ({ page }) => {
  await page.goto("/class/drag-the-left/play?set=1b671a64-40d5-491e-99b0-da01ff1f3341");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByText(/ of 3/)).toHaveCount(0);
});
