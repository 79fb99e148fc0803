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

/** Cuts the connection, and empties the browser's own cache: what opens then is stored. */
async function leaveOnlyStored(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.clearBrowserCache");
  await browser.detach();
  await page.context().setOffline(true);
}

/** Main pages, with their own heading without a connection: of the page, or of the message that a page with no stored data has. */
const mainPages: Readonly<Record<string, string>> = {
  "/library": "Library",
  "/courses": "Courses",
  "/songs": "Songs",
  "/song/any": "Couldn’t load this song",
  "/instructor/any": "Couldn’t load this instructor",
  "/course/any": "Couldn’t load the course",
  "/playlists": "Playlists",
  "/playlist/any": "Couldn’t load the playlist",
  "/challenges": "Challenges",
  "/feed": "Community",
  "/saved": "Saved classes",
  "/plan": "Couldn’t load your week",
  "/badges": "Badges",
  "/notifications": "Inbox",
  "/account/settings": "Settings",
  "/account/notifications": "Settings",
  "/on-device": "Downloads",
  "/class/class-4": "Couldn’t load this class",
  "/class/class-4/play": "Class not downloaded",
};

test("opens every main page without a connection after one visit", async ({ page }) => {
  await visitOnce(page);
  await leaveOnlyStored(page);
  for (const [path, name] of Object.entries(mainPages)) {
    const heading = page.getByRole("heading", { name, exact: true });
    await page.goto(path);
    await expect.soft(heading.first(), path).toBeVisible();
    await page.reload();
    await expect.soft(heading.first(), path).toBeVisible();
    // A late part that isn't stored would replace the page.
    await page.waitForLoadState("networkidle");
    await expect.soft(page.locator(".skeleton"), path).toHaveCount(0);
    await expect.soft(heading.first(), path).toBeVisible();
  }
});

test("shows the last home page without a connection, with its date", async ({ page, context }) => {
  await visitOnce(page);
  const title = await page.locator(".stage h2").textContent();
  await leaveOnlyStored(page);
  await page.reload();
  await expect(page.locator(".stage h2")).toHaveText(title!);
  await page.waitForLoadState("networkidle");
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
