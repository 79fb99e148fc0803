import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./test.ts";

const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  poor: "4000000000009995",
  confirms: "4000002760003184",
};
const commit = (page: Page) => page.getByRole("button", { name: /^(Start 14 days free, then pay|Pay \$)/ });

/** Fills in the billing address, and types a card into the provider's iframe. Each journey uses its own `expires` (MMYY): one trial per card, which is number and date. */
async function typeCard(page: Page, number: string, expires: string): Promise<void> {
  // Oregon has no sales tax.
  await page.getByLabel("ZIP code").fill("97201");
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill(number);
  await field.getByLabel("Expires").fill(expires);
  await field.getByLabel("Security code").fill("123");
}

async function register(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Sign up", level: 1 })).toBeVisible();
  await page.getByLabel("Name").fill("Journey Jo");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
}

test("starts a trial by card from a locked class, registers, and returns to the class", async ({ page }) => {
  await page.goto("/class/class-3");
  await page.getByRole("link", { name: "See plans" }).click();
  await expect(page.getByText("Test mode.")).toBeVisible();
  await expect(page.getByText("Premium includes the class you were viewing")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dance free for 14 days. Then decide." })).toBeVisible();
  await expectAccessible(page);
  // Another plan changes the text next to the button.
  await page.getByText("Monthly", { exact: true }).click();
  await expect(commit(page)).toContainText("$14.99");
  await page.getByText("Yearly, save").click();
  await expect(commit(page)).toContainText("$119.00");
  await typeCard(page, cards.good, "0131");
  await commit(page).dblclick();
  await register(page);
  await page.getByText("A friend", { exact: false }).first().click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/class\/class-3$/);
  await expect(page.getByRole("link", { name: "See plans" })).toHaveCount(0);
  // The back button shows that it is paid.
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "You already have Premium" })).toBeVisible();
  await expectAccessible(page);
});

test("applies and removes a coupon, and reports an unknown one next to its field", async ({ page }) => {
  await page.goto("/checkout");
  await page.getByLabel("Promo code").fill("NOSUCH");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("We don’t recognize that code. Check for typos.")).toBeVisible();
  await page.getByLabel("Promo code").fill("demo25");
  await page.getByLabel("Promo code").press("Enter");
  await expect(page.getByText("DEMO25, 25% once").first()).toBeVisible();
  await expect(commit(page)).toContainText("$89.25");
  await expect(page.getByText("First payment, then $119.00 a year")).toBeVisible();
  await page.getByRole("button", { name: "Remove code" }).click();
  await expect(commit(page)).toContainText("$119.00");
});

test("reports a declined card and accepts another, without losing typed input", async ({ page }) => {
  await page.goto("/checkout?coupon=DEMO25");
  await expect(commit(page)).toContainText("$89.25");
  await typeCard(page, cards.declined, "0232");
  await commit(page).click();
  await expect(page.getByText("Your bank declined this card. You weren’t charged.")).toBeVisible();
  await expect(page.getByText("DEMO25, 25% once").first()).toBeVisible();
  await typeCard(page, cards.poor, "0333");
  await commit(page).click();
  await expect(page.getByText("Insufficient funds. You weren’t charged.")).toBeVisible();
  await expectAccessible(page);
  await typeCard(page, cards.good, "0434");
  await commit(page).click();
  await expect(page).toHaveURL(/\/register\?/);
});

test("asks to start before the withdrawal period ends before a wallet opens", async ({ page }) => {
  await page.goto("/checkout?plan=basic-monthly");
  await page.getByLabel("Country").selectOption("DE");
  const consent = page.getByRole("checkbox", { name: /^Start my access now/ });
  await expect(consent).toBeVisible();
  await page.getByRole("button", { name: "Google Pay" }).click();
  await expect(consent).toBeFocused();
  await expect(page.getByText("Check this box to start. You weren’t charged.")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Google Pay" })).toHaveCount(0);
  await consent.check();
  await page.getByRole("button", { name: "Google Pay" }).click();
  await expect(page.getByRole("dialog", { name: "Google Pay" })).toBeVisible();
});

test("pays by wallet in one sheet", async ({ page }) => {
  await page.goto("/checkout?plan=basic-monthly");
  await page.getByRole("button", { name: "Google Pay" }).click();
  const sheet = page.getByRole("dialog", { name: "Google Pay" });
  await expect(sheet.getByText("Test mode for Google Pay.")).toBeVisible();
  await expect(sheet.getByText("By starting, you agree to pay $7.99")).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: /^Start 14 days free, then pay \$7.99/ }).click();
  await expect(page).toHaveURL(/\/register\?/);
});

test("handles a 3-D Secure refusal, then a confirmation, and returns to the class", async ({ page }) => {
  await page.goto("/checkout?for=standard&next=/class/class-2");
  await typeCard(page, cards.confirms, "0535");
  await commit(page).click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  await typeCard(page, cards.confirms, "0636");
  await commit(page).click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  // After returning without an answer, the person can go on to the bank or pay another way.
  await page.goto("/checkout");
  await expect(page.getByRole("heading", { name: "Confirm with your bank" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await register(page);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(/\/class\/class-2$/);
});

test.describe("a lost response", () => {
  test.use({ refusals: ["net::ERR_FAILED"] });
  test("retries a payment if its response is lost, and charges once", async ({ page }) => {
    await page.goto("/checkout");
    await typeCard(page, cards.good, "0737");
    let sent = 0;
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("SubscriptionCreateV2")) return route.continue();
      sent += 1;
      // The server receives the request, but its response never arrives.
      if (sent === 1) await route.fetch();
      return sent === 1 ? route.abort() : route.continue();
    });
    await commit(page).click();
    await expect(page.getByText("Can’t connect.")).toBeVisible();
    await page.getByRole("button", { name: "Check payment status" }).click();
    await expect(page).toHaveURL(/\/register\?/);
    // The tab is closed before registration: the subscription remains, and the next step is shown.
    await page.goto("/checkout");
    await expect(page.getByText("Sign up to use your plan")).toBeVisible();
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL(/\/register\?/);
  });
});

test("asks for agreement before charging if the card has had a trial", async ({ page, browser }) => {
  const expires = "1188";
  const earlier = await (await browser.newContext()).newPage();
  await earlier.goto(new URL("/checkout", process.env["EIGHTCOUNT_E2E_URL"]).href);
  await typeCard(earlier, cards.good, expires);
  await commit(earlier).click();
  await expect(earlier).toHaveURL(/\/register\?/);
  await earlier.context().close();

  await page.goto("/checkout");
  await typeCard(page, cards.good, expires);
  await commit(page).click();
  await expect(page.getByText("You’ve already used a free trial. You weren’t charged")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay $119.00 and start dancing" })).toBeVisible();
  await page.getByRole("button", { name: "Pay $119.00 and start dancing" }).click();
  await expect(page).toHaveURL(/\/register\?/);
});

test("preselects the country from the saved location, and allows another", async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      "eightcount.ip-location",
      JSON.stringify({ savedAt: Date.now(), location: { countryCode: "DE" } }),
    ),
  );
  await page.goto("/checkout?plan=premium-monthly");
  await expect(page.getByLabel("Country")).toHaveValue("DE");
  await expect(page.getByText("Includes VAT")).toBeVisible();
  await expect(page.getByRole("button", { name: /€14\.99/ })).toBeVisible();
  await page.getByLabel("Country").selectOption({ label: "Canada" });
  await expect(page.getByLabel("Postal code")).toBeVisible();
  await expect(page.getByLabel("Country")).toHaveValue("CA");
});

test("applies taxes of the billing address, and prices of the card’s country", async ({ page }) => {
  await page.goto("/checkout?plan=premium-monthly");
  // The IP location of this request is unknown.
  await expect(commit(page)).toContainText("$14.99");
  await page.getByLabel("ZIP code").fill("98101");
  await expect(page.getByText("Sales tax", { exact: true })).toBeVisible();
  await expect(commit(page)).toContainText("$15.96");
  await expect(page.getByText("First payment, then $15.96 a month")).toBeVisible();
  await page.getByLabel("Country").selectOption({ label: "Canada" });
  await page.getByLabel("Postal code").fill("h2x 1y4");
  await expect(page.getByText("QST", { exact: true })).toBeVisible();
  await expect(commit(page)).toContainText("$17.24");
  await expectAccessible(page);

  // A card issued in Germany is charged German prices, after they were shown.
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill("4000002760000016");
  await field.getByLabel("Expires").fill("0838");
  await field.getByLabel("Security code").fill("123");
  await commit(page).click();
  await expect(page.getByText(/are from Germany, .* You weren’t charged/)).toBeVisible();
  await expect(page.getByLabel("Country")).toHaveValue("DE");
  await expect(page.getByText("Includes VAT")).toBeVisible();
  // The card field still has its input.
  // Law asks there whether access starts within the days to withdraw.
  await page.getByRole("button", { name: /^Start 14 days free, then pay €14\.99/ }).click();
  await expect(page.getByText("Check this box to start. You weren’t charged.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: /^Start my access now\./ }).check();
  await page.getByRole("button", { name: /^Start 14 days free, then pay €14\.99/ }).click();
  await expect(page).toHaveURL(/\/register\?/);
});

test("sets the card field in the page's own font", async ({ page }) => {
  await page.goto("/checkout?plan=premium-yearly");
  const field = page.frameLocator("iframe.card-frame").locator("body");
  await expect
    .poll(() =>
      field.evaluate(() =>
        [...document.fonts].some(
          (face) => face.family.includes("Instrument Sans") && face.status === "loaded",
        ),
      ),
    )
    .toBe(true);
});

test("keeps the price in view on a phone, and leads to the order without buying", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/checkout?plan=premium-yearly");
  await expect(page.getByText(/^\$119\.00 on /).first()).toBeInViewport();
  // The check treats a page that gets a frame while it runs as one without.
  await expect(page.frameLocator("iframe.card-frame").getByRole("textbox").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review order" }).click();
  const order = page.getByRole("heading", { name: /^Premium, / });
  await expect(order).toBeFocused();
  await expect(order).toBeInViewport();
  await expect(page).toHaveURL(/\/checkout/);
});
