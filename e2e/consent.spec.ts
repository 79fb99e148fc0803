import type { Page } from "@playwright/test";
import { expect, expectAccessible, starting, test } from "./test.ts";

test.use({ isAskedForConsent: true });

/** Records everything that a tracker would send or store. */
function watch(page: Page): { sent: string[]; stored: () => Promise<string[]> } {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(v1|rtdb)\//.test(pathname)) sent.push(`${request.method()} ${pathname}`);
  });
  return {
    sent,
    stored: () =>
      page.evaluate(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
          /ad-clicks|events/.test(key),
        ),
      ),
  };
}
const banner = (page: Page) => page.getByRole("region", { name: "Your privacy choices" });

test("stores and sends nothing before an answer, nor after a refusal, nor on the next visit", async ({
  page,
}) => {
  const { sent, stored } = watch(page);
  await page.addInitScript(() => {
    const cookies = Object.getOwnPropertyDescriptor(Document.prototype, "cookie")!;
    const reads: string[] = [];
    Object.assign(window, { cookieReads: reads });
    Object.defineProperty(document, "cookie", {
      get() {
        reads.push(new Error("read").stack ?? "");
        return cookies.get!.call(document) as string;
      },
      set(value: string) {
        cookies.set!.call(document, value);
      },
    });
  });
  await page.goto("/library?gclid=g-1&fbclid=f-1");
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);
  const [refuse, accept] = [
    page.getByRole("button", { name: "Refuse all" }),
    page.getByRole("button", { name: "Accept all" }),
  ];
  const [no, yes] = [(await refuse.boundingBox())!, (await accept.boundingBox())!];
  expect([no.width, no.height]).toEqual([yes.width, yes.height]);
  expect(await refuse.getAttribute("class")).toBe(await accept.getAttribute("class"));
  expect(sent).toEqual([]);
  expect(await stored()).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { cookieReads: string[] }).cookieReads.length)).toBe(
    0,
  );
  await refuse.click();
  await expect(banner(page)).toHaveCount(0);
  await page.goto("/saved");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(starting)).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  expect(sent).toEqual([]);
  expect(await stored()).toEqual([]);
});

test("tracks the open page and the ad click after acceptance, until consent is withdrawn", async ({
  page,
}) => {
  const { sent } = watch(page);
  await page.goto("/library?gclid=g-1&fbclid=f-1");
  // The app navigates before the answer: the browser still knows the landing URL.
  await page.getByRole("link", { name: "Saved" }).first().click();
  await expect(page).toHaveURL(/\/saved/);
  const counted = page.waitForRequest(/\/v1\//);
  await page.getByRole("button", { name: "Accept all" }).click();
  expect((await counted).postData()).toContain("/saved");
  await expect.poll(() => sent.filter((path) => path.includes("/rtdb/")).length).toBe(2);
  await page.goto("/account/settings#privacy");
  const analytics = page.getByRole("checkbox", { name: /Analytics/ });
  await expect(analytics).toBeChecked();
  await expect(page.getByText(/Last updated/)).toBeVisible();
  await expectAccessible(page);
  await analytics.uncheck();
  await page.getByRole("checkbox", { name: /Advertising/ }).uncheck();
  await expect(page.getByRole("checkbox", { name: /Advertising/ })).not.toBeChecked();
  sent.length = 0;
  await page.goto("/library?gclid=g-2");
  await expect(page.locator(starting)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/saved");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(sent).toEqual([]);
});

test("accepts a single purpose, by keyboard", async ({ page }) => {
  await page.goto("/library");
  await page.getByRole("button", { name: "Choose" }).press("Enter");
  await page.getByRole("checkbox", { name: /Advertising/ }).press("Space");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save choices" }).press("Enter");
  await expect(banner(page)).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "consent")?.value).toBe("2.01");
});

test.describe("with Global Privacy Control", () => {
  test.use({ extraHTTPHeaders: { "x-forwarded-for": "10.8.8.8", "sec-gpc": "1" } });
  test("neither asks nor tracks, and explains why in the settings", async ({ page }) => {
    const { sent, stored } = watch(page);
    await page.goto("/library?gclid=g-3");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(starting)).toHaveCount(0);
    await expect(banner(page)).toHaveCount(0);
    await page.goto("/account/settings#privacy");
    await expect(page.getByText("Your browser asks sites not to track you")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /Analytics/ })).toBeDisabled();
    await expectAccessible(page);
    expect(sent).toEqual([]);
    expect(await stored()).toEqual([]);
  });
});
