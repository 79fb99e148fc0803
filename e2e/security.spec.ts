import type { Page } from "@playwright/test";
import { codeAt, stepAt } from "../server/modules/identity/two-step/totp.ts";
import { linkInMail } from "./mailbox.ts";
import { addPasskeyDevice } from "./passkeys.ts";
import { expect, expectAccessible, test } from "./test.ts";

const password = "tango on a tin roof";
const fresh = () => `demo-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.test`;

/** Decodes a TOTP secret from base32. */
function bytesOf(text: string): Buffer {
  const bits = [...text]
    .map((char) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto("/register?next=/account/settings%23security");
  await page.getByLabel("Name").fill("Demo Journey");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/account\/settings/);
}

test("verifies and changes an email address in the settings", async ({ page }) => {
  const [email, next] = [fresh(), fresh()];
  await register(page, email);
  await expect(page.getByText(`Confirm ${email} using the email we sent.`)).toBeVisible();
  await page.getByRole("button", { name: "Resend email" }).click();
  await expect(page.getByText(`We sent another email to ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Change email" }).click();
  await expectAccessible(page);
  await page.getByLabel("New email").fill(next);
  await page.getByRole("button", { name: "Send confirmation", exact: true }).click();
  await expect(page.getByText(`Confirm ${next} using the email we sent.`)).toBeVisible();
  await page.goto(await linkInMail(page, next, "Confirm your email"));
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByText(`${next} now belongs to your account.`)).toBeVisible();
  await page.goto("/account/settings#security");
  await expect(page.getByText(next, { exact: true })).toBeVisible();
});

test("ends another session from the settings, and all others on a password change", async ({
  page,
  browser,
}) => {
  const email = fresh();
  await register(page, email);
  const device = await browser.newPage({ userAgent: "Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1" });
  const signIn = async () => {
    await device.goto("/login");
    await device.getByLabel("Email").fill(email);
    await device.getByLabel("Password", { exact: true }).fill(password);
    await device.getByRole("button", { name: "Sign in", exact: true }).click();
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
    await page.getByLabel("Current password").fill(password);
    await page.getByLabel("New password").fill("a waltz over wet slate");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Password changed.")).toBeVisible();
    expect((await device.request.get("/api/auth/token")).status()).toBe(401);
    expect((await page.request.get("/api/auth/token")).status()).toBe(200);
  } finally {
    await device.close();
  }
});

test("shows a guest the benefits of registration in the settings", async ({ page }) => {
  await page.goto("/account/settings#security");
  await expect(page.getByText("You’re browsing as a guest")).not.toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/register\?next=/);
});

test("requires the second step at sign-in, and accepts a recovery code", async ({ page }) => {
  const email = fresh();
  await register(page, email);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const secret = bytesOf((await page.getByTestId("totp-key").innerText()).replaceAll(" ", ""));
  const step = stepAt(new Date());
  await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, step));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Save these codes somewhere safe.")).toBeVisible();
  await expectAccessible(page);
  const recoveryCode = await page
    .getByRole("group", { name: "Recovery codes" })
    .getByRole("listitem")
    .first()
    .innerText();
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page.getByText("Recovery codes left: 10.")).toBeVisible();

  const firstStep = async () => {
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await page.goto("/login?next=/account/settings%23security");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  };
  await firstStep();
  await expectAccessible(page);
  // Each code works once: this uses the next one, half a minute early.
  await page.getByLabel("Code", { exact: true }).fill(codeAt(secret, step + 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/account\/settings/);
  await firstStep();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Recovery codes left: 9.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-step verification is off.")).toBeVisible();
});

test("signs in by passkey without a password", async ({ page, baseURL }) => {
  const origin = await addPasskeyDevice(page, baseURL!);
  await page.goto(`${origin}/register?next=/account/settings%23security`);
  await page.getByLabel("Name").fill("Demo Key");
  await page.getByLabel("Email").fill(fresh());
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added for this device.")).toBeVisible();
  await expect(page.getByText("Passkey 1", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto(`${origin}/login?next=/account/settings%23security`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/account\/settings/);
  await page.getByRole("button", { name: "Remove Passkey 1" }).click();
  await expect(page.getByText("Passkey removed.")).toBeVisible();
});
