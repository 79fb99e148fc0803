import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { cards, subscribeAs, subscriptionOf } from "../server/modules/billing/testing.ts";
import { admin, advance, lesson, server, signIn, startClockServer } from "./clock-server.ts";
import { expect, expectAccessible, test } from "./test.ts";

startClockServer();

async function typeCard(page: Page, expires: string, number: string = cards.good): Promise<void> {
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill(number);
  await field.getByLabel("Expires").fill(expires);
  await field.getByLabel("Security code").fill("123");
}

test("staff sell a pass of ten days; a visitor buys it, dances, adds days, and it ends by itself", async ({
  browser,
  page,
}) => {
  const studio = await browser.newContext({ baseURL: server.url });
  await signIn(studio, admin);
  const desk = await studio.newPage();
  await desk.goto("/studio/plans");
  await desk.getByRole("button", { name: "Add a pass" }).click();
  const form = desk.getByRole("form", { name: "Add a pass" });
  await form.getByLabel("Name").fill("Holiday pass");
  await form.getByLabel("Days").fill("400");
  await form.getByLabel("USD").fill("9.00");
  await form.getByRole("button", { name: "Put on sale" }).click();
  await expect(form.getByLabel("Days")).toHaveAccessibleDescription(/1 to 366 days/);
  await expectAccessible(desk);
  await form.getByLabel("Days").fill("10");
  await form.getByRole("button", { name: "Put on sale" }).dblclick();
  await expect(desk.getByText("Holiday pass is on sale.")).toBeVisible();
  await expect(desk.getByRole("row", { name: /Holiday pass, 10 days/ })).toContainText("pass, doesn’t renew");

  await page.goto(`${server.url}/class/${lesson}`);
  await page.getByRole("link", { name: "See plans" }).click();
  await page.getByRole("radio", { name: /Holiday pass, 10 days/ }).check();
  await expect(page.getByText("You pay once. The pass doesn’t renew")).toBeVisible();
  await expect(page.getByText("By paying, you agree to pay $9.00 once.")).toBeVisible();
  await expect(page.getByText("Your pass ends. It doesn’t renew.")).toBeVisible();
  await expectAccessible(page);
  // Oregon has no sales tax.
  await page.getByLabel("ZIP code").fill("97201");
  await typeCard(page, "0131");
  await page.getByRole("button", { name: "Pay $9.00 and start dancing" }).dblclick();
  await expect(page.getByRole("heading", { name: "Sign up", level: 1 })).toBeVisible();
  await page.getByLabel("Name").fill("Demo Dancer");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.test`);
  await page.getByLabel("Password", { exact: true }).fill("tango on a tin roof");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByText("A friend", { exact: false }).first().click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(new RegExp(`/class/${lesson}$`));
  await expect(page.getByRole("link", { name: "See plans" })).toHaveCount(0);

  await advance(4);
  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText(/^Your pass ends on /)).toBeVisible();
  await expect(page.getByText("Holiday pass, 10 days. It doesn’t renew.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change plan" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Buy again" }).click();
  await expect(page.getByText(/^Your pass runs until .* These days are added after that\.$/)).toBeVisible();
  // More days are sold where the pass was.
  await expect(page.getByRole("heading", { name: "Billing location" })).toHaveCount(0);
  await page.getByLabel("Promo code").fill("NOSUCHCODE");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("We don’t recognize that code.", { exact: false })).toBeVisible();
  await typeCard(page, "0232");
  await page.getByRole("button", { name: "Pay $9.00 and add 10 days" }).dblclick();
  await expect(page).toHaveURL(/\/account\/subscription/);
  await expect(page.getByText("Payment complete. Your pass is active.")).toBeVisible();
  // A plan instead is offered less the sixteen days that are left.
  await page.getByRole("link", { name: "See plans" }).click();
  await page.getByText("Monthly", { exact: true }).click();
  await expect(
    page.getByText("We take its unused days off the first payment.", { exact: false }),
  ).toBeVisible();
  await expect(page.getByText("Unused days of your pass")).toBeVisible();

  await advance(17);
  await page.goto(`${server.url}/account/subscription`);
  await expect(page.getByText(/^Holiday pass ended on .* You’re on the free plan\.$/)).toBeVisible();
  await expect(page.getByText("$9.00").first()).toBeVisible();
  await page.goto(`${server.url}/class/${lesson}`);
  await expect(page.getByRole("link", { name: "See plans" })).toBeVisible();

  await desk.goto("/studio/money?view=members");
  await expect(desk.getByRole("row", { name: /Holiday pass USD 0 2 1 \$18\.00/ })).toBeVisible();
  await studio.close();
});

test("a bank that refuses more days leaves the pass as it is, and one that confirms adds them", async ({
  page,
}) => {
  const { data } = await server.graphql<{ planCreate: { id: string } }>(
    `mutation { planCreate(input: { name: "Weekend pass", accessType: premium, periodUnit: day, days: 3, seats: 1,
       isBestValue: false, position: 9, prices: [{ currencyCode: "USD", amount: 400 }] }) { id } }`,
    {},
    { as: admin },
  );
  const planId = data!.planCreate.id;
  const me = await server.member();
  await subscribeAs(server, me, { planId, countryCode: "US" });
  const first = (await subscriptionOf(server, me))!.accessEndsAt!;
  await signIn(page.context(), me);
  const buy = page.getByRole("button", { name: "Pay $4.00 and add 3 days" });
  await page.goto(`${server.url}/checkout?plan=${planId}&next=/account/subscription`);
  await typeCard(page, "0535", cards.confirms);
  await buy.click();
  await page.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Your bank couldn’t verify the payment. You weren’t charged.")).toBeVisible();
  expect((await subscriptionOf(server, me))!.accessEndsAt).toBe(first);
  await typeCard(page, "0636", cards.confirms);
  await buy.click();
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  // Coming back without an answer, the person can go on to the bank.
  await page.goto(`${server.url}/checkout`);
  await expect(page.getByRole("heading", { name: "Confirm with your bank" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Payment complete. Your pass is active.")).toBeVisible();
  const { accessEndsAt } = (await subscriptionOf(server, me))!;
  expect(Date.parse(accessEndsAt!) - Date.parse(first)).toBe(3 * 86_400_000);
});
