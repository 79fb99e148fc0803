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
  // A slip is corrected, and the price deleted, while no one has bought at that price.
  const open = () => page.getByRole("button", { name: /^Premium, monthly, GBP/ }).click();
  await open();
  await page.getByRole("button", { name: "Correct £13.49" }).click();
  const correction = page.getByRole("form", { name: "Correct price" });
  await correction.getByLabel(/^Price in GBP/).fill("13.99");
  await correction.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Premium, monthly, GBP, £13\.99/ })).toBeVisible();
  await open();
  await page.getByRole("button", { name: "Delete £13.99" }).click();
  await expect(page.getByText(/New members pay £12\.99/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete price" }).click();
  await expect(page.getByRole("button", { name: /^Premium, monthly, GBP, £12\.99/ })).toBeVisible();
});

test("an admin gives one country a price, and moves another to a currency after reading what that changes", async ({
  page,
}) => {
  await signInAsAdmin(page.context());
  await page.goto("/studio/plans");
  await page.getByRole("button", { name: "Premium, monthly, EUR, €14.99" }).click();
  const own = page.getByRole("region", { name: "Price for one country" });
  await own.getByLabel("Country").selectOption("Poland");
  await own.getByRole("button", { name: "Set its price" }).click();
  const form = page.getByRole("form", { name: "New price" });
  await form.getByLabel("New price in EUR").fill("9.99");
  await form.getByRole("button", { name: "Set price for new members" }).click();
  await expect(page.getByRole("button", { name: "Premium, monthly, EUR, €9.99 Poland" })).toBeVisible();
  await page.getByRole("button", { name: "Move a country" }).click();
  const move = page.getByRole("form", { name: "Move a country" });
  await move.getByLabel("Country").selectOption("Poland");
  await move.getByLabel("Currency from now on").selectOption("USD");
  await expect(move.getByText("New members in Poland pay in USD instead of EUR.")).toBeVisible();
  await expect(move.getByText(/We’ll stop offering the EUR price of Premium/)).toBeVisible();
  await expectAccessible(page);
  await move.getByRole("button", { name: "Move Poland" }).click();
  await expect(page.getByText("New members in Poland pay in USD.")).toBeVisible();
});
