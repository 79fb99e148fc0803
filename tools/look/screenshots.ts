/**
 * The screenshots that a browser shows before it installs the app (`npm run look -- --screenshots`), taken from a running demo.
 * They show the player alone: every studio offers them, and no other screen goes without the studio's name.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { paths } from "../../contract/urls.ts";

const folder = "web/public/screenshots";
const shapes = [
  { name: "narrow", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { name: "wide", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
] as const;

/** Writes the player's pictures, paused and while dancing, as JPEG files. @param url the demo's address */
export async function takeScreenshots(browser: Browser, url: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, ...shape } of shapes) {
    const page = await browser.newPage({ ...shape, locale: "en-US", colorScheme: "dark" });
    const write = (moment: string) =>
      page.screenshot({ path: join(folder, `${moment}-${name}.jpg`), type: "jpeg", quality: 80 });
    await page.goto(`${url}${paths.player("first-bounce")}?part=2`);
    await page.locator("video[data-shown]").waitFor();
    await page.waitForTimeout(2_000);
    await write("controls");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".pl.is-idle").waitFor();
    await page.locator(".pl-hint").waitFor({ state: "detached" });
    await write("dancing");
    await page.close();
  }
}
