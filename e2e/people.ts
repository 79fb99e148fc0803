import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Signs a browser in as the seeded admin. */
export async function signInAsAdmin(context: BrowserContext): Promise<void> {
  const url = process.env["EIGHTCOUNT_E2E_URL"]!;
  await context.addCookies(
    process.env["EIGHTCOUNT_E2E_ADMIN"]!.split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return { name, value: value.join("="), url };
    }),
  );
}

/** Registers a member by the form, with a public name. */
export async function register(page: Page): Promise<string> {
  const username = `demo.${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  await page.goto("/register?next=/feed");
  await page.getByLabel("Name").fill("Demo Dancer");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("counting to eight slowly");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.getByLabel("Choose a username").fill(username);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Your post")).toBeVisible();
  return username;
}

/** Registers another member in a browser context of its own. */
export async function asAnother(
  browser: Browser,
  baseURL: string,
): Promise<{ page: Page; username: string; end: () => Promise<void> }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  return { page, username: await register(page), end: () => context.close() };
}
