import type { Page } from "@playwright/test";
import { expect, starting, test } from "./test.ts";

/** The viewer's record in the realtime database. */
async function recordOf(
  page: Page,
): Promise<Record<string, Record<string, { fbc?: string; gclid?: string }>> | null> {
  // The loader is shown until a session exists, which then has a token.
  await expect(page.locator(starting)).toHaveCount(0);
  return page.evaluate(async () => {
    const { token } = (await (await fetch("/api/auth/token")).json()) as { token: string };
    const { sub } = JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as {
      sub: string;
    };
    return (await fetch(`/rtdb/subscriptions/${sub}.json?auth=${token}`)).json();
  });
}

test.use({ isAskedForConsent: true });

test.describe("where tracking needs no consent", () => {
  test.use({ extraHTTPHeaders: { "x-forwarded-for": "10.8.8.8" } });

  test("records the ad clicks that led here, once per session", async ({ page }) => {
    await page.goto("/library?gclid=g-1&fbclid=f-1");
    await expect
      .poll(async () => Object.keys((await recordOf(page)) ?? {}))
      .toEqual(["facebookClicks", "googleClicks"]);
    await page.reload();
    await expect(page.locator(starting)).toHaveCount(0);
    const record = (await recordOf(page))!;
    expect(Object.values(record["googleClicks"]!)).toMatchObject([{ gclid: "g-1" }]);
    expect(Object.values(record["facebookClicks"]!)).toMatchObject([{ source: "url_generated" }]);
    expect(Object.values(record["facebookClicks"]!)[0]!.fbc).toMatch(/^fb\.1\.\d{13}\.f-1$/);
  });

  test.describe("after another session", () => {
    // Without cookies, the first token request is refused once.
    test.use({ refusals: ["401 /api/auth/token"] });

    test("stores the clicks once after registration, and for a second account in the same session", async ({
      page,
    }) => {
      const pushes: string[] = [];
      page.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/rtdb/") && request.method() === "PUT") pushes.push(pathname);
      });
      const register = async () => {
        await page.goto("/register?next=/saved");
        await page.getByLabel("Name").fill("Demo Journey");
        await page
          .getByLabel("Email")
          .fill(`demo-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.test`);
        await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
        await page.getByRole("button", { name: "Sign up" }).click();
        await expect(page).toHaveURL(({ pathname }) => pathname === "/saved");
        await page.reload();
        return Object.values((await recordOf(page))?.["googleClicks"] ?? {}).map(({ gclid }) => gclid);
      };
      await page.goto("/library?gclid=g-4");
      await expect.poll(() => pushes).toHaveLength(1);
      expect(await register()).toEqual(["g-4"]);
      // A page that is left before the answer lets the next one write the same entry again.
      expect(new Set(pushes).size).toBe(1);
      // Another account in the same session, opened by a URL without any click.
      await page.context().clearCookies();
      await page.goto("/saved");
      await expect.poll(() => new Set(pushes).size).toBe(2);
      expect(await register()).toEqual(["g-4"]);
      expect(new Set(pushes).size).toBe(2);
    });
  });
});

test("reads, stores and sends nothing where required consent wasn’t given", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.goto("/library?gclid=g-2&fbclid=f-2");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/saved");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(sent.filter((path) => /^\/(v1|rtdb)\//.test(path))).toEqual([]);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes("ad-clicks"))),
  ).toEqual([]);
  expect(await recordOf(page)).toBeNull();
});
