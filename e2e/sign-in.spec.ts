import type { Page } from "@playwright/test";
import { linkInMail } from "./mailbox.ts";
import { expect, expectAccessible, test } from "./test.ts";

const password = "tango on a tin roof";
const fresh = () => `demo-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.test`;

async function register(page: Page, email: string): Promise<void> {
  await page.goto("/register?next=/saved");
  await page.getByLabel("Name").fill("Demo Journey");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/^[^?]*\/saved/);
}
const goneFrom = (page: Page) => expect.poll(() => new URL(page.url()).hash).toBe("");

test.describe("a used link", () => {
  test.use({ refusals: ["400 /api/auth/mailed-link"] });

  test("says so on the page that verifies an email address", async ({ page }) => {
    await page.goto("/verify#a-key-that-is-long-enough");
    await expect(page.getByRole("link", { name: "Get a new link" })).toBeVisible();
    await goneFrom(page);
    await expectAccessible(page);
  });
});

test("verifies the email by a link, and signs in on another device by another", async ({ page, browser }) => {
  const email = fresh();
  await register(page, email);
  await page.goto(await linkInMail(page, email, "Confirm your email"));
  await expect(page.getByText("Demo Journey")).toBeVisible();
  await expect(page.getByText(/Signed up \w{3} \d+, \d{4}/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  await expectAccessible(page);

  const device = await browser.newPage();
  try {
    await device.goto("/login?next=/saved");
    await device.getByRole("link", { name: "Sign in with an email link" }).click();
    await expect(device.getByRole("button", { name: "Email me a sign-in link" })).toBeVisible();
    await device.getByLabel("Email").fill(email);
    await device.getByRole("button", { name: "Email me a sign-in link" }).click();
    await expect(device.getByText(`We sent a link to ${email}`)).toBeVisible();
    await device.goto(await linkInMail(device, email, "Your sign-in link"));
    await device.getByRole("button", { name: "Sign in" }).click();
    await expect(device).toHaveURL(/\/dashboard/);
    await expect(device.getByRole("button", { name: /Demo Journey/ })).toBeVisible();
  } finally {
    await device.close();
  }
});

test("verifies the email by a link on another device with the password", async ({ page, browser }) => {
  const email = fresh();
  await register(page, email);
  const link = await linkInMail(page, email, "Confirm your email");
  const device = await browser.newPage();
  try {
    await device.goto(link);
    await expect(device.getByText("Demo Journey")).toBeVisible();
    await expectAccessible(device);
    await device.getByLabel("Password", { exact: true }).fill(password);
    await device.getByRole("button", { name: "Confirm email" }).click();
    await expect(device.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
    await expect(device.getByRole("link", { name: "Sign in" })).toBeVisible();
  } finally {
    await device.close();
  }
});

test("opens a new account by a link to an unverified email address", async ({ page, browser }) => {
  const email = fresh();
  await register(page, email);
  const device = await browser.newPage();
  try {
    await device.goto("/forgot");
    await device.getByLabel("Email").fill(email);
    await device.getByRole("button", { name: "Email me a sign-in link" }).click();
    await device.goto(await linkInMail(device, email, "Your sign-in link"));
    await device.getByRole("button", { name: "Sign in" }).click();
    await expect(device.getByRole("group", { name: "Which account is yours?" })).toBeVisible();
    await expect(device.getByText(/Signed up \w{3} \d+, \d{4}/)).toBeVisible();
    await expectAccessible(device);
    await device.getByLabel("None of these. Create a new account.").check();
    await device.getByLabel("Name").fill("Demo Owner");
    await device.getByRole("button", { name: "Sign in" }).click();
    await expect(device).toHaveURL(/\/dashboard/);
    await expect(device.getByRole("button", { name: /Demo Owner/ })).toBeVisible();
  } finally {
    await device.close();
  }
  expect((await page.request.get("/api/auth/token")).status()).toBe(200);
});

test("resets a forgotten password, and ends every session", async ({ page, browser }) => {
  const email = fresh();
  await register(page, email);
  const device = await browser.newPage();
  try {
    await device.goto("/forgot");
    await device.getByLabel("Email").fill(email);
    await device.getByRole("button", { name: "Reset password" }).click();
    await device.goto(await linkInMail(device, email, "Choose a new password"));
    await device.getByLabel("New password").fill("a waltz over wet slate");
    await device.getByRole("button", { name: "Save and sign in" }).click();
    await device.getByLabel(/Demo Journey/).check();
    await device.getByRole("button", { name: "Save and sign in" }).click();
    await expect(device).toHaveURL(/\/dashboard/);
    await expect(device.getByRole("button", { name: /Demo Journey/ })).toBeVisible();
  } finally {
    await device.close();
  }
  expect((await page.request.get("/api/auth/token")).status()).toBe(401);
});

test.describe("too many password attempts", () => {
  test.use({ refusals: ["401 /api/auth/sign-in/email", "429 /api/auth/sign-in/email"] });

  test("lead to a sign-in link", async ({ page, baseURL }) => {
    const email = fresh();
    for (let tried = 0; tried < 10; tried += 1) {
      const answer = await page.request.post("/api/auth/sign-in/email", {
        data: { email, password: `wrong ${tried}` },
        headers: { origin: baseURL! },
      });
      expect(answer.status()).toBe(401);
    }
    await page.goto("/login?next=/saved");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Too many attempts." })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Use a sign-in link" }).click();
    await expect(page).toHaveURL(/\/forgot\?next=%2Fsaved|\/forgot\?next=\/saved/);
  });
});

test("signs up by Google, and shows the linked account in the settings", async ({ page }) => {
  await page.goto("/login?next=/saved");
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await expect(page).toHaveURL(/\/saved/);
  await expect(page.getByRole("button", { name: /Demo Gee/ })).toBeVisible();
  await page.goto("/account/settings#security");
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Disconnect Google" }).click();
  await expect(page.getByText("Disconnected Google.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect Google" })).toBeVisible();
  await expectAccessible(page);
});
