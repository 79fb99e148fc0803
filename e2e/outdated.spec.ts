import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Answers GraphQL as a server does that is newer than the page, while `isNewer` says so. */
const answerAsNewer = (page: Page, isNewer: () => boolean) =>
  page.route("**/graphql", async (route) => {
    if (!isNewer()) return route.fallback();
    await route.fulfill({
      contentType: "application/json",
      body: JSON.stringify({
        errors: [
          {
            message: "Eightcount was updated. Reload the page, then try again.",
            extensions: { code: "CLIENT_OUTDATED" },
          },
        ],
      }),
    });
  });
/** Waits until what runs behind each page has been loaded. */
const ready = (page: Page) => page.waitForResponse(/chores-[^/]*\.js$/);

test("a page that is too old reloads by itself, and works then", async ({ page }) => {
  const chores = ready(page);
  await page.goto("/dashboard");
  await (await chores).finished();
  let isNewer = true;
  await answerAsNewer(page, () => isNewer);
  const reloaded = page.waitForEvent("domcontentloaded");
  page.on("domcontentloaded", () => (isNewer = false));
  // Pointing at a link asks for its page ahead.
  await page.getByRole("link", { name: "Challenges" }).first().hover();
  await reloaded;
  await page.getByRole("link", { name: "Challenges" }).first().click();
  await expect(page).toHaveURL(/\/challenges$/);
  await expect(page.getByText("One whole class").first()).toBeVisible();
  await expect(page.getByText("Eightcount was updated.")).toHaveCount(0);
});

test("typed text isn't lost: the page asks for a reload", async ({ page }) => {
  const chores = ready(page);
  await page.goto("/library");
  await (await chores).finished();
  await answerAsNewer(page, () => true);
  await page.getByRole("searchbox").first().fill("drag");
  await expect(page.getByText("Eightcount was updated. Reload to continue.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(page.getByRole("searchbox").first()).toHaveValue("drag");
});
