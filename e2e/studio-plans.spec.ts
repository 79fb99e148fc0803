import { signInAsAdmin } from "./people.ts";
import { expect, expectAccessible, test } from "./test.ts";

test("an admin sets a price for new members, and what is wrong is said at its field", async ({ page }) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/plans");
  await expect(page.getByRole("heading", { level: 1, name: "Plans and prices" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Premium, monthly, GBP/ }).click();
  // In pounds, which no other journey pays in.
  const form = page.getByRole("form", { name: "New price" });
  const save = form.getByRole("button", { name: "Set price for new members" });
  await form.getByLabel("New price in GBP").fill("0");
  await save.click();
  await expect(form.getByLabel("New price in GBP")).toHaveAccessibleDescription(/above zero/);
  await expectAccessible(page);
  await form.getByLabel("New price in GBP").fill("13.49");
  await save.dblclick();
  await expect(page.getByRole("button", { name: /^Premium, monthly, GBP, £13\.49/ })).toBeVisible();
});
