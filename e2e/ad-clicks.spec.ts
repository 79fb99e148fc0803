import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** The record of whoever is signed in, as the realtime database has it. */
async function recordOf(
  page: Page,
): Promise<Record<string, Record<string, { fbc?: string; gclid?: string }>> | null> {
  // The loader stands until somebody is signed in, who then has a token.
  await expect(page.locator(".loader")).toHaveCount(0);
  return page.evaluate(async () => {
    const { token } = (await (await fetch("/api/auth/token")).json()) as { token: string };
    const { sub } = JSON.parse(atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as {
      sub: string;
    };
    return (await fetch(`/rtdb/subscriptions/${sub}.json?auth=${token}`)).json();
  });
}

test.use({ isAskedForConsent: true });

test.describe("where somebody may be counted", () => {
  test.use({ extraHTTPHeaders: { "x-forwarded-for": "10.8.8.8" } });

  test("the clicks that led here are in the person’s record, once a session", async ({ page }) => {
    await page.goto("/library?gclid=g-1&fbclid=f-1");
    await expect
      .poll(async () => Object.keys((await recordOf(page)) ?? {}))
      .toEqual(["facebookClicks", "googleClicks"]);
    await page.reload();
    await expect(page.locator(".loader")).toHaveCount(0);
    const record = (await recordOf(page))!;
    expect(Object.values(record["googleClicks"]!)).toMatchObject([{ gclid: "g-1" }]);
    expect(Object.values(record["facebookClicks"]!)).toMatchObject([{ source: "url_generated" }]);
    expect(Object.values(record["facebookClicks"]!)[0]!.fbc).toMatch(/^fb\.1\.\d{13}\.f-1$/);
  });
});

test("where consent is needed and wasn’t given, nothing is read, kept or sent", async ({ page }) => {
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
