import type { Page } from "@playwright/test";
import { linkInMail } from "./mailbox.ts";
import { expect, expectAccessible, test } from "./test.ts";

const password = "tango on a tin roof";
const fresh = () => `demo-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.test`;

async function register(page: Page, email: string): Promise<void> {
  await page.goto("/register?next=/account/settings");
  await page.getByLabel("Name").fill("Demo Journey");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/account\/settings/);
}

test("an address is proved, changed and told of in the settings", async ({ page }) => {
  const [email, next] = [fresh(), fresh()];
  await register(page, email);
  await expect(page.getByText(`We wrote to ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Send the letter again" }).click();
  await expect(page.getByText(`Another letter is on its way to ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Change address" }).click();
  await expectAccessible(page);
  await page.getByLabel("New address").fill(next);
  await page.getByRole("button", { name: "Send the letter", exact: true }).click();
  await expect(page.getByText(`We wrote to ${next}.`)).toBeVisible();
  await page.goto(await linkInMail(page, next, "Is this your address?"));
  await page.getByRole("button", { name: "Yes, it’s mine" }).click();
  await expect(page.getByText(`${next} is yours.`)).toBeVisible();
  await page.goto("/account/settings");
  await expect(page.getByText(next, { exact: true })).toBeVisible();
});

test("another device is signed out from the settings, and a changed password signs out the rest", async ({
  page,
  browser,
}) => {
  const email = fresh();
  await register(page, email);
  const device = await browser.newPage({ userAgent: "Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1" });
  const signIn = async () => {
    await device.goto("/login");
    await device.getByLabel("E-mail").fill(email);
    await device.getByLabel("Password", { exact: true }).fill(password);
    await device.getByRole("button", { name: "Sign in" }).click();
    await expect(device).toHaveURL(/\/dashboard/);
  };
  try {
    await signIn();
    await page.reload();
    await page.getByRole("button", { name: "Sign out Safari, iPhone" }).click();
    await expect(page.getByText("Safari, iPhone is signed out.")).toBeVisible();
    expect((await device.request.get("/api/auth/token")).status()).toBe(401);
    await signIn();
    await page.getByRole("button", { name: "Change password" }).click();
    await expectAccessible(page);
    await page.getByLabel("Password until now").fill(password);
    await page.getByLabel("New password").fill("a waltz over wet slate");
    await page.getByRole("button", { name: "Keep the new password" }).click();
    await expect(page.getByText("Your password is changed")).toBeVisible();
    expect((await device.request.get("/api/auth/token")).status()).toBe(401);
    expect((await page.request.get("/api/auth/token")).status()).toBe(200);
  } finally {
    await device.close();
  }
});

test("the settings tell a guest what registering brings", async ({ page }) => {
  await page.goto("/account/settings");
  await expect(page.getByText("You’re here as a guest")).not.toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/register\?next=/);
});
