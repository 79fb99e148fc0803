import { randomUUID } from "node:crypto";
import { linkInMail } from "./mailbox.ts";
import { addPasskeyDevice } from "./passkeys.ts";
import { expect, expectAccessible, test } from "./test.ts";

const password = "tango on a tin roof";
const another = "a waltz over wet slate";

test("removes an unknown passkey by the link in the security notice", async ({ page, browser, baseURL }) => {
  const email = `demo-${randomUUID()}@example.test`;
  const origin = await addPasskeyDevice(page, baseURL!);
  await page.goto(`${origin}/register?next=/account/settings%23security`);
  await page.getByLabel("Name").fill("Demo Ana");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/account\/settings/);
  const verify = await linkInMail(page, email, "Confirm your email");
  const verified = await page.request.post(`${origin}/api/auth/prove-address`, {
    data: { key: verify.split("#")[1] },
    headers: { origin: origin },
  });
  expect(verified.status()).toBe(200);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey 1", { exact: true })).toBeVisible();

  const link = await linkInMail(page, email, "A passkey was added");
  // The email is opened on another device without a session.
  const device = await browser.newPage();
  try {
    await device.goto(link);
    await expect(device.getByText("A passkey was added to your account.")).toBeVisible();
    expect(new URL(device.url()).hash).toBe("");
    await expectAccessible(device);
    expect((await page.request.get(`${origin}/api/auth/token`)).status()).toBe(200);
    // An open page would begin a guest's session as soon as it has lost its own.
    await page.goto("about:blank");
    await device.getByRole("button", { name: "Secure account" }).click();
    await expect(device.getByRole("heading", { name: "Your account is secured" })).toBeVisible();
    await expectAccessible(device);
    expect((await page.request.get(`${origin}/api/auth/token`)).status()).toBe(401);

    await device.getByRole("link", { name: "Reset password" }).click();
    await expect(device.getByLabel("Also remove passkeys and linked accounts")).not.toBeChecked();
    await device.getByLabel("New password").fill(another);
    await device.getByRole("button", { name: "Save and sign in" }).click();
    await expect(device).toHaveURL(/\/dashboard/);
    await device.goto("/account/settings#security");
    await expect(device.getByRole("heading", { name: "Passkeys" })).toBeVisible();
    await expect(device.getByText("Passkey 1", { exact: true })).toBeHidden();
    await device.goto(link);
    await expect(device.getByText("This link no longer works")).toBeVisible();
  } finally {
    await device.close();
  }
});
