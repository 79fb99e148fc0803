import { expect, expectAccessible, test } from "./test.ts";

test("buys for a company in another EU country without VAT, and finds it on the subscription page", async ({
  page,
}) => {
  await page.goto("/checkout?plan=premium-yearly");
  await page.getByLabel("Country").selectOption({ label: "France" });
  const commit = page.getByRole("button", { name: /^Start 14 days free, then pay/ });
  await expect(commit).toContainText("€119.00");
  await page.getByRole("button", { name: "Add company details" }).click();
  const form = page.getByRole("region", { name: "Billing details" });
  await form.getByLabel("Company").fill("Demo Danse SARL");
  await form.getByLabel("VAT ID").fill("FR 40 303 265 046");
  await form.getByLabel("Street address").fill("1 rue de la Demo");
  await form.getByLabel("Postal code").fill("75001");
  await form.getByLabel("City").fill("Paris");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter a valid VAT ID of this country")).toBeVisible();
  await expect(form.getByLabel("VAT ID")).toBeFocused();
  await expectAccessible(page);
  await form.getByLabel("VAT ID").fill("FR 40 303 265 045");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("VAT ID FR40303265045")).toBeVisible();
  await expect(page.getByText("VAT, reverse charge")).toBeVisible();
  await expect(commit).toContainText("€99.17");

  const card = page.frameLocator("iframe.card-frame");
  await card.getByLabel("Card number").fill("4000002500000003");
  await card.getByLabel("Expires").fill("0741");
  await card.getByLabel("Security code").fill("123");
  const consent = page.getByRole("checkbox");
  if ((await consent.count()) > 0) await consent.first().check();
  await commit.click();
  await expect(page).toHaveURL(/\/register/);
  await page.goto("/account/subscription");
  await expect(page.getByText("Demo Danse SARL")).toBeVisible();
  await expectAccessible(page);
});
