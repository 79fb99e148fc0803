import { expect, test } from "./test.ts";

// Failed requests are expected here, so the browser's messages about them are no errors.
test.use({ isQuiet: false });

const nextPage = /\/assets\/challenges-page-[^/]+\.js$/;
/** What the page does after it is shown: listening for missing code is a part of it. */
const hasStartedTasks = () =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes("background-tasks"));

test("reloads an open page once after a deployment removed the code of the next one", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Today’s set" })).toBeVisible();
  await page.waitForFunction(hasStartedTasks);
  // Loaded code has run by the time the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.route(nextPage, (route) =>
    loads.length === 0 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  const link = page.getByRole("link", { name: "Challenges" }).first();
  const preloaded = page.waitForResponse(nextPage);
  await link.hover();
  await preloaded;
  await link.click();
  await expect(page).toHaveURL(/\/challenges$/);
  await expect(page.getByRole("heading", { name: "Challenges", level: 1 })).toBeVisible();
  expect(loads).toEqual(["/challenges"]);
});

test("stays where it is when the code of the next page is cut off with the server", async ({ page }) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Today’s set" })).toBeVisible();
  await page.waitForFunction(hasStartedTasks);
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("link", { name: "Challenges" }).first().click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(loads).toEqual([]);
});

test("names the connection when a part of a page was cut off, and loads it by Try again", async ({
  page,
  context,
}) => {
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Today’s set" })).toBeVisible();
  await page.waitForFunction(hasStartedTasks);
  const link = page.getByRole("link", { name: "Community" }).first();
  const preloaded = page.waitForResponse(/\/assets\/feed-page-[^/]+\.js$/);
  await link.hover();
  // With what it imports.
  await page.evaluate((url) => import(url), (await preloaded).url());
  await context.setOffline(true);
  await link.click();
  // The page before may lack a part, too.
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByText("We couldn’t connect. Your progress is saved.")).toBeVisible();
  await context.setOffline(false);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("button", { name: "Try again" }).click();
  await reloaded;
  await expect(page.getByRole("heading", { level: 1, name: "Community" })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
});
