/** The home page before the app's code runs, for journeys. */
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Paths of the app's scripts. */
export const code = /\/assets\/.*\.js$/;

/** Opens the home page once the server has its first view: a page doesn't wait long for the data. */
export async function openHome(page: Page, { language = "en", search = "" } = {}): Promise<void> {
  const headers = { "accept-language": language };
  await expect
    .poll(async () => (await page.request.get("/dashboard", { headers })).text())
    .toContain("data-starting");
  // Journeys hold the app's code back, which may be loaded before the page's load event.
  await page.goto(`/dashboard${search}`, { waitUntil: "commit" });
  await page.locator("#app-code").waitFor({ state: "attached" });
}

/** Holds all scripts back until `release`. `asked` lists their paths in the order of their requests. */
export async function holdCode(
  page: Page,
): Promise<{ readonly asked: readonly string[]; release: () => void }> {
  const asked: string[] = [];
  const released = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await released.promise;
    await route.continue();
  });
  return { asked, release: released.resolve };
}
