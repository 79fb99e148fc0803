import { randomUUID } from "node:crypto";
import { asAnother, signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("accepts an admin’s coupon at checkout until it is archived", async ({ page, browser, baseURL }) => {
  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  await signInAsAdmin(page.context());
  await page.goto("/studio/money");
  await page.getByRole("navigation", { name: "Studio" }).getByRole("link", { name: "Promo codes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Promo codes" })).toBeFocused();
  await page.getByRole("button", { name: "New promo code" }).click();
  const form = page.getByRole("form", { name: "New promo code" });
  const make = form.getByRole("button", { name: "Create promo code" });

  await form.getByLabel("Code").fill("spring sale");
  await form.getByRole("textbox", { name: "Percent" }).fill("40");
  await form.getByText("Premium, yearly").click();
  await form.getByLabel("Total limit").fill("50");
  await make.click();
  await expect(form.getByLabel("Code")).toHaveAccessibleDescription(
    /Use 3–40 letters, numbers, or hyphens\./,
  );
  await expect(form.getByRole("textbox", { name: "Percent" })).toHaveValue("40");
  await expectAccessible(page);
  await form.getByLabel("Code").fill(code.toLowerCase());
  await make.dblclick();
  await expect(page.getByText(`${code} is live.`)).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: code });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("40% once. For Premium yearly.");
  await expect(row).toContainText("0 of 50 redemptions used");

  // A duplicate code is refused with a message, and the input stays.
  await form.getByLabel("Code").fill(code);
  await form.getByText("Fixed amount").click();
  await form.getByLabel("USD").fill("5.50");
  await make.click();
  await expect(form.getByLabel("Code")).toHaveAccessibleDescription(/This code already exists/);
  await expect(form.getByLabel("USD")).toHaveValue("5.50");
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: baseURL! });
  const member = await context.newPage();
  await member.goto("/checkout?plan=premium-yearly");
  await member.getByLabel("Promo code").fill(code.toLowerCase());
  await member.getByRole("button", { name: "Apply" }).click();
  await expect(member.getByText(`${code}, 40% once`).first()).toBeVisible();
  await expect(member.getByRole("button", { name: /^(Start 14 days free, then pay|Pay \$)/ })).toContainText(
    "$71.40",
  );

  await row.getByRole("button", { name: `Link for ${code}` }).click();
  const shared = page.getByRole("dialog", { name: `Link for ${code}` });
  await expect(shared.getByRole("img", { name: `QR code for ${code}` })).toBeVisible();
  await expectAccessible(page);
  await member.goto(await shared.getByText(/^https?:/).innerText());
  await expect(member.getByText(`${code}, 40% once`).first()).toBeVisible();
  await shared.getByRole("button", { name: "Close" }).click();

  await row.getByRole("button", { name: `Edit limits of ${code}` }).click();
  const limits = page.getByRole("form", { name: `Limits of ${code}` });
  await expect(limits.getByLabel("Total limit")).toHaveValue("50");
  await limits.getByLabel("Last day").fill("2020-01-01");
  await limits.getByLabel("Last day").evaluate((field) => field.removeAttribute("min"));
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(limits.getByLabel("Last day")).toHaveAccessibleDescription(/Choose a date from today/);
  await expectAccessible(page);
  await limits.getByLabel("Last day").fill("");
  await limits.getByLabel("Total limit").fill("20");
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("0 of 20 redemptions used");

  await row.getByRole("button", { name: `Archive ${code}` }).click();
  await expect(row).toContainText("Archived");
  await expect(row.getByRole("button", { name: `Restore ${code}` })).toBeVisible();
  await member.goto("/checkout?plan=premium-yearly");
  await member.getByLabel("Promo code").fill(code);
  await member.getByRole("button", { name: "Apply" }).click();
  await expect(member.getByText("We don’t recognize that code. Check for typos.")).toBeVisible();
  await page.reload();
  await row.getByRole("button", { name: `Restore ${code}` }).click();
  await expect(row.getByRole("button", { name: `Archive ${code}` })).toBeVisible();
  await context.close();
});

test("gives a visitor one of the one-time codes that the studio made", async ({ page, browser, baseURL }) => {
  const prefix = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  await signInAsAdmin(page.context());
  await page.goto("/studio/coupons");
  await page.getByRole("button", { name: "New promo code" }).click();
  const form = page.getByRole("form", { name: "New promo code" });
  await form.getByText("One member each").click();
  await form.getByLabel("Beginning of each code").fill(prefix.toLowerCase());
  await form.getByRole("textbox", { name: "Percent" }).fill("40");
  const make = form.getByRole("button", { name: "Create one-time codes" });
  await make.click();
  await expect(form.getByLabel("Number of codes")).toHaveAccessibleDescription(/Enter 1 to 10,000 codes\./);
  await form.getByLabel("Number of codes").fill("3");
  await make.dblclick();
  await expect(page.getByText("3 one-time codes are live.")).toBeVisible();
  const batch = page.getByRole("listitem").filter({ hasText: prefix });
  await expect(batch).toContainText("0 of 3 codes redeemed");
  await batch.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: `One-time codes ${prefix}` })).toBeVisible();
  const codes = page.getByRole("list", { name: "Codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(3);
  await expectAccessible(page);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toBe(`${prefix}.csv`);

  await codes
    .first()
    .getByRole("button", { name: /^Link for/ })
    .click();
  const link = await page
    .getByRole("dialog")
    .getByText(/^https?:/)
    .innerText();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const context = await browser.newContext({ baseURL: baseURL! });
  const visitor = await context.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText(new RegExp(`${prefix}-[A-Z0-9]{8}, 40% once`)).first()).toBeVisible();
  await context.close();

  await page.getByRole("button", { name: "Archive unused" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive unused" }).click();
  await expect(page.getByText("Unused codes archived.")).toBeVisible();
  await expect(codes.filter({ hasText: "Archived" })).toHaveCount(3);
});

test("answers not found to everyone but admins", async ({ page }) => {
  await page.goto("/studio/coupons");
  await expect(page.getByRole("heading", { level: 1, name: "5, 6, 7… page not found" })).toBeVisible();
});

test("sells the student price to a member whom staff approved", async ({ page, browser, baseURL }) => {
  const code = `E2E-${randomUUID().slice(0, 8)}`.toUpperCase();
  const member = await asAnother(browser, baseURL!);
  await signInAsAdmin(page.context());
  await page.goto("/studio/coupons");
  await page.getByRole("button", { name: "New promo code" }).click();
  const form = page.getByRole("form", { name: "New promo code" });
  await form.getByLabel("Code").fill(code);
  await form.getByRole("textbox", { name: "Percent" }).fill("50");
  await form.getByLabel("For students only").check();
  const make = form.getByRole("button", { name: "Create promo code" });
  await make.click();
  await expect(form.getByText("A student price is a percentage for a limited time.")).toBeVisible();
  await form.getByLabel("Duration").selectOption({ label: "Limited time" });
  await form.getByLabel("Months").fill("12");
  await make.click();
  await expect(page.getByText(`${code} is live.`)).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: code });
  await expect(row).toContainText("For students");

  const buyer = member.page;
  await buyer.goto("/checkout?plan=premium-monthly");
  const offer = buyer.getByRole("region", { name: "Student price" });
  await expect(offer).toContainText("Students pay 50% less for 12 months.");
  await expectAccessible(buyer);
  await buyer.getByLabel("Promo code").fill(code);
  await buyer.getByRole("button", { name: "Apply" }).click();
  await expect(buyer.getByText(/^This price is for students\./)).toBeVisible();

  await page.goto(`/studio/people?search=${member.username}`);
  await page.getByRole("link", { name: /Demo Dancer/ }).click();
  await page.getByRole("button", { name: "Student price" }).click();
  const dialog = page.getByRole("dialog", { name: "Student price for Demo Dancer" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Student approved", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Approved until /)).toBeVisible();

  await buyer.reload();
  await offer.getByRole("button", { name: "Use student price" }).click();
  await expect(buyer.getByText(`${code}, 50% for 12 months`).first()).toBeVisible();
  await expect(buyer.getByRole("complementary", { name: "Order summary" })).toContainText("$7.49");
  await expect(offer).toHaveCount(0);

  await page.goto("/studio/coupons");
  await row.getByRole("button", { name: `Archive ${code}` }).click();
  await expect(row).toContainText("Archived");
  await member.end();
});
