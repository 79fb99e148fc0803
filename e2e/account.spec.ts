import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readZip } from "../server/testing/zip.ts";
import { expect, expectAccessible, test } from "./test.ts";

const password = "tango on a tin roof";
const fresh = () => `demo-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.test`;

async function register(page: Page, email: string, section: string): Promise<void> {
  await page.goto(`/register?next=${encodeURIComponent(`/account/settings#${section}`)}`);
  await page.getByLabel("Name").fill("Demo Journey");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL((url) => url.pathname + url.hash === `/account/settings#${section}`);
}

test("saves a profile with photo, username, bio and links", async ({ page }) => {
  await register(page, fresh(), "profile");
  const image = execFileSync(
    "ffmpeg",
    "-v error -f lavfi -i color=c=teal:s=640x360 -frames:v 1 -f image2pipe -c:v mjpeg -".split(" "),
  );
  await page.getByLabel("Choose a photo from this device").setInputFiles({
    name: "me.jpg",
    mimeType: "image/jpeg",
    buffer: image,
  });
  await expect(page.getByRole("img", { name: "Your photo" })).toBeVisible();
  const name = `demo_${Date.now().toString(36)}`;
  const field = page.getByRole("textbox", { name: "Username" });
  await field.fill("admin");
  await expect(page.getByText("This username (or one too similar) is taken.")).toBeVisible();
  await field.fill("9lives");
  await expect(page.getByText("Start with a letter.")).toBeVisible();
  await field.fill(name);
  await expect(page.getByText(`@${name} is available.`)).toBeVisible();
  await page.locator("form", { has: field }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`You’re @${name} now.`)).toBeVisible();
  await page.getByLabel("Bio").fill("I dance in the kitchen.");
  await page.getByRole("button", { name: "Add a link" }).click();
  await page.getByLabel("Link 1 title").fill("My page");
  await page.getByLabel("Link 1 URL").fill("javascript:alert(1)");
  const about = page.locator("form", { has: page.getByLabel("Bio") });
  await about.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter a full link starting with https://.")).toBeVisible();
  await page.getByLabel("Link 1 URL").fill("example.test/demo");
  await about.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile saved.")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Username" })).toHaveValue(name);
  await expect(page.getByLabel("Bio")).toHaveValue("I dance in the kitchen.");
  await expect(page.getByLabel("Link 1 URL")).toHaveValue("https://example.test/demo");
  await expect(page.getByRole("img", { name: "Your photo" })).toBeVisible();
});

test("downloads a data export as ZIP, and cancels an account deletion", async ({ page }) => {
  const email = fresh();
  await register(page, email, "privacy");
  await page.getByRole("button", { name: "Request a copy" }).click();
  await expect(page.getByRole("button", { name: "Download" })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await (await download).path();
  const people = readZip(await readFile(file))
    .get("people.json")
    ?.toString("utf8");
  expect(people).toContain(email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText(/Your account will be deleted on /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
});

test("has no accessibility violations in any settings section", async ({ page }) => {
  for (const section of ["profile", "security", "appearance", "playback", "privacy"]) {
    await page.goto(`/account/settings#${section}`);
    await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    await expectAccessible(page);
  }
});
