import { expect, expectAccessible, test } from "./test.ts";

test("cancels without signing in, and acknowledges content and time", async ({ page }) => {
  await page.goto("/terms");
  await page.getByRole("link", { name: "Cancel contracts here" }).click();
  await expect(page.getByRole("heading", { name: "Cancel contracts here" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByText("Fill in this field.").first()).toBeVisible();
  await page.getByLabel("Extraordinary, for a good cause").check();
  await page.getByLabel("The reason").fill("The classes that I paid for are gone.");
  await page.getByLabel("Name", { exact: true }).fill("Ana Demo");
  await page.getByLabel("Email of your account").fill("contract.ana@example.test");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(page.getByRole("heading", { name: "We received your cancellation" })).toBeFocused();
  await expect(page.getByText("I cancel my contract with Eightcount for good cause.")).toBeVisible();
  await expect(page.getByText("contract.ana@example.test")).toBeVisible();
  await expectAccessible(page);
  const mails = await (await page.request.get("/mailbox")).text();
  const [, href] = /href="([^"]+)">We received your cancellation</.exec(mails)!;
  const mail = await (await page.request.get(`${href}?part=text`)).text();
  const [, link] = /https?:\/\/[^/\s]+(\/cancel\?confirm=\S+)/.exec(mail)!;
  await page.goto(link!);
  await page.getByRole("button", { name: "Confirm the cancellation" }).click();
  await expect(page.getByText("We found no running subscription for this email.")).toBeVisible();
});
