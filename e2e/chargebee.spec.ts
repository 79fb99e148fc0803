import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { importPrices } from "../server/modules/billing/providers/chargebee/testing.ts";
import { chargebeeSettings, startChargebeeServer } from "../server/testing/chargebee-server.ts";
import type { ChargebeeServer } from "../server/testing/chargebee-server.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestServer } from "../server/testing/harness.ts";
import { forwardHosts } from "./provider-hosts.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** A server with Chargebee's keys, so that pages run under production's policy. No webhook arrives here. */
let chargebee: ChargebeeServer;
let server: TestServer;
test.beforeAll(async () => {
  chargebee = await startChargebeeServer();
  server = await startTestServer({
    webDir,
    env: { ...chargebeeSettings(chargebee.url), PAYMENT_PROVIDER: "chargebee" },
  });
  await importPrices(server.ctx(), chargebee);
});
test.afterAll(async () => {
  await server?.stop();
  await chargebee?.stop();
});
test.afterEach(() => expect(chargebee.faults).toEqual([]));
// A declined card.
test.use({ refusals: ["402 /stand-in/confirm"] });

const forwardChargebee = (context: BrowserContext) =>
  forwardHosts(context, /^https:\/\/[\w.-]+\.chargebee\.com\//, chargebee);

async function typeCard(page: Page, number: string): Promise<void> {
  const field = (label: string) => page.frameLocator(`iframe[title="${label}"]`).getByLabel(label);
  await field("Card number").fill(number);
  await field("Expiry date").fill("12/40");
  await field("Security code").fill("123");
}
const bank = (page: Page) => page.frameLocator("iframe[title=Bank]");

test("starts a plan that Chargebee bills, changes the card with its bank’s page, and cancels", async ({
  page,
  context,
}) => {
  await forwardChargebee(context);
  await page.goto(`${server.url}/register?next=/checkout%3Fplan%3Dpremium-monthly`);
  await page.getByLabel("Name").fill("Demo Dee");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
  const commit = page.getByRole("button", { name: /^Start 14 days free, then pay \$/ });
  await expect(commit).toBeVisible();
  await page.getByLabel("ZIP code").fill("97201");
  await expect(page.locator('iframe[title="Security code"]')).toBeVisible();
  await commit.click();
  await expect(page.getByText("Check the card number.")).toBeVisible();
  await expectAccessible(page);
  await typeCard(page, "4000000000000002");
  await commit.click();
  await expect(page.getByText("Your bank declined this card. You weren’t charged.")).toBeVisible();
  await typeCard(page, "4242424242424242");
  await commit.click();
  await expect(page).not.toHaveURL(/\/checkout/);
  expect(chargebee.subscriptions.size).toBe(1);

  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText("Billed by Chargebee.")).toBeVisible();
  await expect(page.getByText(/^Payment method: Visa ending in 4242/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Invoices from Chargebee" })).toBeVisible();
  // A promo code is the provider's; it can't be added later.
  await expect(page.getByRole("button", { name: "Add promo code" })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  await typeCard(page, "4000002760003184");
  await page.getByRole("button", { name: "Save card" }).click();
  await bank(page).getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  await page.getByRole("button", { name: "Save card" }).click();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Update payment method" })).toHaveCount(0);

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toHaveCount(0);
  await expect(page.getByText(/^Premium, monthly: ends /)).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Your subscription continues.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeVisible();
});
