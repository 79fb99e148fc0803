import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { runDue } from "../server/modules/billing/billing-cycle/runner.ts";
import { braintreeSettings, startBraintreeServer } from "../server/testing/braintree-server.ts";
import type { BraintreeServer } from "../server/testing/braintree-server.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestServer } from "../server/testing/harness.ts";
import { forwardHosts } from "./provider-hosts.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** A server with Braintree's keys, so that pages run under production's policy. No webhook arrives here. */
let braintree: BraintreeServer;
let server: TestServer;
let aheadMs = 0;
test.beforeAll(async () => {
  braintree = await startBraintreeServer();
  server = await startTestServer({
    webDir,
    env: braintreeSettings(braintree.url),
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
});
test.afterAll(async () => {
  await server?.stop();
  await braintree?.stop();
});
// Braintree's script sends to its frames until they have loaded, which takes a busy machine longer.
test.use({ refusals: ["match the recipient window's origin ('https://assets.braintreegateway.com')."] });
test.afterEach(() => expect(braintree.faults).toEqual([]));

const forwardBraintree = (context: BrowserContext) =>
  forwardHosts(
    context,
    /^https:\/\/[\w.-]+\.(braintreegateway|braintree-api|cardinalcommerce|paypal|google)\.com[:/]/,
    braintree,
  );

async function typeCard(page: Page, number: string): Promise<void> {
  const field = (name: string, label: string) =>
    page.frameLocator(`iframe[name=braintree-hosted-field-${name}]`).getByLabel(label);
  await field("number", "Card number").fill(number);
  await field("expirationDate", "Expiry date").fill("12/40");
  await field("cvv", "Security code").fill("123");
}
/** Holds a script back until it is released, which waits until the page has it. */
async function holdBack(page: Page, script: RegExp) {
  const released = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await released.promise;
    await route.continue();
  });
  const arrived = page.waitForEvent("requestfinished", (request) => script.test(request.url()));
  return {
    wanted: page.waitForRequest(script),
    release: async () => {
      released.resolve();
      await arrived;
    },
  };
}

const bank = (page: Page) => page.frameLocator("iframe[title=Bank]");

/** Registers a member, who arrives at the checkout of a plan. @returns its button */
async function arriveAtCheckout(page: Page) {
  await page.goto(`${server.url}/register?next=/checkout%3Fplan%3Dpremium-monthly`);
  await page.getByLabel("Name").fill("Demo Dee");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
  const commit = page.getByRole("button", { name: /^Start 14 days free, then pay \$14\.99/ });
  await expect(commit).toBeVisible();
  await page.getByLabel("ZIP code").fill("97201");
  return commit;
}

test("starts a plan, changes to a card whose bank asks, and cancels", async ({ page, context }) => {
  await forwardBraintree(context);
  const commit = await arriveAtCheckout(page);

  // In the dark, Braintree's light frames let the page shine through, and have its color.
  const number = page.frameLocator("iframe[name=braintree-hosted-field-number]").getByLabel("Card number");
  const color = () => number.evaluate((input) => getComputedStyle(input).color);
  const light = await color();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(color).not.toBe(light);
  await expect(page.locator("iframe[name=braintree-hosted-field-number]")).toHaveCSS("color-scheme", "light");
  // The page says which of Braintree's fields is missing.
  await expect(page.locator("iframe[name=braintree-hosted-field-number]")).toBeVisible();
  await commit.click();
  await expect(page.getByText("Check the card number.")).toBeVisible();
  await expectAccessible(page);
  await typeCard(page, "4000000000000002");
  await commit.click();
  await expect(page.getByText("Your bank declined this card. You weren’t charged.")).toBeVisible();
  await typeCard(page, "4111111111111111");
  await commit.click();
  await expect(page).not.toHaveURL(/\/checkout/);
  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText(/^Payment method: Visa ending in \d{4}/)).toBeVisible();
  expect(braintree.stored.size).toBe(1);

  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  await typeCard(page, "4000000000001091");
  await page.getByRole("button", { name: "Save card" }).click();
  await bank(page).getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  await page.getByRole("button", { name: "Save card" }).click();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Update payment method" })).toHaveCount(0);
  await expect
    .poll(() => [...braintree.stored.values()].map(({ behavior }) => behavior))
    .toContain("confirmed");

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toHaveCount(0);
  expect(braintree.sales.size).toBe(0);
});

test("pays a refused renewal with the stored card, after its bank has asked", async ({ page, context }) => {
  await forwardBraintree(context);
  const commit = await arriveAtCheckout(page);
  await expect(page.locator("iframe[name=braintree-hosted-field-number]")).toBeVisible();
  await typeCard(page, "4000000000001109");
  await commit.click();
  await expect(page).not.toHaveURL(/\/checkout/);
  aheadMs += 15 * 86_400_000;
  await runDue(server.ctx(), { untilMs: 30_000 });
  await page.goto(`${server.url}/account/subscription/pay`);
  await expect(page.getByText("Your bank will ask you to confirm.")).toBeVisible();
  await page.getByRole("button", { name: "Pay $14.99" }).click();
  await bank(page).getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  await page.getByRole("button", { name: "Pay $14.99" }).click();
  await expect(bank(page).getByRole("button", { name: "Complete" })).toBeVisible();
  // The page is closed while the bank waits: the confirmation is still there, and so is every other way to pay.
  await page.reload();
  await expect(page.getByText("Your bank asks you to confirm $14.99.")).toBeVisible();
  await expectAccessible(page);
  // The card fields are left before they have loaded, and arrive while the bank asks.
  const fields = await holdBack(page, /\/hosted-fields[^/]*\.js$/);
  await page.getByRole("link", { name: "Use another payment method" }).click();
  await expect(page.getByRole("heading", { name: "Update payment method" })).toBeVisible();
  await fields.wanted;
  await page.goBack();
  await page.getByRole("button", { name: "Confirm $14.99" }).click();
  await expect(bank(page).getByRole("button", { name: "Complete" })).toBeVisible();
  await fields.release();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to pay" })).toBeVisible();
  const paid = [...braintree.sales.values()].filter(({ status }) => status === "submitted_for_settlement");
  expect(paid.map(({ amount }) => amount)).toEqual(["14.99"]);
});
