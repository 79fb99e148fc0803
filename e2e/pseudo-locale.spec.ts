import { collectContent, overflowOf, textsOf } from "./content.ts";
import { expect, test } from "./test.ts";
import type { Page } from "@playwright/test";

const pages = [
  "/dashboard",
  "/library",
  "/class/class-3",
  "/challenges",
  "/checkout",
  "/login",
  "/account/settings",
];

// A page that is left before its guest session is stored makes the next one renew it.
test.use({ refusals: ["401 /graphql", "401 /graphql/stream"] });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

/** Numbers, times, prices, dates and names that are the same in every language. */
const isNeutral = (text: string): boolean =>
  !/\p{L}{2}/u.test(text) ||
  /^(?:Eightcount|English|Español|Deutsch|Apple Pay|Google Pay|PayPal|Google|Apple|Facebook)$/.test(text) ||
  // Lists and dates by Intl, which has no pseudo-locale.
  text === "and" ||
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*|[\d\s,.:–·]|AM|PM)+$/.test(
    text,
  );

test("has no text past the catalogs, and nothing wider than its window a third longer", async ({
  page,
  baseURL,
}) => {
  await page.context().addCookies([{ name: "locale", value: "en-XA", url: baseURL! }]);
  const content = collectContent(page);
  for (const path of pages) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
    const written = (await textsOf(page)).filter(
      (text) => !/[[\]áçéğíñóšúýž]/i.test(text) && !content.has(text) && !isNeutral(text),
    );
    expect.soft(written, path).toEqual([]);
    expect.soft(await overflowOf(page), path).toBeLessThan(1);
  }
});

test("runs from right to left, and its timeline from left to right", async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: "locale", value: "en-XB", url: baseURL! }]);
  for (const path of pages) {
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    expect.soft(await overflowOf(page), path).toBeLessThan(1);
  }
  await page.goto("/class/drag-the-left/play");
  const timeline = page.locator(".tl");
  await expect(timeline).toBeVisible();
  expect(await timeline.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
});
