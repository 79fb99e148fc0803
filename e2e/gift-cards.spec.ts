import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { asAnother, signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

async function typeCard(page: Page, number: string): Promise<void> {
  const field = page.frameLocator("iframe.card-frame");
  await field.getByLabel("Card number").fill(number);
  await field.getByLabel("Expires").fill("1139");
  await field.getByLabel("Security code").fill("123");
}

test("a visitor buys a gift card with a double click, and a member redeems it", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/gift-cards");
  await page.getByText("I’ll print it").click();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByText("Enter your email, for the receipt.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Your email").fill(`${randomUUID()}@example.test`);
  await page.getByText("Other", { exact: true }).click();
  await page.getByLabel("Amount in USD").fill("42.50");
  await typeCard(page, "4242424242424242");
  await page.getByRole("button", { name: "Pay $42.50" }).dblclick();
  const bought = page.getByRole("region", { name: "Your gift cards" });
  await expect(bought.getByText("Ready to hand over.")).toHaveCount(1);
  await expectAccessible(page);
  const code = await bought.locator(".gift-code").innerText();
  const member = await asAnother(browser, baseURL!);
  await member.page.goto(`/redeem#${code}`);
  await member.page.getByRole("button", { name: "Check code" }).click();
  await expect(member.page.getByText(/^\$42\.50 of account credit/)).toBeVisible();
  await expectAccessible(member.page);
  await member.page.getByRole("button", { name: "Redeem", exact: true }).dblclick();
  await expect(member.page.getByText("We added $42.50 to your account credit.")).toBeVisible();

  // Staff find the card and see as the member.
  await signInAsAdmin(page.context());
  await page.goto("/studio/gift-cards");
  await page.getByLabel("Email or code").fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Refund $42.50" })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Demo Dancer" }).click();
  await page.getByRole("button", { name: "See as Demo Dancer" }).click();
  const dialog = page.getByRole("dialog", { name: "See as Demo Dancer" });
  await dialog.getByLabel("Reason, for the audit log").fill("Asked about their credit");
  await dialog.getByRole("button", { name: "See as Demo Dancer" }).click();
  const bar = page.getByRole("region", { name: "Seeing as a member" });
  await expect(bar.getByText("You see this as Demo Dancer.")).toBeVisible();
  await page.goto("/account/subscription");
  await expect(page.getByText("You have $42.50.")).toBeVisible();
  await expectAccessible(page);
  await bar.getByRole("button", { name: "End" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Demo Dancer" })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await member.end();
});
