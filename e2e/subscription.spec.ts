import { signInAsAdmin, subscribe } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("shows only the plans without a subscription", async ({ page }) => {
  await page.goto("/account/subscription");
  await expect(page.getByText("You’re on the free plan.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "See plans" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
});

test("cancels a subscription in two presses, and undoes it", async ({ page }) => {
  await subscribe(page, "premium-monthly");
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  await expect(page.getByText(/Paid with Visa ending in 4242/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^PDF of invoice / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByRole("heading", { name: /^You keep access until / })).toBeFocused();
  await expect(page.getByRole("button", { name: "Cancel now" })).toBeVisible();
  // The offer fits the reason, and is no more prominent than the cancel button.
  await page.getByText("I’m taking a break").click();
  const [offer, cancel] = await Promise.all(
    ["Pause instead", "Cancel now"].map((name) => page.getByRole("button", { name }).boundingBox()),
  );
  expect(offer!.width).toBeCloseTo(cancel!.width, 0);
  expect(offer!.height).toBeCloseTo(cancel!.height, 0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText(/^Premium, monthly: ends /)).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
});

test("prints the subscription and its invoices dark on white, without the app's frame", async ({ page }) => {
  await subscribe(page, "premium-monthly");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("row").filter({ hasText: "Paid" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel subscription" })).toBeHidden();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  // Contrast is checked against the paper.
  await expectAccessible(page);
});

test("keeps access until the end of a canceled trial, without a charge", async ({ page }) => {
  await subscribe(page, "basic-yearly", false);
  await expect(page.getByText(/^Basic, yearly: first payment \$65\.00 on /)).toBeVisible();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByText("You won’t be charged. Your saved classes")).toBeVisible();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText(/^Basic, yearly: ends /)).toBeVisible();
});

test("applies an upgrade at once with proration, a downgrade at the next payment", async ({ page }) => {
  await subscribe(page, "basic-monthly");
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(page.getByText("This is your current plan.")).toBeVisible();
  await page.getByRole("radio", { name: /^Premium/ }).check();
  await expect(page.getByText("Unused time on Basic")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Pay \$[\d.]+ and switch$/ }).click();
  await expect(page.getByText(/^Premium, monthly: next payment \$14\.99 on /)).toBeVisible();
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /^Standard/ }).check();
  await page.getByRole("button", { name: /^Switch on / }).click();
  await expect(page.getByText(/^(Changes|You switch) to Standard on /).first()).toBeVisible();
});

test("pauses without charges, and resumes on request", async ({ page }) => {
  await subscribe(page, "standard-monthly");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByText("3 months", { exact: true }).click();
  // A button half below the bar during scrolling isn't too small a target.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Pause until / }).click();
  await expect(page.getByText(/^Standard, monthly: paused until /)).toBeVisible();
  await page.getByRole("button", { name: "Resume now" }).click();
  await expect(page.getByText(/^Standard, monthly: next payment \$10\.99 on /)).toBeVisible();
});

test("uses a new payment method from the next payment on", async ({ page }) => {
  await subscribe(page, "standard-yearly");
  await page.getByRole("button", { name: "Update payment method" }).click();
  await page.getByLabel("ZIP code").fill("97201");
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill("4000000000000002");
  await field.getByLabel("Expires").fill("0990");
  await field.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Your bank declined this card.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "PayPal" }).click();
  await page.getByRole("button", { name: "Use PayPal" }).click();
  await expect(page.getByText(/^Paid with PayPal\. Member since /)).toBeVisible();
});

test("explains outside the EU that the right of withdrawal doesn’t apply", async ({ page }) => {
  await subscribe(page, "basic-monthly");
  await page.getByRole("link", { name: "Withdraw from your contract" }).click();
  await expect(page.getByText("You can cancel anytime")).toBeVisible();
  await expectAccessible(page);
});

test("answers not found to dancers on the revenue page", async ({ page }) => {
  await page.goto("/studio/money");
  await expect(page.getByRole("heading", { name: "5, 6, 7… page not found" })).toBeVisible();
});

test("shows an admin the revenue, and exports it as CSV", async ({ page, context }) => {
  await signInAsAdmin(context);
  await page.goto("/studio/money");
  await expect(page.getByRole("heading", { name: "Revenue", level: 1 })).toBeVisible();
  await expect(page.getByText("Trials started")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Period").selectOption({ label: "Last 90 days" });
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Subscriptions, CSV" }).click();
  expect((await file).suggestedFilename()).toBe("subscriptions.csv");

  await page.getByText("Payments", { exact: true }).click();
  await page.getByLabel("Country").selectOption({ label: "New Zealand" });
  await page.getByLabel("Tax name").fill("GST");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Each tax has a name and a percentage.")).toBeVisible();
  await page.getByLabel("Percent").first().fill("17.5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /^New Zealand .* GST 17\.5%$/ })).toBeVisible();
  await expectAccessible(page);
});

test.describe("in Germany", () => {
  test.use({ extraHTTPHeaders: { "x-forwarded-for": "2001:db8:49::1", "x-test-country": "DE" } });

  test("shows prices in euros with tax, and withdraws from the contract in two steps", async ({ page }) => {
    await page.goto("/checkout?plan=premium-yearly");
    await expect(page.getByText("Includes VAT")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Start 14 days free, then pay €119\.00/ })).toBeVisible();
    await subscribe(page, "premium-yearly");
    await page.getByRole("link", { name: "Withdraw from your contract" }).click();
    await expect(page.getByText("Refund within 14 days")).toBeVisible();
    await page.getByRole("button", { name: "Withdraw from contract" }).click();
    await expect(page.getByText(/“I withdraw from my contract for Premium, yearly/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Confirm withdrawal" }).click();
    await expect(page.getByText(/^Premium ended on .* You’re on the free plan\.$/)).toBeVisible();
    await expect(page.getByText("Refunded")).toBeVisible();
  });
});
