import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { runDue } from "../server/modules/billing/billing-cycle/runner.ts";
import { listMails } from "../server/platform/mail/outbox.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestServer } from "../server/testing/harness.ts";
import { startStripeServer, stripeSettings } from "../server/testing/stripe-server.ts";
import type { StripeServer } from "../server/testing/stripe-server.ts";
import { forwardHosts } from "./provider-hosts.ts";
import { expect, expectAccessible, test } from "./test.ts";

/** A server with Stripe's keys, so that pages run under production's policy. No webhook arrives here. */
let stripe: StripeServer;
let server: TestServer;
let aheadMs = 0;
const dayMs = 86_400_000;
test.beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({
    webDir,
    env: stripeSettings(stripe.url),
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
});
test.afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});
test.afterEach(() => expect(stripe.faults).toEqual([]));

const forwardStripe = (context: BrowserContext) =>
  forwardHosts(context, /^https:\/\/(js|api|hooks)\.stripe\.com\//, stripe);

const password = "tango on a tin roof";
const confirming = "4000002760003184";
const panel = (page: Page) => page.getByRole("heading", { name: "Confirm with your bank" });
const bank = (page: Page) => page.frameLocator("iframe[title=Bank]");

/** Registers a member with a running subscription, paid by an ordinary card. */
async function begin(page: Page, planId: string): Promise<string> {
  const email = `${randomUUID()}@example.test`;
  await page.goto(`${server.url}/register?next=/account/subscription`);
  await page.getByLabel("Name").fill("Demo Dee");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/^[^?]*\/account\/subscription$/);
  const token = await page.evaluate(
    async () => ((await (await fetch("/api/auth/token")).json()) as { token: string }).token,
  );
  const { errors } = await server.graphql(
    `mutation ($planId: ID!, $token: String!, $key: String!) {
      subscriptionCreateV2(planInfo: { planId: $planId }, gateway: { provider: stripe, token: $token },
        paymentMethodType: card, idempotencyKey: $key, withoutTrial: true) { status } }`,
    { planId, token: `pm_good_${randomUUID().slice(0, 8)}`, key: randomUUID() },
    { headers: { "x-auth-token": `Bearer ${token}` } },
  );
  expect(errors).toEqual([]);
  await page.goto(`${server.url}/account/subscription`);
  return email;
}

/** Stores a card that always asks for 3-D Secure. */
async function addConfirmingCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  await page.getByLabel("Card number").fill(confirming);
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(bank(page).getByRole("button", { name: "Complete" })).toBeVisible();
}

test("confirms a new card after a reload and an upgrade with 3-D Secure, and cancels", async ({
  page,
  context,
}) => {
  await forwardStripe(context);
  await begin(page, "basic-monthly");
  await addConfirmingCard(page);
  // The page is closed while the bank waits: the confirmation is still there afterwards.
  await page.goto(`${server.url}/account/subscription`);
  await expect(panel(page)).toBeVisible();
  await expect(page.getByText("No charge now.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm card" }).click();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByText(/^Paid with Visa ending in 4242/)).toBeVisible();

  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /^Premium/ }).check();
  await page.getByRole("button", { name: /^Pay \$[\d.]+ and switch$/ }).click();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  await expect(panel(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText(/^Premium, monthly: ends /)).toBeVisible();
});

test("rescues a refused renewal from the email’s link, on another device", async ({
  page,
  context,
  browser,
}) => {
  await forwardStripe(context);
  const email = await begin(page, "premium-monthly");
  await addConfirmingCard(page);
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(panel(page)).toHaveCount(0);
  for (let day = 0; day < 32; day += 1) {
    aheadMs += dayMs;
    await runDue(server.ctx(), { untilMs: 30_000 });
  }
  const mail = async () =>
    (await listMails(server.dataDir)).find(
      ({ to, subject }) => to === email && subject === "Confirm your payment",
    );
  await expect.poll(async () => (await mail())?.text ?? "", { timeout: 60_000 }).toContain("/pay");
  const path = /\/account\/subscription\/pay/.exec((await mail())!.text)![0];

  const device = await browser.newContext({ baseURL: server.url });
  await device.addCookies([{ name: "consent", value: "2.00", url: server.url }]);
  await forwardStripe(device);
  const phone = await device.newPage();
  await phone.goto(server.url + path);
  await expect(phone.getByRole("heading", { name: "Sign in to pay" })).toBeVisible();
  await phone.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Password", { exact: true }).fill(password);
  await phone.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "$14.99 for Premium, monthly" })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Pay $14.99" }).click();
  await bank(phone).getByRole("button", { name: "Fail" }).click();
  await expect(phone.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  await phone.getByRole("button", { name: "Pay $14.99" }).click();
  await expect(bank(phone).getByRole("button", { name: "Complete" })).toBeVisible();
  await phone.reload();
  await phone.getByRole("button", { name: "Confirm $14.99" }).click();
  await bank(phone).getByRole("button", { name: "Complete" }).click();
  await expect(phone.getByRole("heading", { name: "Nothing to pay" })).toBeVisible();
  await phone.getByRole("link", { name: "Your subscription" }).click();
  await expect(phone.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  await device.close();
});
