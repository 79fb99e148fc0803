import { randomUUID } from "node:crypto";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("accepts an admin’s coupon at checkout until it is archived", async ({ page, browser, baseURL }) => {
  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  await signInAsAdmin(page.context());
  await page.goto("/studio/money");
  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Promo codes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Promo codes" })).toBeFocused();
  await page.getByRole("button", { name: "Make a coupon" }).click();
  const form = page.getByRole("form", { name: "Make a coupon" });
  const make = form.getByRole("button", { name: "Make the coupon" });

  await form.getByLabel("Code").fill("spring sale");
  await form.getByRole("textbox", { name: "Percent" }).fill("40");
  await form.getByText("Premium, yearly").click();
  await form.getByLabel("How often in all").fill("50");
  await make.click();
  await expect(form.getByRole("alert")).toContainText("A code has 3 to 40 letters, digits and hyphens");
  await expect(form.getByRole("textbox", { name: "Percent" })).toHaveValue("40");
  await expectAccessible(page);
  await form.getByLabel("Code").fill(code.toLowerCase());
  await make.dblclick();
  await expect(page.getByText(`${code} can be taken now.`)).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: code });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("40 % once. For Premium yearly.");
  await expect(row).toContainText("Taken 0 of 50 times");

  // A duplicate code is refused with a message, and the input stays.
  await form.getByLabel("Code").fill(code);
  await form.getByText("An amount").click();
  await form.getByLabel("USD").fill("5.50");
  await make.click();
  await expect(form.getByRole("alert")).toContainText("There is a coupon of this code already");
  await expect(form.getByLabel("USD")).toHaveValue("5.50");
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: baseURL! });
  const member = await context.newPage();
  await member.goto("/checkout?plan=premium-yearly");
  await member.getByLabel("Coupon").fill(code.toLowerCase());
  await member.getByRole("button", { name: "Apply" }).click();
  await expect(member.getByText(`${code}, 40 % once`).first()).toBeVisible();
  await expect(member.getByRole("button", { name: /^(Start 14 days, pay|Pay \$)/ })).toContainText("$71.40");

  await row.getByRole("button", { name: `Change the limits of ${code}` }).click();
  const limits = page.getByRole("form", { name: `Limits of ${code}` });
  await expect(limits.getByLabel("How often in all")).toHaveValue("50");
  await limits.getByLabel("Last day").fill("2020-01-01");
  await limits.getByLabel("Last day").evaluate((field) => field.removeAttribute("min"));
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(limits.getByRole("alert")).toContainText("The last day is today or later");
  await expectAccessible(page);
  await limits.getByLabel("Last day").fill("");
  await limits.getByLabel("How often in all").fill("20");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Taken 0 of 20 times");

  await row.getByRole("button", { name: `Archive ${code}` }).click();
  await expect(row).toContainText("Archived");
  await expect(row.getByRole("button", { name: `Take ${code} back from the archive` })).toBeVisible();
  await member.goto("/checkout?plan=premium-yearly");
  await member.getByLabel("Coupon").fill(code);
  await member.getByRole("button", { name: "Apply" }).click();
  await expect(member.getByText("There is no such coupon. Check the letters.")).toBeVisible();
  await page.reload();
  await row.getByRole("button", { name: `Take ${code} back from the archive` }).click();
  await expect(row.getByRole("button", { name: `Archive ${code}` })).toBeVisible();
  await context.close();
});

test("answers not found to everyone but admins", async ({ page }) => {
  await page.goto("/studio/coupons");
  await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
});
