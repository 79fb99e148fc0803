import { randomUUID } from "node:crypto";
import { linkInMail } from "./mailbox.ts";
import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, expectFits, test } from "./test.ts";

test("invites the members of a list, who sign in without a password", async ({ page, browser, baseURL }) => {
  const email = `${randomUUID()}@example.test`;
  await signInAsAdmin(page.context());
  await page.goto("/studio/import/members");
  const lines = [
    "Contact;Full name;Email;Plan;Subscription ID",
    `${email};Demo Mira;-;Gold;`,
    "no email;Demo Jo;-;Gold;",
    `${randomUUID()}@example.test;Demo Lu;-;Gold;sub_elsewhere`,
  ];
  await page.getByLabel("List of members, from this device").setInputFiles({
    name: "members.csv",
    mimeType: "text/csv",
    // As a spreadsheet on Windows writes it.
    buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}`, "utf16le"),
  });
  await expect(page.getByText("3 rows skipped")).toBeVisible();
  // What was taken for the email isn't any more.
  await page.getByLabel("Meaning of Contact").selectOption("Email");
  await expect(page.getByRole("row", { name: "3 The email isn’t valid no email" })).toBeVisible();
  await expect(page.getByText(/^Stripe isn’t set up here, so/)).toBeVisible();
  await expect(page.getByRole("row", { name: /^4 Stripe isn’t set up here/ })).toBeVisible();
  await page.getByLabel("Gold (3 rows)").selectOption("standard-monthly");
  await expect(page.getByRole("button", { name: "Invite 1 person" })).toBeEnabled();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("Until", { exact: true }).fill("2031-05-06");
  await page.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(page.getByText("1 person invited").first()).toBeVisible({ timeout: 30_000 });
  const device = await browser.newContext({ baseURL: baseURL! });
  const theirs = await device.newPage();
  await theirs.goto(await linkInMail(page, email, "Your account at Eightcount"));
  await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(theirs.getByRole("button", { name: /Your account/ })).toBeVisible();
  await theirs.goto("/account/subscription");
  await expect(theirs.getByText(/May 6, 2031/).first()).toBeVisible();
  await device.close();
});
