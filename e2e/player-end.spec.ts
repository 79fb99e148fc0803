import { expect, test } from "./test.ts";
import type { Page } from "@playwright/test";

/** Plays a class to its end, with what comes next changed in the server's answer. */
async function playToEnd(page: Page, change: (text: string) => string): Promise<void> {
  await page.route("**/graphql", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
  await page.goto("/class/drag-the-left");
  await page
    .getByRole("link", { name: /^(Start class|Continue from)/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  for (let step = 0; step < 11; step += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("heading", { name: "End of class" })).toBeVisible({ timeout: 30_000 });
}
const nextIs = (isLocked: boolean) => (text: string) =>
  text.replace(/("nextClass":\{[^}]*"isLocked":)(true|false)/, `$1${isLocked}`);

test("never counts down into a locked class", async ({ page }) => {
  await playToEnd(page, nextIs(true));
  await expect(page.getByRole("link", { name: "Browse the library" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Up next|Next)/ })).toHaveCount(0);
});

test("counts down into an unlocked class, unless it is canceled", async ({ page }) => {
  await playToEnd(page, nextIs(false));
  await expect(page.getByRole("link", { name: /^Up next in \d: / })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name: /^Next: / })).toBeVisible();
  await expect(page).toHaveURL(/drag-the-left/);
});

test("offers no class that is still processing", async ({ page }) => {
  await playToEnd(page, (text) =>
    nextIs(false)(text).replace(/("nextClass":\{[^}]*"encodingStatus":)"available"/, '$1"running"'),
  );
  await expect(page.getByRole("link", { name: "Browse the library" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^(Up next|Next)/ })).toHaveCount(0);
});

const isFull = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);
/** Opens a class and enters full screen. */
async function openFull(page: Page): Promise<void> {
  await page.goto("/class/drag-the-left/play");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.keyboard.press("f");
  await expect.poll(() => isFull(page)).toBe(true);
}

test("stays in full screen from one class to the next, and leaves it with the player", async ({ page }) => {
  await openFull(page);
  await page.keyboard.press("k");
  for (let step = 0; step < 11; step += 1) await page.keyboard.press("ArrowRight");
  await page.getByRole("link", { name: /^Up next in \d: / }).click({ timeout: 30_000 });
  await expect(page).not.toHaveURL(/drag-the-left/);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  expect(await isFull(page)).toBe(true);
  await page.mouse.move(5, 5);
  await page.getByRole("link", { name: /^Back/ }).click();
  await expect(page).not.toHaveURL(/\/play/);
  await expect.poll(() => isFull(page)).toBe(false);
});

test.describe("a player that breaks", () => {
  test.use({ isQuiet: false });

  test("leaves full screen for the error page at the same URL", async ({ page }) => {
    await openFull(page);
    await page.evaluate(() => {
      window.matchMedia = () => {
        throw new Error("broken");
      };
    });
    await page.keyboard.press("k");
    await expect(page.locator(".pl")).toHaveCount(0);
    await expect(page).toHaveURL(/\/play/);
    await expect.poll(() => isFull(page)).toBe(false);
  });
});
