import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Answers GraphQL like a server newer than the page, while `isNewer` returns true. */
const answerAsNewer = (page: Page, isNewer: () => boolean) =>
  page.route("**/graphql", async (route) => {
    if (!isNewer()) return route.fallback();
    await route.fulfill({
      contentType: "application/json",
      body: JSON.stringify({
        errors: [
          {
            message: "This page was updated. Reload it and try again.",
            extensions: { code: "CLIENT_OUTDATED" },
          },
        ],
      }),
    });
  });
/** Waits until background tasks of the page are loaded. */
const ready = (page: Page) => page.waitForResponse(/background-tasks-[^/]*\.js$/);

test("reloads an outdated page automatically", async ({ page }) => {
  const backgroundTasks = ready(page);
  await page.goto("/dashboard");
  await (await backgroundTasks).finished();
  let isNewer = true;
  await answerAsNewer(page, () => isNewer);
  const reloaded = page.waitForEvent("domcontentloaded");
  page.on("domcontentloaded", () => (isNewer = false));
  // Hovering over a link preloads its page.
  await page.getByRole("link", { name: "Challenges" }).first().hover();
  await reloaded;
  await page.getByRole("link", { name: "Challenges" }).first().click();
  await expect(page).toHaveURL(/\/challenges$/);
  await expect(page.getByText("One whole class").first()).toBeVisible();
  await expect(page.getByText("This page was updated.")).toHaveCount(0);
});

test("asks for a reload if text was typed", async ({ page }) => {
  const backgroundTasks = ready(page);
  await page.goto("/library");
  await (await backgroundTasks).finished();
  await answerAsNewer(page, () => true);
  await page.getByRole("searchbox").first().fill("drag");
  await expect(page.getByText("This page was updated. Reload to continue.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
  await expect(page.getByRole("searchbox").first()).toHaveValue("drag");
});
