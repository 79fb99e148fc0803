import { expect, test } from "./test.ts";
import type { Page } from "@playwright/test";

// Failed requests are expected here, so the browser's messages about them are no errors.
test.use({ isQuiet: false, hasServiceWorker: true });

/** Opens the app, and waits until it is stored on the device. */
async function visitOnce(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Today’s set" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("eightcount.app-stored"))).not.toBeNull();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Main pages, with the heading that each shows without a connection. */
const mainPages: Readonly<Record<string, string | RegExp>> = {
  "/library": "Library",
  "/challenges": "Challenges",
  "/feed": /./,
  "/saved": /./,
  "/plan": /./,
  "/badges": /./,
  "/account/settings": /./,
  "/on-device": "Downloads",
  "/class/class-4": /./,
  "/class/class-4/play": "Class not downloaded",
};

test("opens every main page without a connection after one visit", async ({ page, context }) => {
  await visitOnce(page);
  await context.setOffline(true);
  for (const [path, name] of Object.entries(mainPages)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name }).first(), path).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name }).first(), path).toBeVisible();
  }
});

test("shows the last home page without a connection, with its date", async ({ page, context }) => {
  await visitOnce(page);
  const title = await page.locator(".stage h2").textContent();
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator(".stage h2")).toHaveText(title!);
  expect(await page.evaluate(() => fetch("/faces/face-1.svg").then(({ ok }) => ok))).toBe(true);
  await expect(page.getByText(/^List from /)).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText(/^List from /)).toHaveCount(0);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("stays in its language without a connection", async ({ page, context }) => {
    await page.goto("/dashboard");
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("eightcount.app-stored")))
      .not.toBeNull();
    await context.setOffline(true);
    await page.goto("/on-device");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });
});
