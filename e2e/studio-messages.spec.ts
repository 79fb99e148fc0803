import { randomUUID } from "node:crypto";
import { register, signInAsAdmin, subscribe } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

test("writes to those with a promo code, after a test and a count, and a dancer reads it", async ({
  page,
  browser,
  baseURL,
}) => {
  // Only this journey's dancer has it: the inboxes of others stay as they are.
  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  await signInAsAdmin(page.context());
  await page.goto("/studio/coupons");
  await page.getByRole("button", { name: "New promo code" }).click();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("textbox", { name: "Percent" }).fill("10");
  await page.getByRole("button", { name: "Create promo code" }).click();
  await expect(page.getByText(`${code} is live.`)).toBeVisible();
  const dancer = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await register(dancer.context());
  await subscribe(dancer, "basic-monthly", true, [code]);
  await dancer.goto("/notifications");
  await dancer.getByRole("button", { name: "Get news", exact: true }).click();
  await expect(dancer.getByRole("button", { name: "Get news", exact: true })).toHaveCount(0);

  await page.goto("/studio/messages");
  await expect(page.getByRole("link", { name: "New announcement" })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("link", { name: "New announcement" }).click();
  await page.getByLabel("Subject").fill("We dance on the roof");
  await page.getByLabel("Message text").fill("Come **up** at eight.");
  await page.getByLabel("Add a class").fill("drag the left");
  await page.getByRole("button", { name: "Drag the left" }).click();
  await page.getByLabel("Promo code", { exact: true }).fill(code);
  await page.getByLabel("Promo code", { exact: true }).blur();
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText("A test is on its way to you.")).toBeVisible();
  await page.getByRole("button", { name: "Send…" }).click();
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByRole("heading", { name: "What it reached" })).toBeVisible();

  await expect(async () => {
    await dancer.goto("/notifications");
    await expect(dancer.getByRole("link", { name: /We dance on the roof/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await dancer.getByRole("link", { name: /We dance on the roof/ }).click();
  await expect(dancer.getByRole("heading", { name: "We dance on the roof" })).toBeVisible();
  await dancer.getByRole("link", { name: /Drag the left/ }).click();
  await expect(dancer).toHaveURL(/\/class\//);
  await dancer.context().close();
  await expect(async () => {
    await page.reload();
    const clicks = page.locator("dl > div").filter({ hasText: "Followed a link" });
    await expect(clicks).toContainText("1", { timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await expectFits(page);
});

test("edits a message of a series, tests it, and switches the series on after it said whom it reaches", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/messages");
  await page.getByRole("link", { name: /^Win back/ }).click();
  await page.getByRole("button", { name: /^Open We’d love to dance/ }).click();
  await page.getByLabel("Subject").fill("Dance with us again");
  await page.getByRole("button", { name: "Send a test to me" }).click();
  await expect(page.getByText("A test is on its way to you.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dance with us again" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Switch on…" }).click();
  await expect(page.getByText(/in it already/)).toBeVisible();
  await page.getByRole("button", { name: "Switch on", exact: true }).click();
  await expect(page.getByText("The series is on.")).toBeVisible();
  await page.getByRole("button", { name: "Switch off…" }).click();
  await page.getByRole("button", { name: "Switch off", exact: true }).click();
  await expect(page.getByText("The series is off.")).toBeVisible();
});
