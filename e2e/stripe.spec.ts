import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { webDir } from "../server/app/start.ts";
import { startTestServer } from "../server/testing/harness.ts";
import type { TestServer } from "../server/testing/harness.ts";
import { startStripeServer, stripeSettings } from "../server/testing/stripe-server.ts";
import type { StripeServer } from "../server/testing/stripe-server.ts";
import { forwardHosts } from "./provider-hosts.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

/** A server with Stripe's keys, so that pages run under production's policy. No webhook arrives here. */
let stripe: StripeServer;
let server: TestServer;
test.beforeAll(async () => {
  stripe = await startStripeServer();
  server = await startTestServer({ webDir, env: stripeSettings(stripe.url) });
});
test.afterAll(async () => {
  await server?.stop();
  await stripe?.stop();
});
test.afterEach(() => expect(stripe.faults).toEqual([]));

const forwardStripe = (context: BrowserContext) =>
  forwardHosts(context, /^https:\/\/(js|api|hooks)\.stripe\.com\//, stripe);
const bank = (page: Page) => page.frameLocator("iframe[title=Bank]");

test("starts a plan, changes to a card whose bank asks, and cancels", async ({ page, context }) => {
  await forwardStripe(context);
  await page.goto(`${server.url}/register?next=/checkout%3Fplan%3Dpremium-monthly`);
  await page.getByLabel("Name").fill("Demo Dee");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
  const commit = page.getByRole("button", { name: /^Start 14 days free, then pay \$14\.99/ });
  await expect(commit).toBeVisible();
  await page.getByLabel("ZIP code").fill("97201");
  const number = page.getByLabel("Card number");
  await number.fill("4000000000000002");
  await expectAccessible(page);
  await commit.click();
  await expect(page.getByText("Your bank declined this card. You weren’t charged.")).toBeVisible();
  await number.fill("4242424242424242");
  await commit.click();
  await expect(page).not.toHaveURL(/\/checkout/);
  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText(/^Payment method: Visa ending in 4242/)).toBeVisible();

  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  await page.getByLabel("Card number").fill("4000002760003184");
  await page.getByRole("button", { name: "Save card" }).click();
  await bank(page).getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  await page.getByLabel("Card number").fill("4000002760003184");
  await page.getByRole("button", { name: "Save card" }).click();
  await bank(page).getByRole("button", { name: "Complete" }).click();
  await expect(page.getByRole("heading", { name: "Update payment method" })).toHaveCount(0);

  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toHaveCount(0);
  expect(stripe.charges).toEqual([]);
});

test("an admin reads in the opening checklist whether the keys work", async ({ page, context }) => {
  const { cookie } = await server.member({ role: "admin" });
  const cookies = cookie.split("; ").map((pair) => pair.split("="));
  await context.addCookies(
    cookies.map(([name = "", ...value]) => ({ name, value: value.join("="), url: server.url })),
  );
  await page.goto(`${server.url}/studio/open`);
  await expect(page.getByText("Keys work. Stripe accepted them.")).toBeVisible();
  await expectAccessible(page);
  stripe.fail(1, 500);
  await page.reload();
  await expect(page.getByText("Stripe didn’t answer. Try again.")).toBeVisible();
  await page.getByRole("button", { name: "Check keys again" }).click();
  await expect(page.getByText("Keys work. Stripe accepted them.")).toBeVisible();
});

test("takes a running subscription over from a list of members", async ({ page, context }) => {
  const { cookie } = await server.member({ role: "admin" });
  const [name = "", ...value] = cookie.split("=");
  await context.addCookies([{ name, value: value.join("="), url: server.url }]);
  const running = stripe.subscriptions.add();
  const unpaid = stripe.subscriptions.add({ status: "past_due" });
  const people = [running, unpaid].map(({ id }) => `${randomUUID()}@example.test,${id}`);
  await page.goto(`${server.url}/studio/import/members`);
  await page.getByLabel("List of members, from this device").setInputFiles({
    name: "subscriptions.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Email,id", ...people].join("\n")),
  });
  await expect(page.getByRole("row", { name: /^3 The last payment failed/ })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByLabel("Gold, monthly, $19.00 (1 row)").selectOption("standard-monthly");
  await expect(
    page.getByRole("row", { name: /^2 .* \$19\.00 on .* Standard, monthly Visa •••• 4242$/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(page.getByText("1 subscription taken over").first()).toBeVisible({ timeout: 30_000 });
  expect(running.status).toBe("canceled");
  expect(unpaid.status).toBe("past_due");
});
